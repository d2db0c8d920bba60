"""Queries of held prices. A caller that changes a customer's holds must have locked the customer's row."""

import datetime as dt

from sqlalchemy import BigInteger, Delete, Select, bindparam, delete, select, update
from sqlalchemy import DateTime as Timestamp

from shop.db.query import BoundQuery, Query
from shop.price_holds.model import PriceHold

_UNUSED = (
    PriceHold.id == bindparam("hold_id", type_=BigInteger),
    PriceHold.customer_id == bindparam("customer_id", type_=BigInteger),
    PriceHold.order_id.is_(None),
    PriceHold.expires_at > bindparam("at", type_=Timestamp(timezone=True)),
)
_OPEN_HOLD = Query.of(select(PriceHold.gold_rate, PriceHold.items).where(*_UNUSED))
_USE_HOLD = Query.of(
    update(PriceHold).where(*_UNUSED).values(order_id=bindparam("for_order", type_=BigInteger)).returning(PriceHold.id)
)


def open_hold(hold_id: int, customer_id: int, *, at: dt.datetime) -> BoundQuery:
    """Return the query of a customer's hold. It has no row if the hold has expired, was used or is someone else's."""
    return _OPEN_HOLD(hold_id=hold_id, customer_id=customer_id, at=at)


def use_hold(hold_id: int, customer_id: int, order_id: int, *, at: dt.datetime) -> BoundQuery:
    """Return the statement that records the order of an open hold. It returns no row if the hold is not open."""
    return _USE_HOLD(hold_id=hold_id, customer_id=customer_id, for_order=order_id, at=at)


def holds_since(customer_id: int, since: dt.datetime) -> Select[PriceHold]:
    """Select a customer's holds from a time on, the newest first."""
    return (
        select(PriceHold)
        .where(PriceHold.customer_id == customer_id, PriceHold.held_at > since)
        .order_by(PriceHold.id.desc())
    )


def delete_unused(customer_id: int, before: dt.datetime) -> Delete:
    """Delete a customer's holds that are older than a time, except those that an order used."""
    return delete(PriceHold).where(
        PriceHold.customer_id == customer_id, PriceHold.held_at <= before, PriceHold.order_id.is_(None)
    )
