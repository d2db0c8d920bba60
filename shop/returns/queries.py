"""Reading returns."""

from sqlalchemy import ColumnElement, Select, func, select
from sqlalchemy.orm import contains_eager, selectinload

from shop.orders.model import Order, OrderItem
from shop.returns.model import ENDED_WITHOUT_PIECES, Return


def returns(*conditions: ColumnElement[bool]) -> Select[Return]:
    """Select returns with their lines, orders and history."""
    query = select(Return).join(Return.item).join(OrderItem.order).where(*conditions)
    return query.options(
        contains_eager(Return.item).contains_eager(OrderItem.order).joinedload(Order.customer),
        selectinload(Return.history),
    )


def counts_by_status() -> Select[str, int]:
    """Select the number of returns by status."""
    return select(Return.status, func.count()).group_by(Return.status)


def pieces_of(item_id: int) -> Select[int]:
    """Select how many pieces of a line its returns took, or may still take."""
    pieces = func.coalesce(func.sum(Return.quantity), 0)
    return select(pieces).where(Return.order_item_id == item_id, Return.status.not_in(ENDED_WITHOUT_PIECES))
