"""Finding orders."""

import datetime as dt
from collections.abc import Sequence
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Select, String, cast, func, or_, select, tuple_
from sqlalchemy.orm import contains_eager, joinedload, selectinload

from shop import counts
from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem


class OrderSort(StrEnum):
    """How the board is sorted. Customers' names go without regard to case."""

    NEWEST = "newest"
    OLDEST = "oldest"
    AMOUNT_UP = "amountAsc"
    AMOUNT_DOWN = "amountDesc"
    CUSTOMER = "customer"
    CUSTOMER_DOWN = "customerDesc"


_CUSTOMER = func.lower(Customer.name)
_ORDERS: dict[OrderSort, tuple[Sequence[ColumnElement[Any]], bool]] = {
    OrderSort.NEWEST: ([Order.id.expression], True),
    OrderSort.OLDEST: ([Order.id.expression], False),
    OrderSort.AMOUNT_UP: ([Order.total_amount.expression, Order.id.expression], False),
    OrderSort.AMOUNT_DOWN: ([Order.total_amount.expression, Order.id.expression], True),
    OrderSort.CUSTOMER: ([_CUSTOMER, Order.id.expression], False),
    OrderSort.CUSTOMER_DOWN: ([_CUSTOMER, Order.id.expression], True),
}
"""The columns to sort by, and whether the list goes down."""


def in_order(query: Select[Any], sort: OrderSort) -> Select[Any]:
    """Sort a query that joins orders and their customers."""
    columns, falls = _ORDERS[sort]
    return query.order_by(*(column.desc() if falls else column.asc() for column in columns))


def place(order_id: int, sort: OrderSort) -> Select[Any]:
    """Select where an order stands in a list, for :func:`behind`."""
    columns, _ = _ORDERS[sort]
    return select(*columns).select_from(Order).join(Order.customer).where(Order.id == order_id)


def behind(query: Select[Any], sort: OrderSort, there: Sequence[Any]) -> Select[Any]:
    """Narrow a query that joins orders and their customers to what comes after a place of the list."""
    columns, falls = _ORDERS[sort]
    here = tuple_(*columns)
    return query.where(here < tuple_(*there) if falls else here > tuple_(*there))


def with_lines(query: Select[Any]) -> Select[Any]:
    """Load each order with its shopper, its lines and their history."""
    return query.options(joinedload(Order.customer), selectinload(Order.items).selectinload(OrderItem.history))


def by_number(order_id: int) -> Select[Order]:
    """Select one order, whole."""
    return with_lines(select(Order).where(Order.id == order_id))


def lines_of_customer(customer_id: int, *, before: tuple[int, int] | None, limit: int) -> Select[OrderItem]:
    """Select a shopper's order lines, the newest order first, each with its order and history.

    :param before: (order id, line) of the last row that the caller has.
    """
    query = (
        select(OrderItem)
        .join(OrderItem.order)
        .where(Order.customer_id == customer_id)
        .options(joinedload(OrderItem.order).selectinload(Order.items), selectinload(OrderItem.history))
        .order_by(Order.id.desc(), OrderItem.line)
        .limit(limit)
    )
    if before is not None:
        order_id, line = before
        query = query.where(or_(Order.id < order_id, (Order.id == order_id) & (OrderItem.line > line)))
    return query


def matching(
    *, search: str | None = None, since: dt.datetime | None = None, statuses: Sequence[str] = ()
) -> Select[Order]:
    """Select orders by number or customer, by when they were placed, by the status of any of their lines."""
    return narrowed(select(Order).join(Order.customer), search=search, since=since, statuses=statuses)


def lines_matching(
    *, search: str | None = None, since: dt.datetime | None = None, status: str | None = None
) -> Select[OrderItem]:
    """Select the lines of the orders that :func:`matching` finds, each with its order and customer."""
    query = select(OrderItem).join(OrderItem.order).join(Order.customer)
    query = query.options(contains_eager(OrderItem.order).contains_eager(Order.customer))
    if status is not None:
        query = query.where(OrderItem.status == status)
    return narrowed(query, search=search, since=since)


def narrowed(
    query: Select[Any], *, search: str | None = None, since: dt.datetime | None = None, statuses: Sequence[str] = ()
) -> Select[Any]:
    """Narrow a query that joins orders and their customers."""
    if search:
        number = search.removeprefix("#")
        query = query.where(
            or_(
                cast(Order.id, String) == number,
                func.lower(Customer.name).contains(search.lower(), autoescape=True),
                func.lower(Customer.email).startswith(search.lower(), autoescape=True),
                Customer.phone.contains(search, autoescape=True),
            )
        )
    if since is not None:
        query = query.where(Order.ordered_at >= since)
    if statuses:
        query = query.where(Order.items.any(OrderItem.status.in_(statuses)))
    return query


def all_counts_by_status() -> Select[str, int]:
    """Select how many lines of all orders have each status."""
    return counts.totals(counts.LINES)


def counts_by_status(orders: Select[Order]) -> Select[str, int]:
    """Select how many lines of these orders have each status."""
    numbers = orders.with_only_columns(Order.id).order_by(None)
    return select(OrderItem.status, func.count()).where(OrderItem.order_id.in_(numbers)).group_by(OrderItem.status)
