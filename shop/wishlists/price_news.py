"""Find the shoppers to notify that the price of a product on their wishlist has changed.

Prices follow the gold rate and change each day. The price of an entry is that of its size. A shopper is notified when
it has changed by a configured share since they added the product or were last notified. They get at most one
notification a day, about all such products.
"""

from dataclasses import dataclass
from datetime import datetime, timedelta
from typing import Any

from sqlalchemy import Connection, text

from shop.clock import INDIA
from shop.db import sql_files

FROM_HOUR, TO_HOUR = 9, 20
"""The hours of the day in India between which shoppers are notified."""
AT_MOST_EACH = timedelta(hours=20)
"""A shopper is notified at most once in this time.

It is a little less than a day, so that the time of day does not drift.
"""
SHOPPERS = 100
"""The number of shoppers in a batch, so that other mails do not wait behind thousands of these."""
_BASELINES = 1000

FULL_COMPARISON_INTERVAL = timedelta(minutes=10)
"""All wished prices are compared this often, even if no price has changed.

By then an address may be confirmed, mails may be switched on, and a shopper may be notified again.
"""
_CHANGES = text("SELECT (SELECT r22k FROM rate_in_force), max(updated_at) FROM product")
_QUEUE = text(sql_files.read("queue_price_news"))
_ADD_BASELINES = text(sql_files.read("add_price_baselines"))


def is_time(at: datetime) -> bool:
    """Whether shoppers may be notified at this time of the day."""
    return FROM_HOUR <= at.astimezone(INDIA).hour < TO_HOUR


@dataclass
class PriceNews:
    """Compares the wished prices, but only after a change of the gold rate or a product: comparing all takes long."""

    _compared: Any = None
    """The rate and the last change of a product when all prices were compared and nobody was left to notify."""
    _compared_at: datetime | None = None

    def queue(self, connection: Connection, *, percent: float, at: datetime) -> None:
        """Record the events of one batch, unless no price can have changed.

        Entries without a told price of their size get the current one.
        """
        _add_baselines(connection)
        changes = connection.execute(_CHANGES).one()
        if changes == self._compared and self._compared_at and at - self._compared_at < FULL_COMPARISON_INTERVAL:
            return
        self._compared = None if _queue_batch(connection, percent=percent, at=at) else changes
        self._compared_at = at


def _add_baselines(connection: Connection) -> None:
    connection.execute(_ADD_BASELINES, {"most": _BASELINES})


def _queue_batch(connection: Connection, *, percent: float, at: datetime) -> bool:
    """Record the events of one batch, and return whether there was one."""
    parameters = {"share": percent / 100, "since": at - AT_MOST_EACH, "most": SHOPPERS, "at": at}
    return connection.execute(_QUEUE, parameters).first() is not None
