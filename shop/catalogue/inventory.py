"""All products as admins see them: in active ones too, with what the shop paid and to whom."""

from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVarTuple

from sqlalchemy import Select, UnaryExpression, func, or_, select
from sqlalchemy.orm import selectinload

from shop.catalogue.model import Category, Product, Vendor

Columns = TypeVarTuple("Columns")


class InventorySort(StrEnum):
    """The orders of the list, as the wire names them."""

    NEWEST = "newest"
    OLDEST = "oldest"
    CODE = "code"
    NAME = "name"
    WEIGHT_UP = "weightAsc"
    WEIGHT_DOWN = "weightDesc"
    PRICE_UP = "priceAsc"
    PRICE_DOWN = "priceDesc"


def stocked() -> Select[Product, str, str]:
    """Select every product with its pictures, its category's and its vendor's name."""
    return (
        select(Product, Category.name, Vendor.name)
        .join(Category, Category.id == Product.category_id)
        .join(Vendor, Vendor.id == Product.vendor_id)
        .options(selectinload(Product.images))
    )


@dataclass(frozen=True, kw_only=True)
class Narrowing:
    """What a list of products is narrowed to; None lets everything through.

    ``search`` is any part of the code, the name or the category's name, in any case.
    """

    search: str = ""
    category_id: int | None = None
    vendor_id: int | None = None
    product_type: str | None = None
    status: str | None = None
    stock_availability: str | None = None

    def of(self, query: Select[*Columns]) -> Select[*Columns]:
        """Narrow a query of products and their categories."""
        columns = ("category_id", "vendor_id", "product_type", "status", "stock_availability")
        wanted = {getattr(Product, name): getattr(self, name) for name in columns}
        query = query.where(*(column == value for column, value in wanted.items() if value is not None))
        if self.search:
            named = (Product.code, Product.name, Category.name)
            part = self.search.lower()
            query = query.where(or_(*(func.lower(column).contains(part, autoescape=True) for column in named)))
        return query


def in_order(sort: InventorySort, gold_rate: Decimal) -> Sequence[UnaryExpression[Any]]:
    """Return what to order by; products that are alike follow each other by id.

    :param gold_rate: 22 carat, in rupees a gram, for the price.
    """
    price = func.ornament_price(
        gold_rate, Product.weight, Product.making_charge, Product.wastage_charge, Product.discount
    )
    columns = {
        InventorySort.NEWEST: (Product.created_at, True),
        InventorySort.OLDEST: (Product.created_at, False),
        InventorySort.CODE: (Product.code, False),
        InventorySort.NAME: (func.lower(Product.name), False),
        InventorySort.WEIGHT_UP: (Product.weight, False),
        InventorySort.WEIGHT_DOWN: (Product.weight, True),
        InventorySort.PRICE_UP: (price, False),
        InventorySort.PRICE_DOWN: (price, True),
    }
    column, falls = columns[sort]
    return [each.desc() if falls else each.asc() for each in (column, Product.id)]
