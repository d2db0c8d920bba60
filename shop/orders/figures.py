"""Counting orders."""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Select, func, select

from shop.orders.model import Order, OrderItem, Status


def taken(start: dt.datetime, end: dt.datetime) -> Select[int, Decimal]:
    """Select how many orders came from ``start`` to ``end``, and their ``sales`` in rupees."""
    sales = func.coalesce(func.sum(Order.total_amount), 0)
    count = select(func.count().label("orders"), sales.label("sales")).select_from(Order)
    return count.where(Order.ordered_at >= start, Order.ordered_at <= end)


def standing() -> Select[str, int, dt.datetime]:
    """Select how many lines have each status, and when the oldest of their orders was placed."""
    return (
        select(OrderItem.status, func.count(), func.min(Order.ordered_at))
        .join(OrderItem.order)
        .group_by(OrderItem.status)
    )


def delivered(since: dt.datetime) -> Select[int, dt.timedelta | None]:
    """Select how many ``items`` were delivered since then, and the time ``taken`` from the order, on average."""
    time = OrderItem.delivered_at - Order.ordered_at
    return (
        select(func.count().label("items"), func.avg(time).label("taken"))
        .select_from(OrderItem)
        .join(OrderItem.order)
        .where(OrderItem.status == Status.DELIVERED.value, OrderItem.delivered_at >= since)
    )
