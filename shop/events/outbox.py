"""Recording an event in the same transaction as the change that it tells of."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy import CTE, ColumnElement, bindparam, func, insert, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session
from sqlalchemy.sql import Select

from shop.events.event import Event
from shop.events.model import DomainEvent
from shop.logs import request_id

WAKE_CHANNEL = "domain_event"
"""PostgreSQL channel that wakes the relays; PostgreSQL sends it on commit only."""


_COLUMNS = ("type", "aggregate", "reach", "customer_id", "data", "admin_data", "occurred_at", "request_id")


def recording(
    *together: CTE, only_with: CTE | None = None, found: Mapping[str, ColumnElement[Any]] | None = None
) -> Select[object]:
    """Return the statement that writes an event and rings the bell, with writes of the caller's own in one go.

    :param together: inserts and updates as CTEs; their values go with the event's :func:`values`.
    :param only_with: the one of them without whose row there is no event either.
    :param found: the event's columns that are not given with its values, but follow from ``only_with``.
    """
    given = {name: bindparam(f"{name}_", type_=DomainEvent.__table__.c[name].type) for name in _COLUMNS}
    event = select(*(given | dict(found or {})).values())
    if only_with is not None:
        event = event.select_from(only_with)
    written = insert(DomainEvent).from_select(_COLUMNS, event).returning(DomainEvent.id).cte("written")
    return select(func.pg_notify(WAKE_CHANNEL, "")).select_from(written).add_cte(*together)


_RECORD = recording()


def values(event: Event, *, at: datetime | None) -> dict[str, Any]:
    """Return what :func:`recording` writes of an event that happened at this time."""
    return {
        "type_": event.type,
        "aggregate_": event.aggregate,
        "reach_": event.reach.value,
        "customer_id_": event.whose(),
        "data_": event.data(),
        "admin_data_": event.admin_data(),
        "occurred_at_": at,
        "request_id_": request_id.get(),
    }


async def record(session: AsyncSession, event: Event, *, at: datetime) -> None:
    """Write the event and the relay's wake-up; both become visible with the caller's commit, or not at all.

    The caller holds the lock of the aggregate's row, so that events of one aggregate take their ids in the order of
    their commits.

    :param at: when it happened, as the wire shows it.
    """
    await session.flush()
    connection = await session.connection()
    await connection.execute(_RECORD, values(event, at=at))


def record_sync(session: Session, event: Event, *, at: datetime) -> None:
    """Do the same in a worker's transaction."""
    session.flush()
    session.execute(_RECORD, values(event, at=at))
