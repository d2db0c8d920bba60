"""Record an event in the transaction of the change that it describes."""

from datetime import datetime
from typing import Any

from sqlalchemy import bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from shop.db.query import BoundQuery, Query
from shop.events.event import Event
from shop.events.model import DomainEvent
from shop.observability.logs import request_id

WAKE_CHANNEL = "domain_event"
"""The PostgreSQL channel that wakes the relays. PostgreSQL sends a notification on commit only."""
POSITION_CHANNEL = "event_position"
"""The PostgreSQL channel that announces newly sequenced events."""

_COLUMNS = ("type", "aggregate", "reach", "customer_id", "data", "admin_data", "occurred_at", "request_id")
_WRITTEN = (
    insert(DomainEvent)
    .values({name: bindparam(f"event_{name}") for name in _COLUMNS})
    .returning(DomainEvent.id)
    .cte("written")
)
_RECORD = select(func.pg_notify(WAKE_CHANNEL, "")).select_from(_WRITTEN)
_RECORD_QUERY = Query.of(_RECORD)


def values(event: Event, *, at: datetime | None) -> dict[str, Any]:
    """Return the parameters of a statement that writes an event of this time."""
    return {
        "event_type": event.type,
        "event_aggregate": event.aggregate,
        "event_reach": event.audience.value,
        "event_customer_id": event.owner_id(),
        "event_data": event.data(),
        "event_admin_data": event.admin_data(),
        "event_occurred_at": at,
        "event_request_id": request_id.get(),
    }


def statement(event: Event, *, at: datetime) -> BoundQuery:
    """Return the statement that records an event, for the pool or a pipeline."""
    return _RECORD_QUERY(**values(event, at=at))


async def record(session: AsyncSession, event: Event, *, at: datetime) -> None:
    """Write the event and the notification that wakes the relay.

    Both become visible with the caller's commit, or not at all.

    The caller holds the lock of the aggregate's row, so that the ids of one aggregate's events have the order of their
    commits.

    :param at: when it happened, as shown on the wire.
    """
    await session.flush()
    connection = await session.connection()
    await connection.execute(_RECORD, values(event, at=at))


def record_sync(session: Session, event: Event, *, at: datetime) -> None:
    """Record an event in a synchronous session; see :func:`record`."""
    session.flush()
    session.execute(_RECORD, values(event, at=at))
