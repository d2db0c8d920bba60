"""The limits of a cart."""

MAX_QUANTITY = 10
"""The most pieces of one product in a cart."""
MAX_LINES = 100
"""The most items of a cart, of an order and of what a price is held for."""
