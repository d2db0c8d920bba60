"""The demo shop: a catalogue, a month of gold rates, shoppers, an admin, and orders in all states."""

ADMIN = ("admin@swarna.example", "Swarna@2026")
SHOPPER = ("asha@swarna.example", "Shopper@2026")
