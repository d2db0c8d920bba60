"""Queries of couriers and tracking numbers."""

from sqlalchemy import Select, select

from shop.orders.model import Order, OrderItem
from shop.shipping.model import ShipmentChange


def line_for_update(item_id: int) -> Select[OrderItem]:
    """Select a line, and lock it and its order as a status change does."""
    query = select(OrderItem).join(OrderItem.order).where(OrderItem.id == item_id)
    return query.with_for_update().execution_options(populate_existing=True)


def owner_of(order_id: int) -> Select[int]:
    """Select the customer of an order."""
    return select(Order.customer_id).where(Order.id == order_id)


def changes_of(item_id: int) -> Select[ShipmentChange]:
    """Select the earlier couriers and numbers of a line, the newest first."""
    query = select(ShipmentChange).where(ShipmentChange.order_item_id == item_id)
    return query.order_by(ShipmentChange.version.desc()).limit(50)
