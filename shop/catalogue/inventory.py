"""All products as admins see them: in active ones too, with what the shop paid and to whom."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVarTuple

from sqlalchemy import Numeric, Select, Subquery, func, literal, or_, select, union_all
from sqlalchemy.orm import selectinload

from shop.catalogue.listing import Listing
from shop.catalogue.model import Activity, Category, Product, Vendor

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


def in_order(query: Select[*Columns], sort: InventorySort, gold_rate: Decimal) -> Select[*Columns]:
    """Sort a query of products; those that are alike follow each other by id.

    :param gold_rate: 22 carat, in rupees a gram, for the price.
    """
    column, falls = _SORTED.get(sort, (None, sort is InventorySort.PRICE_DOWN))
    columns = [column, Product.id]
    if column is None:
        priced = _priced(gold_rate)
        query = query.join(priced, priced.c.product_id == Product.id)
        columns = [priced.c.price, priced.c.product_id]
    return query.order_by(*(each.desc() if falls else each.asc() for each in columns))


_SORTED: dict[InventorySort, tuple[Any, bool]] = {
    InventorySort.NEWEST: (Product.created_at, True),
    InventorySort.OLDEST: (Product.created_at, False),
    InventorySort.CODE: (Product.code, False),
    InventorySort.NAME: (func.lower(Product.name), False),
    InventorySort.WEIGHT_UP: (Product.weight, False),
    InventorySort.WEIGHT_DOWN: (Product.weight, True),
}
"""What to sort by, each an index, and whether the list goes down."""


def _priced(gold_rate: Decimal) -> Subquery:
    """Return what each product costs: what is on sale as it is listed, in an index's order, the rest computed."""
    price = func.ornament_price(
        gold_rate, Product.weight, Product.making_charge, Product.wastage_charge, Product.discount, type_=Numeric()
    )
    is_put_away = Product.status != literal(Activity.ACTIVE.value, literal_execute=True)  # as its index says it
    return union_all(select(Listing.product_id, Listing.price), select(Product.id, price).where(is_put_away)).subquery()
