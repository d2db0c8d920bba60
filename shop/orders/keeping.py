"""A change of status in two the pool: see the lines of its order; then write row, history and event in one go.

The writing locks the lines, and writes nothing where one of them is no longer as it was seen, or locked by somebody
else: it goes in company, which must not wait. Whoever cannot have that locks them before.
"""

from collections.abc import Sequence

from sqlalchemy import ARRAY, BigInteger, Integer, String, and_, bindparam, func, insert, select, update
from sqlalchemy.dialects.postgresql import aggregate_order_by

from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.progress import Line, Step

_COLUMNS = {name: getattr(OrderItem, name, None) or getattr(Order, name) for name in Line._fields}

_LINES = (
    select(*_COLUMNS.values())
    .join(OrderItem.order)
    .where(Order.id == select(OrderItem.order_id).where(OrderItem.id == bindparam("item_id")).scalar_subquery())
    .order_by(OrderItem.line)
)
_SEE_LINES = Query.of(_LINES)
_LOCK_LINES = Query.of(_LINES.with_for_update())
"""One statement: PostgreSQL reads a row that it had to wait for again once it has the lock."""

_SEE_HISTORY = Query.of(
    select(*(getattr(StatusChange, name) for name in Step._fields))
    .where(StatusChange.order_item_id == bindparam("item_id"))
    .order_by(StatusChange.version)
)

_HELD = (
    select(OrderItem.line, OrderItem.version, Order.status_text)
    .join(OrderItem.order)
    .where(Order.id == bindparam("of_order", type_=BigInteger))
    .with_for_update(skip_locked=True)
    .cte("held")
)
_AS_SEEN = select(
    and_(
        func.array_agg(aggregate_order_by(_HELD.c.version, _HELD.c.line))
        == bindparam("versions", type_=ARRAY(Integer)),
        func.every(_HELD.c.status_text.is_not_distinct_from(bindparam("seen_text", type_=String))),
    )
)

_MOVE_ITEM = (
    update(OrderItem)
    .where(OrderItem.id == bindparam("moved_id"), _AS_SEEN.scalar_subquery())
    .values(
        status=bindparam("to_status"),
        version=bindparam("new_version"),
        changed_by=bindparam("admin_name"),
        ordered_at=bindparam("was_ordered_at"),
        packed_at=bindparam("was_packed_at"),
        shipped_at=bindparam("was_shipped_at"),
        delivered_at=bindparam("was_delivered_at"),
    )
    .returning(OrderItem.id)
    .cte("moved")
)

_STEP = {
    "order_item_id": _MOVE_ITEM.c.id,
    "version": bindparam("new_version"),
    "from_status": bindparam("left_status"),
    "to_status": bindparam("to_status"),
    "at": bindparam("moved_at"),
    "admin_id": bindparam("moved_by"),
    "changed_by": bindparam("admin_name"),
    "undoes": bindparam("undone_version", type_=Integer),
}
_KEEP_STEP = insert(StatusChange).from_select([*_STEP], select(*_STEP.values())).cte("kept")

_KEEP_CHANGE = Query.of(outbox.recording(_MOVE_ITEM, _KEEP_STEP, only_with=_MOVE_ITEM))


def see_lines(item_id: int) -> BoundQuery:
    """Ask for all lines of this line's order, as :class:`Line` has them."""
    return _SEE_LINES(item_id=item_id)


def lock_lines(item_id: int) -> BoundQuery:
    """Do the same, and lock them with their order."""
    return _LOCK_LINES(item_id=item_id)


def see_history(item_id: int) -> BoundQuery:
    """Ask for all steps of this line, the oldest first, as :class:`Step` has them."""
    return _SEE_HISTORY(item_id=item_id)


def keep(event: OrderStatusChanged, seen: Sequence[Line], *, admin_id: int) -> BoundQuery:
    """Write down what happened to the lines that were seen. It gives a row, or none where they moved on since."""
    return _KEEP_CHANGE(
        **outbox.values(event, at=event.at),
        of_order=event.order_id,
        versions=[line.version for line in seen],
        seen_text=seen[0].status_text,
        moved_id=event.item_id,
        left_status=event.previous,
        to_status=event.status,
        new_version=event.version,
        admin_name=event.changed_by,
        was_ordered_at=event.ordered_at,
        was_packed_at=event.packed_at,
        was_shipped_at=event.shipped_at,
        was_delivered_at=event.delivered_at,
        moved_at=event.at,
        moved_by=admin_id,
        undone_version=event.undoes,
    )
