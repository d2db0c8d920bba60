"""Two short trips for a change of status: the lines of its order, locked; then row, history and event in one go."""

from sqlalchemy import bindparam, insert, select, update

from shop.events import outbox
from shop.orders.events import OrderStatusChanged
from shop.orders.model import Order, OrderItem, StatusChange
from shop.orders.progress import Line
from shop.trips import Asked, Statement

_COLUMNS = {name: getattr(OrderItem, name, None) or getattr(Order, name) for name in Line._fields}

_LOCK_LINES = Statement.of(
    select(*_COLUMNS.values())
    .join(OrderItem.order)
    .where(Order.id == select(OrderItem.order_id).where(OrderItem.id == bindparam("item_id")).scalar_subquery())
    .order_by(OrderItem.line)
    .with_for_update()
)
"""One statement: PostgreSQL reads a row that it had to wait for again once it has the lock."""

_MOVE_ITEM = (
    update(OrderItem)
    .where(OrderItem.id == bindparam("moved_id"))
    .values(
        status=bindparam("to_status"),
        version=bindparam("new_version"),
        changed_by=bindparam("admin_name"),
        ordered_at=bindparam("was_ordered_at"),
        packed_at=bindparam("was_packed_at"),
        shipped_at=bindparam("was_shipped_at"),
        delivered_at=bindparam("was_delivered_at"),
    )
    .cte("moved")
)

_KEEP_STEP = (
    insert(StatusChange)
    .values(
        order_item_id=bindparam("moved_id"),
        version=bindparam("new_version"),
        from_status=bindparam("left_status"),
        to_status=bindparam("to_status"),
        at=bindparam("moved_at"),
        admin_id=bindparam("moved_by"),
        changed_by=bindparam("admin_name"),
    )
    .cte("kept")
)

_KEEP_CHANGE = Statement.of(outbox.recording(_MOVE_ITEM, _KEEP_STEP))


def lock_lines(item_id: int) -> Asked:
    """Ask for all lines of this line's order, as :class:`Line` has them, and lock them with their order."""
    return _LOCK_LINES(item_id=item_id)


def keep(event: OrderStatusChanged, *, admin_id: int) -> Asked:
    """Write down what happened, for whoever holds the order's lock."""
    return _KEEP_CHANGE(
        **outbox.values(event, at=event.at),
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
    )
