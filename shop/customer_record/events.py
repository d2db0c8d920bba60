"""Notify open admin pages that the data on a customer's page has changed.

These notifications are not part of the event log. A page that receives one fetches its data again, so notifications
need not be stored, sequenced or retried. PostgreSQL notifies the realtime processes on commit. A page refetches after a
lost connection.
"""

from typing import Any, Literal

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

RECORD_CHANGED = "desk.customer_changed"
"""The event that pages of staff receive."""
CHANNEL = "customer_record"
"""The PostgreSQL channel of these notifications. A notification has the customer's id and the part."""

Part = Literal["account", "addresses", "cart", "mails", "notes", "registered", "wishlist"]
"""``registered`` means that the customer is new, and so in the list of customers."""


def notice(customer_id: int, part: Part) -> Select[Any]:
    """Return the query that notifies, on commit, that a part of a customer's page changed."""
    return select(func.pg_notify(CHANNEL, f"{customer_id} {part}"))


async def record_changed(session: AsyncSession, customer_id: int, part: Part) -> None:
    """Notify, on commit, that a part of a customer's page changed."""
    await session.execute(notice(customer_id, part))
