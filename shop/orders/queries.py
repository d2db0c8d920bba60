"""Finding orders."""

import datetime as dt
from collections.abc import Sequence
from typing import Any

from sqlalchemy import Select, String, bindparam, cast, func, or_, select
from sqlalchemy.orm import contains_eager, joinedload, selectinload

from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem


def with_lines(query: Select[Any]) -> Select[Any]:
    """Load each order with its shopper, its lines and their history."""
    return query.options(joinedload(Order.customer), selectinload(Order.items).selectinload(OrderItem.history))


def by_number(order_id: int) -> Select[Order]:
    """Select one order, whole."""
    return with_lines(select(Order).where(Order.id == order_id))


TO_CHANGE_ITEM: Select[Order] = (
    select(Order)
    .join(Order.items)
    .where(Order.id == select(OrderItem.order_id).where(OrderItem.id == bindparam("item_id")).scalar_subquery())
    .options(contains_eager(Order.items))
    .order_by(OrderItem.line)
    .with_for_update()
    .execution_options(populate_existing=True)
)
"""Select and lock the order of the line ``item_id`` with all its lines.

One statement: PostgreSQL reads a row that it had to wait for again once it has the lock.
"""


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
    query = select(Order).join(Order.customer)
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


def counts_by_status(orders: Select[Order]) -> Select[str, int]:
    """Select how many lines of these orders have each status."""
    numbers = orders.with_only_columns(Order.id).order_by(None)
    return select(OrderItem.status, func.count()).where(OrderItem.order_id.in_(numbers)).group_by(OrderItem.status)
