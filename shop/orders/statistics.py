"""Statistics about orders: the tables with counts by status, and queries."""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Column, Integer, Numeric, Select, String, Table, case, func, select

from shop.db import counters
from shop.db.base import Base
from shop.orders.model import Order, OrderItem, Status
from shop.orders.queries import OPEN_STATUSES

STATUS_COUNTS = Table(
    "status_count", Base.metadata, Column("status", String, nullable=False), Column("number", Integer, nullable=False)
)
"""The lines of orders by status: see :mod:`shop.db.counters`."""

STATUS_AMOUNTS = Table(
    "status_amount",
    Base.metadata,
    Column("status", String, nullable=False),
    Column("number", Numeric(16, 2), nullable=False),
)
"""The amounts of these lines in rupees. They have a separate table, because the previous version compacts only the
counts."""


def sales(start: dt.datetime, end: dt.datetime) -> Select[int, Decimal]:
    """Select the number of ``orders`` placed from ``start`` until ``end``, and their ``sales`` in rupees.

    Cancelled lines are not counted as sales, and an order is not counted if all its lines are cancelled.
    """
    period = (Order.ordered_at >= start, Order.ordered_at < end)
    is_cancelled = OrderItem.status == Status.CANCELLED.value
    cancelled = (
        select(
            OrderItem.order_id,
            func.sum(OrderItem.total_amount).filter(is_cancelled).label("amount"),
            func.bool_and(is_cancelled).label("is_whole"),
        )
        .join(OrderItem.order)
        .where(*period)
        .group_by(OrderItem.order_id)
        .subquery()
    )
    amount = func.coalesce(func.sum(Order.total_amount - func.coalesce(cancelled.c.amount, 0)), 0)
    query = select(func.count().label("orders"), amount.label("sales")).select_from(Order)
    query = query.outerjoin(cancelled, cancelled.c.order_id == Order.id)
    return query.where(*period, func.coalesce(cancelled.c.is_whole, False).is_(False))


def oldest_by_status() -> Select[str, dt.datetime]:
    """Select for each status of open lines the earliest time since which a line has it."""
    stamps = {status.value: getattr(OrderItem, status.stamp) for status in OPEN_STATUSES}
    since = func.coalesce(case(stamps, value=OrderItem.status), OrderItem.ordered_at)
    return (
        select(OrderItem.status, func.min(since))
        .where(OrderItem.status.in_([status.value for status in OPEN_STATUSES]))
        .group_by(OrderItem.status)
    )


def delivered(since: dt.datetime) -> Select[int, dt.timedelta | None]:
    """Select the number of ``items`` delivered since then, and the average ``duration`` from order to delivery."""
    duration = OrderItem.delivered_at - Order.ordered_at
    return (
        select(func.count().label("items"), func.avg(duration).label("duration"))
        .select_from(OrderItem)
        .join(OrderItem.order)
        .where(OrderItem.status == Status.DELIVERED.value, OrderItem.delivered_at >= since)
    )


def all_counts_by_status() -> Select[str, int]:
    """Select the number of lines of all orders by status."""
    return counters.totals(STATUS_COUNTS)


def all_amounts_by_status() -> Select[str, int, Decimal]:
    """Select the same counts, and for each status the sum of the lines' amounts in rupees."""
    counted, summed = counters.totals(STATUS_COUNTS).subquery(), counters.totals(STATUS_AMOUNTS).subquery()
    amount = func.coalesce(summed.c.number, 0)
    query = select(counted.c.status, counted.c.number, amount).select_from(counted)
    return query.outerjoin(summed, summed.c.status == counted.c.status)
