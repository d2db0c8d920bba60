"""Queries of the event log: the events that a client missed, in stream order."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, select, union_all

from shop.events.model import Audience, DomainEvent, EventStream

Position = int | ColumnElement[int]
"""A position in the stream, or a parameter for one."""
AFTER, THROUGH = bindparam("after", type_=BigInteger), bindparam("through", type_=BigInteger)

_COLUMNS = (
    DomainEvent.position,
    DomainEvent.type,
    DomainEvent.reach,
    DomainEvent.customer_id,
    DomainEvent.data,
    DomainEvent.admin_data,
    DomainEvent.occurred_at,
    DomainEvent.request_id,
)


def stream_state() -> Select[int, int]:
    """Select the last position, and the last position that was pruned."""
    return select(EventStream.position, EventStream.pruned_through)


def after(position: Position, through: Position, *, limit: int) -> Select[Any]:
    """Select all events after one position and up to another, including those without an audience."""
    return (
        select(*_COLUMNS)
        .where(DomainEvent.position > position, DomainEvent.position <= through)
        .order_by(DomainEvent.position)
        .limit(limit)
    )


def missed_by_admin(position: Position, through: Position, *, limit: int) -> Select[Any]:
    """Select the events that an admin missed: all events with an audience."""
    return after(position, through, limit=limit).where(DomainEvent.reach != Audience.NOBODY.value)


def missed_by_customer(
    customer_id: Position | None, position: Position, through: Position, *, limit: int
) -> Select[Any]:
    """Select the events that a shopper missed, or a visitor if there is no id: their own events and everyone's."""
    window = (DomainEvent.position > position, DomainEvent.position <= through)
    everyones = (
        select(*_COLUMNS)
        .where(DomainEvent.reach == Audience.EVERYONE.value, *window)
        .order_by(DomainEvent.position)
        .limit(limit)
    )
    if customer_id is None:
        return everyones
    own = (
        select(*_COLUMNS)
        .where(
            DomainEvent.reach == Audience.CUSTOMER_AND_ADMINS.value,
            DomainEvent.customer_id == customer_id,
            *window,
        )
        .order_by(DomainEvent.position)
        .limit(limit)
    )
    both = union_all(own.subquery().select(), everyones.subquery().select()).subquery()
    return select(both).order_by(both.c.position).limit(limit)
