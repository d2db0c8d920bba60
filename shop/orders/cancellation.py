"""The statements that cancel lines of an order, for the transaction that has locked the order."""

from collections.abc import Sequence

from shop.catalogue import sales_counts
from shop.clock import now
from shop.db.query import BoundQuery
from shop.orders import status_writes
from shop.orders.events import OrderStatusChanged
from shop.orders.status_rules import Line
from shop.payments import writes
from shop.stock import piece_movements
from shop.stock.model import MovementReason

SHOP_NAME = "Swarna"
"""The name under which the shop itself cancels orders that were not paid."""
NOT_PAID = "Not paid in time"
"""The reason of these cancellations. It distinguishes them from cancellations by a shopper of that name."""


def lock(order_id: int) -> list[BoundQuery]:
    """Return the statements that lock the order. The last one returns its lines, with the fields of ``Line``."""
    return [piece_movements.PRICES_SETTLED(), status_writes.lock_order(order_id)]


def cancel(
    events: Sequence[OrderStatusChanged], seen: Sequence[Line], *, admin_id: int | None
) -> tuple[list[BoundQuery], int]:
    """Return the statements that write the consequences of the events of a cancellation.

    The number is the place of the one among them that returns the lines of ``move_pieces.sql``.

    :param seen: all lines of the order as they were locked.
    :param admin_id: the admin who cancels; None if it is someone else.
    """
    item_ids = [event.item_id for event in events]
    at, changed_by = events[0].at or now(), events[0].changed_by
    statements = [
        *status_writes.change_statuses(events, seen, admin_id=admin_id),
        *piece_movements.move(item_ids, MovementReason.CANCELLATION, admin_id=admin_id, changed_by=changed_by, at=at),
    ]
    ends = [sales_counts.refresh_of_lines(item_ids, at=at), writes.close_links(events[0].order_id, at=at)]
    return statements + ends, len(statements) - 1
