"""Tells the open pages of staff that a customer's page has changed.

This is a hint and no event of the log: the page reads everything again, so nothing has to be kept, sequenced or
repeated. PostgreSQL notifies the realtime processes on commit. A page refetches after a lost connection.
"""

from typing import Any, Literal

from sqlalchemy import Select, func, select
from sqlalchemy.ext.asyncio import AsyncSession

RECORD_CHANGED = "desk.customer_changed"
"""The event that pages of staff receive."""
CHANNEL = "customer_record"
"""The PostgreSQL channel of these hints. A notification has the customer's id and the part."""

Part = Literal["account", "addresses", "cart", "mails", "notes", "wishlist"]


def notice(customer_id: int, part: Part) -> Select[Any]:
    """Return the query that tells, on commit, that a part of a customer's page changed."""
    return select(func.pg_notify(CHANNEL, f"{customer_id} {part}"))


async def record_changed(session: AsyncSession, customer_id: int, part: Part) -> None:
    """Tell, on commit, that a part of a customer's page changed."""
    await session.execute(notice(customer_id, part))
