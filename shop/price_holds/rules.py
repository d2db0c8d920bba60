"""How often a shopper may hold prices. ``SHOP_HOLD_MINUTES`` says for how long."""

import datetime as dt

MAX_HOLDS = 5
"""The maximum number of holds of a shopper within :data:`COUNTED_FOR`."""
COUNTED_FOR = dt.timedelta(hours=24)
