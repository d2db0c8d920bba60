"""The statements of a status change: load the lines of the order, then write the change if they are still the same.

The write never waits for a lock, so that it can be sent in one transaction with those of other requests. If another
transaction holds a lock, it writes nothing; the caller then locks the lines first.
"""

from collections.abc import Sequence
from dataclasses import fields

from sqlalchemy import bindparam, select

from shop.db import sql_files
from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.status_rules import Line, Step, changed_line

_COLUMNS = select(*(getattr(OrderItem, field.name, None) or getattr(Order, field.name) for field in fields(Line))).join(
    OrderItem.order
)
_LINES = _COLUMNS.where(
    Order.id == select(OrderItem.order_id).where(OrderItem.id == bindparam("item_id")).scalar_subquery()
).order_by(OrderItem.line)
_LOAD_LINES = Query.of(_LINES)
_LOCK_LINES = Query.of(_LINES.with_for_update())
_LOCK_ORDER = Query.of(_COLUMNS.where(Order.id == bindparam("order_id")).order_by(OrderItem.line).with_for_update())
_LOAD_HISTORY = Query.of(
    select(*(getattr(StatusChange, field.name) for field in fields(Step)))
    .where(StatusChange.order_item_id == bindparam("item_id"))
    .order_by(StatusChange.version)
)
_LOAD_AMOUNT = Query.of(select(OrderItem.total_amount).where(OrderItem.id == bindparam("item_id")))
_CHANGE_STATUS = sql_files.query("change_status")


def load_lines(item_id: int) -> BoundQuery:
    """Return the query of all lines of this line's order, with the fields of :class:`Line`."""
    return _LOAD_LINES(item_id=item_id)


def lock_lines(item_id: int) -> BoundQuery:
    """Return the same query, which also locks the lines and their order.

    PostgreSQL reads a row again after waiting for its lock, so the result is the last committed state.
    """
    return _LOCK_LINES(item_id=item_id)


def lock_order(order_id: int) -> BoundQuery:
    """Return the query of all lines of this order, which also locks the lines and the order."""
    return _LOCK_ORDER(order_id=order_id)


def load_history(item_id: int) -> BoundQuery:
    """Return the query of all status changes of this line, the oldest first, with the fields of :class:`Step`."""
    return _LOAD_HISTORY(item_id=item_id)


def load_amount(item_id: int) -> BoundQuery:
    """Return the query of the price of all pieces of this line."""
    return _LOAD_AMOUNT(item_id=item_id)


def change_statuses(
    events: Sequence[OrderStatusChanged], seen: Sequence[Line], *, admin_id: int | None
) -> list[BoundQuery]:
    """Return the statements that write changes of several lines of one order, each on top of those before it."""
    statements = []
    for event in events:
        statements.append(change_status(event, seen, admin_id=admin_id))
        seen = [changed_line(line, event) if line.id == event.item_id else line for line in seen]
    return statements


def change_status(
    event: OrderStatusChanged, seen: Sequence[Line], *, admin_id: int | None, api_key_id: int | None = None
) -> BoundQuery:
    """Return the statement that writes a status change: see ``change_status.sql``.

    It returns one row, or none if a line of the order has changed since it was loaded.

    :param seen: all lines of the order as they were loaded.
    :param admin_id: the admin who changes it; None if the shopper or another system does.
    :param api_key_id: the key of the other system that changes it.
    """
    return _CHANGE_STATUS(
        **outbox.values(event, at=event.at),
        order_id=event.order_id,
        seen_versions=[line.version for line in seen],
        seen_status_text=seen[0].status_text,
        item_id=event.item_id,
        previous_status=event.previous,
        status=event.status,
        version=event.version,
        ordered_at=event.ordered_at,
        packed_at=event.packed_at,
        shipped_at=event.shipped_at,
        delivered_at=event.delivered_at,
        cancelled_at=event.cancelled_at,
        changed_at=event.at,
        changed_by=event.changed_by,
        admin_id=admin_id,
        api_key_id=api_key_id,
        undoes=event.undoes,
        reason=event.reason,
        weights=list(event.weights),
    )
