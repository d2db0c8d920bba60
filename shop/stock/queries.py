"""Queries of the stock ledger."""

from typing import Any

from sqlalchemy import BigInteger, Integer, Select, String, column, func, literal, select, table, true, union_all

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.stock.model import BackInStockRequest, StockMovement

_ORDER_ITEM = table("order_item", column("id", BigInteger), column("order_id", BigInteger))


def movements_of(product_id: int) -> Select[Any]:
    """Select a product's movements, the newest first, with ``order_id`` and its size's count ``left`` after each."""
    left = func.sum(StockMovement.quantity).over(partition_by=StockMovement.size, order_by=StockMovement.id)
    return (
        select(StockMovement, left.label("left"), _ORDER_ITEM.c.order_id)
        .outerjoin(_ORDER_ITEM, _ORDER_ITEM.c.id == StockMovement.order_item_id)
        .where(StockMovement.product_id == product_id)
        .order_by(StockMovement.id.desc())
    )


def open_requests(customer_id: int) -> Select[BackInStockRequest, bool]:
    """Select a shopper's requests for which no mail was sent yet, the oldest first, with ``email_confirmed``."""
    return (
        select(BackInStockRequest, Customer.email_confirmed_at.is_not(None).label("email_confirmed"))
        .join(Customer, Customer.id == BackInStockRequest.customer_id)
        .where(BackInStockRequest.customer_id == customer_id, BackInStockRequest.mailed_at.is_(None))
        .order_by(BackInStockRequest.id)
    )


def count_waiting(product_id: int) -> Select[int]:
    """Select the number of shoppers who wait for a product to be back in stock."""
    return select(func.count()).where(
        BackInStockRequest.product_id == product_id, BackInStockRequest.mailed_at.is_(None)
    )


def differences() -> Select[int, str, str | None, int | None, int]:
    """Select each stock count that differs from the sum of its movements: id, name, size, count and sum.

    A product with sizes has a count for each size. Its own count is their total, which is compared with the sum of all
    movements. So the movements of a size that the product no longer has must add up to 0.
    """
    columns = (column("label", String()), column("stock_quantity", Integer()))
    size = func.jsonb_to_recordset(Product.sizes).table_valued(*columns, name="size").render_derived(with_types=True)
    counts = union_all(
        select(Product.id, literal("").label("size"), Product.stock_quantity).where(Product.sizes == []),
        select(Product.id, size.c.label, size.c.stock_quantity).select_from(Product).join(size, true()),
        select(Product.id, literal("all"), Product.stock_quantity).where(Product.sizes != []),
    ).subquery("counts")
    quantity, of = func.sum(StockMovement.quantity), StockMovement.product_id
    label = func.coalesce(StockMovement.size, "")
    in_all = select(of, literal("all"), quantity).join(Product, Product.id == of).where(Product.sizes != [])
    ledger = union_all(
        select(of, label.label("size"), quantity.label("sum")).group_by(of, label), in_all.group_by(of)
    ).subquery("ledger")
    moved, counted = func.coalesce(ledger.c.sum, 0), func.coalesce(counts.c.stock_quantity, 0)
    shown = func.coalesce(counts.c.size, ledger.c.size)
    return (
        select(Product.id, Product.name, func.nullif(shown, ""), counts.c.stock_quantity, moved)
        .select_from(counts)
        .join(ledger, (ledger.c.product_id == counts.c.id) & (ledger.c.size == counts.c.size), full=True)
        .join(Product, Product.id == func.coalesce(counts.c.id, ledger.c.product_id))
        .where(counted != moved)
        .order_by(Product.id, shown)
    )


def wrong_orders() -> Select[int, int, int]:
    """Select order lines whose movements took more pieces than the line has: id, pieces of the line, pieces taken."""
    item = table("order_item", column("id", BigInteger), column("quantity", BigInteger))
    taken = -func.sum(StockMovement.quantity)
    return (
        select(item.c.id, item.c.quantity, taken)
        .join(StockMovement, StockMovement.order_item_id == item.c.id)
        .group_by(item.c.id, item.c.quantity)
        .having((taken > item.c.quantity) | (taken < 0))
        .order_by(item.c.id)
    )
