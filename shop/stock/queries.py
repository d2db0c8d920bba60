"""Reading the ledger of pieces."""

from typing import Any

from sqlalchemy import BigInteger, Select, column, func, select, table

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.stock.model import BackInStockRequest, StockMovement

_ORDER_ITEM = table("order_item", column("id", BigInteger), column("order_id", BigInteger))


def movements_of(product_id: int) -> Select[Any]:
    """Select a product's movements, the newest first, with ``order_id`` and the count ``left`` after each."""
    left = func.sum(StockMovement.quantity).over(order_by=StockMovement.id)
    return (
        select(StockMovement, left.label("left"), _ORDER_ITEM.c.order_id)
        .outerjoin(_ORDER_ITEM, _ORDER_ITEM.c.id == StockMovement.order_item_id)
        .where(StockMovement.product_id == product_id)
        .order_by(StockMovement.id.desc())
    )


def open_requests(customer_id: int) -> Select[BackInStockRequest, bool]:
    """Select a shopper's requests that were not answered by a mail, the oldest first, with ``email_confirmed``."""
    return (
        select(BackInStockRequest, Customer.email_confirmed_at.is_not(None).label("email_confirmed"))
        .join(Customer, Customer.id == BackInStockRequest.customer_id)
        .where(BackInStockRequest.customer_id == customer_id, BackInStockRequest.mailed_at.is_(None))
        .order_by(BackInStockRequest.id)
    )


def count_waiting(product_id: int) -> Select[int]:
    """Select how many shoppers wait for a product to be back."""
    return select(func.count()).where(
        BackInStockRequest.product_id == product_id, BackInStockRequest.mailed_at.is_(None)
    )


def differences() -> Select[int, str, int | None, int]:
    """Select the id, name, count and sum of movements of each product whose count is not that sum."""
    sums = select(StockMovement.product_id, func.sum(StockMovement.quantity).label("sum"))
    ledger = sums.group_by(StockMovement.product_id).subquery()
    moved = func.coalesce(ledger.c.sum, 0)
    return (
        select(Product.id, Product.name, Product.stock_quantity, moved)
        .outerjoin(ledger, ledger.c.product_id == Product.id)
        .where(func.coalesce(Product.stock_quantity, 0) != moved)
        .order_by(Product.id)
    )


def wrong_orders() -> Select[int, int, int]:
    """Select order lines whose movements together are more pieces than the line has: id, pieces, sum taken."""
    item = table("order_item", column("id", BigInteger), column("quantity", BigInteger))
    taken = -func.sum(StockMovement.quantity)
    return (
        select(item.c.id, item.c.quantity, taken)
        .join(StockMovement, StockMovement.order_item_id == item.c.id)
        .group_by(item.c.id, item.c.quantity)
        .having((taken > item.c.quantity) | (taken < 0))
        .order_by(item.c.id)
    )
