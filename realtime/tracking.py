"""Who may follow one order by its tracking link, and which events make its pages reload it."""

from sqlalchemy import BigInteger, bindparam

from realtime.connections import track_room
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events.wire_format import StreamEvent
from shop.security import signed_links
from shop.tracking import queries
from shop.tracking.model import PURPOSE, is_valid

TRACKED_ORDER_CHANGED = "tracking.changed"
"""The event for tracking pages. It only signals that the order has changed."""

ENDS_TRACKING = {"order.tracking_changed", "order.deleted", "customer.erased"}
"""Events that end all existing tracking links of their orders."""

_TRACKED = {"order.status_changed", "order.shipment_changed", "order.changed"} | ENDS_TRACKING
_LINES = Query.of(queries.link_with_lines(bindparam("order_id", type_=BigInteger)))


async def order_of(pool: Pool, token: str) -> int | None:
    """Return the order of a token, or None if the token is not valid.

    :raises sqlalchemy.exc.SQLAlchemyError: if the database is unavailable.
    """
    at = now()
    link = signed_links.read(token, at=at) if len(token) <= 200 else None
    if link is None:
        return None
    rows = await pool.fetch(_LINES(order_id=link.subject_id))
    if not rows or not link.is_signed(PURPOSE, bound_to=str(rows[0].version)):
        return None
    return link.subject_id if rows[0].ended_at is None and is_valid(None, rows, at=at) else None


def rooms_of(event: StreamEvent) -> list[str]:
    """Return the rooms whose pages must reload after an event."""
    if event.type not in _TRACKED:
        return []
    order_ids = event.data.get("orderIds", [event.data.get("orderId", event.data.get("id"))])
    return [track_room(order_id) for order_id in order_ids if isinstance(order_id, int)]
