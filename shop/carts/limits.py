"""The limits of a cart."""

MAX_QUANTITY = 10
"""The maximum number of pieces of one product in a cart."""
MAX_LINES = 100
"""The maximum number of items in a cart, an order and a price hold."""
