"""Queries of returns."""

from collections.abc import Sequence
from enum import StrEnum

from sqlalchemy import (
    ARRAY,
    BigInteger,
    ColumnElement,
    Select,
    String,
    any_,
    bindparam,
    cast,
    func,
    literal,
    or_,
    select,
)
from sqlalchemy.orm import contains_eager, selectinload

from shop.customers.model import Customer
from shop.db.query import BoundQuery, Query
from shop.desk.queries import is_assigned
from shop.orders.model import Order, OrderItem
from shop.orders.search import number_in
from shop.returns.model import ENDED_WITHOUT_PIECES, Return, ReturnStatus

_RETURNED_OF = Query.of(
    select(Return.order_item_id)
    .where(Return.order_item_id == any_(bindparam("item_ids", type_=ARRAY(BigInteger))))
    .where(*(Return.status != status.value for status in ENDED_WITHOUT_PIECES))
)


class ReturnSort(StrEnum):
    """How a list of returns is sorted."""

    NEWEST = "newest"
    OLDEST = "oldest"


# Returns are numbered in the order in which they are requested.
SORTS = {ReturnSort.NEWEST: Return.id.desc(), ReturnSort.OLDEST: Return.id.asc()}


def matches(search: str, named: Sequence[Select[int]] = ()) -> ColumnElement[bool]:
    """Return the condition that a row of :func:`returns` matches a search.

    :param search: the number of a return or an order, or a part of the customer's or the product's name.
    :param named: queries of the orders that the search names otherwise.
    """
    number, low = search.upper().removeprefix("R-").removeprefix("#"), search.lower()
    order_number = number_in(search) or number
    customers = select(Customer.id).where(func.strpos(func.lower(Customer.name), low) > 0)
    return or_(
        cast(Return.id, String) == number,
        cast(OrderItem.order_id, String) == order_number,
        func.strpos(func.lower(OrderItem.product_name), low) > 0,
        Return.customer_id.in_(customers),
        *(OrderItem.order_id.in_(query) for query in named),
    )


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


def counts_by_desk(admin_id: int, *conditions: ColumnElement[bool]) -> Select[int, int]:
    """Select the numbers of these returns whose order is assigned to a member of staff, and to nobody."""
    mine = func.count().filter(is_assigned(OrderItem.order_id.expression, literal(admin_id)))
    unassigned = func.count().filter(~is_assigned(OrderItem.order_id.expression))
    return select(mine, unassigned).select_from(Return).join(Return.item).where(*conditions)


def returned_of(item_ids: Sequence[int]) -> BoundQuery:
    """Return the query of the lines among these that have a received return, or an open one."""
    return _RETURNED_OF(item_ids=list(item_ids))


def pieces_of(item_id: int) -> Select[int]:
    """Select the number of pieces in the received and open returns of a line."""
    pieces = func.coalesce(func.sum(Return.quantity), 0)
    return select(pieces).where(Return.order_item_id == item_id, Return.status.not_in(ENDED_WITHOUT_PIECES))


def waiting_for_refund(order_id: int) -> Select[int]:
    """Select the received returns of an order that are not refunded yet, the oldest first."""
    query = select(Return.id).join(Return.item).where(OrderItem.order_id == order_id)
    return query.where(Return.status == ReturnStatus.RECEIVED.value).order_by(Return.id)


def order_of(return_id: int) -> Select[int]:
    """Select the number of the order of a return."""
    return select(OrderItem.order_id).join(Return, Return.order_item_id == OrderItem.id).where(Return.id == return_id)
