"""The demo shop: a catalogue of our own, a month of gold rates, a shopper, an admin and a board worth looking at."""

ADMIN = ("admin@swarna.example", "Swarna@2026")
SHOPPER = ("asha@swarna.example", "Shopper@2026")
