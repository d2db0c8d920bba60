"""The limit of price holds of one shopper. ``SHOP_HOLD_MINUTES`` is the duration of a hold."""

import datetime as dt

MAX_HOLDS = 5
"""The maximum number of holds of a shopper within :data:`COUNTED_FOR`."""
COUNTED_FOR = dt.timedelta(hours=24)
