"""Writing down a change of status: row, step of the history and event in one statement, one trip to PostgreSQL."""

from typing import Any

from sqlalchemy import bindparam, insert, update

from shop.events import outbox
from shop.orders.events import OrderStatusChanged
from shop.orders.model import OrderItem, StatusChange

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

KEEP_CHANGE = outbox.recording(_MOVE_ITEM, _KEEP_STEP)


def values(event: OrderStatusChanged, *, admin_id: int) -> dict[str, Any]:
    """Return what :data:`KEEP_CHANGE` needs beside the event itself."""
    return {
        "moved_id": event.item_id,
        "left_status": event.previous,
        "to_status": event.status,
        "new_version": event.version,
        "admin_name": event.changed_by,
        "was_ordered_at": event.ordered_at,
        "was_packed_at": event.packed_at,
        "was_shipped_at": event.shipped_at,
        "was_delivered_at": event.delivered_at,
        "moved_at": event.at,
        "moved_by": admin_id,
    }
