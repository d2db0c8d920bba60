"""The domain of the jewellery shop: its tables with their rules, its events and its queries."""
