"""Find the shoppers to notify that the price of a product on their wishlist has changed.

Prices follow the gold rate and change each day. The price of an entry is that of its size. A shopper is notified when
it has changed by a configured share since they added the product or were last notified. They get at most one
notification a day, about all such products.
"""

from datetime import datetime, timedelta

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

_QUEUE = text(sql_files.read("queue_price_news"))
_ADD_BASELINES = text(sql_files.read("add_price_baselines"))


def is_time(at: datetime) -> bool:
    """Whether shoppers may be notified at this time of the day."""
    return FROM_HOUR <= at.astimezone(INDIA).hour < TO_HOUR


def queue(connection: Connection, *, percent: float, at: datetime) -> None:
    """Record the events of one batch. Entries without a told price of their size get the current one."""
    connection.execute(_ADD_BASELINES, {"most": _BASELINES})
    parameters = {"share": percent / 100, "since": at - AT_MOST_EACH, "most": SHOPPERS, "at": at}
    connection.execute(_QUEUE, parameters)
