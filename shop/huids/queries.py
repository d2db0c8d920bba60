"""Queries of HUIDs."""

from collections.abc import Iterator, Sequence

from sqlalchemy import Select, func, select, text
from sqlalchemy.orm import Session

from shop.huids.model import HallmarkedPiece
from shop.orders.model import Order, OrderItem
from shop.returns.model import Return, ReturnStatus

_CAME_BACK = [ReturnStatus.RECEIVED.value, ReturnStatus.REFUNDED.value]


def lines_of_order_of(item_id: int) -> Select[OrderItem]:
    """Select all lines of the order of this line, and lock them and the order as a status change does."""
    order_id = select(OrderItem.order_id).where(OrderItem.id == item_id).scalar_subquery()
    query = select(OrderItem).join(OrderItem.order).where(Order.id == order_id).order_by(OrderItem.line)
    return query.with_for_update().execution_options(populate_existing=True)


def pieces(huids: Sequence[str]) -> Select[HallmarkedPiece]:
    """Select and lock the pieces with these HUIDs, always in the same order."""
    query = select(HallmarkedPiece).where(HallmarkedPiece.huid.in_(huids)).order_by(HallmarkedPiece.huid)
    return query.with_for_update().execution_options(populate_existing=True)


def pieces_received(item_id: int) -> Select[int]:
    """Select the number of returned pieces of a line."""
    came_back = Return.order_item_id == item_id, Return.status.in_(_CAME_BACK)
    return select(func.coalesce(func.sum(Return.quantity), 0)).where(*came_back)


def pieces_kept(item_id: int) -> Select[int]:
    """Select the number of pieces of a line that have a known HUID and were not sold again with another line."""
    return select(func.count()).where(HallmarkedPiece.order_item_id == item_id)


_MISMATCHES = text("""
    SELECT order_item.order_id, order_item.line, concat('the HUID ', huid, ' is in another place too') AS fault
    FROM order_item
    CROSS JOIN unnest(order_item.huids) AS huid
    LEFT JOIN hallmarked_piece USING (huid)
    WHERE hallmarked_piece.order_item_id IS DISTINCT FROM order_item.id
        AND NOT EXISTS (
            SELECT FROM return_request
            WHERE return_request.order_item_id = order_item.id
                AND return_request.status IN ('received', 'refunded')
        )
    UNION ALL
    SELECT order_item.order_id, order_item.line, concat('it has no piece with the HUID ', hallmarked_piece.huid)
    FROM hallmarked_piece
    JOIN order_item ON order_item.id = hallmarked_piece.order_item_id
    WHERE NOT hallmarked_piece.huid = ANY (order_item.huids)
    UNION ALL
    SELECT order_id, line, concat('it has ', cardinality(huids), ' HUIDs for ', quantity, ' pieces')
    FROM order_item
    WHERE cardinality(huids) > quantity
    ORDER BY order_id, line, fault
""")


def mismatches(session: Session) -> Iterator[str]:
    """Yield a sentence for each fault in the HUIDs of all order lines."""
    for row in session.execute(_MISMATCHES):
        yield f"order {row.order_id}, line {row.line}: {row.fault}"
