"""The settings of the demo shop. Its accounts, GST number, addresses, phone and officer are fictitious."""

SETTINGS = {
    "SHOP_UPI_ID": "swarna@demobank",
    "SHOP_BANK_ACCOUNT": "000411803752",
    "SHOP_BANK_IFSC": "DEMO0000042",
    "SHOP_PAYEE_NAME": "Swarna Fine Gold Jewellery",
    "SHOP_GSTIN": "33DEMOS0000S1ZA",
    "SHOP_LEGAL_NAME": "Swarna Demo Jewellers LLP",
    "SHOP_LEGAL_ADDRESS": "1 Example Street, Chennai 600001",
    "SHOP_ADDRESS": "14 Lotus Bazaar Street;Mylapore, Chennai 600004;Tamil Nadu, India",
    "SHOP_PHONE": "+91 98400 00000",
    "SHOP_GRIEVANCE_OFFICER": "Meera Demo, grievance@swarna.example",
}
"""The payee, the seller and the contacts, as variables of the environment."""
