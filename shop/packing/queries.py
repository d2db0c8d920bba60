"""Queries for packing: where pieces are stored, and which product or piece a scanned text identifies."""

from collections.abc import Sequence

from sqlalchemy import Select, SQLColumnExpression, collate, func, literal, select

from shop.catalogue.model import Product
from shop.huids.model import HallmarkedPiece
from shop.orders.model import OrderItem


def pieces_of(order_ids: Sequence[int]) -> Select[int, int, str, str | None]:
    """Select the lines of these orders, each with the current code and bin of its product."""
    query = select(OrderItem.order_id, OrderItem.id.label("item_id"), Product.code, Product.bin)
    query = query.join(Product, Product.id == OrderItem.product_id).where(OrderItem.order_id.in_(order_ids))
    return query.order_by(OrderItem.order_id, OrderItem.line)


def product_with_code(code: str) -> Select[str, str]:
    """Select name and code of the product with a scanned code. Scanners differ in capitals, blanks and hyphens."""
    return (
        select(Product.name, Product.code)
        .where(_plain(Product.code) == _plain(literal(code)))
        .order_by(Product.code != code, Product.id)
        .limit(1)
    )


def line_with_huid(huid: str) -> Select[int, int, str]:
    """Select the order line that has the piece with this HUID."""
    query = select(OrderItem.order_id, OrderItem.id.label("item_id"), OrderItem.product_name)
    query = query.join(HallmarkedPiece, HallmarkedPiece.order_item_id == OrderItem.id)
    return query.where(HallmarkedPiece.huid == huid)


def _plain(code: SQLColumnExpression[str]) -> SQLColumnExpression[str]:
    """Return a code in the form of the index product_plain_code_idx."""
    return func.translate(func.lower(collate(code, "C")), " -_./", "")
