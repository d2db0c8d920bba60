"""Reading the event log: what a page missed while it was away, in the order of the stream."""

from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, select, union_all

from shop.events.model import DomainEvent, EventStream, Reach

Place = int | ColumnElement[int]
"""A position in the stream, or the parameter that stands for one."""
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
    """Select the last position given, and the last one no longer kept."""
    return select(EventStream.position, EventStream.pruned_through)


def after(position: Place, through: Place, *, limit: int) -> Select[Any]:
    """Select all events between two positions (exclusive, inclusive), those that reach nobody too."""
    return (
        select(*_COLUMNS)
        .where(DomainEvent.position > position, DomainEvent.position <= through)
        .order_by(DomainEvent.position)
        .limit(limit)
    )


def missed_by_admin(position: Place, through: Place, *, limit: int) -> Select[Any]:
    """Select what an admin's page missed: all events that reach any page."""
    return after(position, through, limit=limit).where(DomainEvent.reach != Reach.NOBODY.value)


def missed_by_customer(customer_id: Place | None, position: Place, through: Place, *, limit: int) -> Select[Any]:
    """Select what a shopper's or visitor's page missed: their own events and everyone's."""
    window = (DomainEvent.position > position, DomainEvent.position <= through)
    everyones = (
        select(*_COLUMNS)
        .where(DomainEvent.reach == Reach.EVERYONE.value, *window)
        .order_by(DomainEvent.position)
        .limit(limit)
    )
    if customer_id is None:
        return everyones
    own = (
        select(*_COLUMNS)
        .where(
            DomainEvent.reach == Reach.CUSTOMER_AND_ADMINS.value,
            DomainEvent.customer_id == customer_id,
            *window,
        )
        .order_by(DomainEvent.position)
        .limit(limit)
    )
    both = union_all(own.subquery().select(), everyones.subquery().select()).subquery()
    return select(both).order_by(both.c.position).limit(limit)
