"""Lists of products, categories and vendors for admins, including inactive rows, purchase data and vendors."""

from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVarTuple

from sqlalchemy import Boolean, Numeric, Select, Subquery, func, literal, literal_column, or_, select, union_all
from sqlalchemy.orm import selectinload

from shop.catalogue.model import Activity, Category, Product, Vendor
from shop.catalogue.price_listing import Listing
from shop.catalogue.stock import IS_LOW_STOCK

Columns = TypeVarTuple("Columns")


class AdminProductSort(StrEnum):
    """The sort orders of the list, by their names on the wire."""

    NEWEST = "newest"
    OLDEST = "oldest"
    CODE = "code"
    NAME = "name"
    WEIGHT_UP = "weightAsc"
    WEIGHT_DOWN = "weightDesc"
    PRICE_UP = "priceAsc"
    PRICE_DOWN = "priceDesc"
    STOCK_UP = "stockAsc"
    STOCK_DOWN = "stockDesc"


class StockLevel(StrEnum):
    """A filter of the number of pieces: ``low`` is at most 2, in total or in a size."""

    LOW = "low"
    COUNTED = "counted"
    NOT_COUNTED = "notCounted"


class ProductStatus(StrEnum):
    """A filter of the status. A ``scheduled`` product is inactive until it goes on sale."""

    ACTIVE = Activity.ACTIVE.value
    INACTIVE = Activity.INACTIVE.value
    SCHEDULED = "scheduled"


def select_products() -> Select[Product, str, str]:
    """Select all products with their images, the category's name and the vendor's name."""
    return (
        select(Product, Category.name, Vendor.name)
        .join(Category, Category.id == Product.category_id)
        .join(Vendor, Vendor.id == Product.vendor_id)
        .options(selectinload(Product.images))
    )


_STOCK_LEVELS = {
    StockLevel.LOW: literal_column(IS_LOW_STOCK, Boolean),
    StockLevel.COUNTED: Product.stock_quantity.is_not(None),
    StockLevel.NOT_COUNTED: Product.stock_quantity.is_(None),
}


@dataclass(frozen=True, kw_only=True)
class ProductFilters:
    """The filters of a list; None excludes nothing.

    ``search`` is any part of the code, the name or the category's name, in any case.
    """

    search: str = ""
    category_id: int | None = None
    vendor_id: int | None = None
    product_type: str | None = None
    status: str | None = None
    stock_availability: str | None = None
    stock_level: StockLevel | None = None

    def apply(self, query: Select[*Columns]) -> Select[*Columns]:
        """Add the conditions to a query of products and their categories."""
        columns = ("category_id", "vendor_id", "product_type", "stock_availability")
        values = {getattr(Product, name): getattr(self, name) for name in columns}
        query = query.where(*(column == value for column, value in values.items() if value is not None))
        if self.status == ProductStatus.SCHEDULED:
            query = query.where(Product.on_sale_at.is_not(None))
        elif self.status is not None:
            query = query.where(Product.status == self.status)
        if self.stock_level is not None:
            query = query.where(_STOCK_LEVELS[self.stock_level])
        if self.search:
            searched = (Product.code, Product.name, Category.name)
            part = self.search.lower()
            query = query.where(or_(*(func.lower(column).contains(part, autoescape=True) for column in searched)))
        return query


def sort_products(query: Select[*Columns], sort: AdminProductSort, gold_rate: Decimal) -> Select[*Columns]:
    """Sort a query of products; equal ones follow each other by id.

    :param gold_rate: the 22-carat rate in rupees a gram, for the price.
    """
    column, is_descending = _SORT_COLUMNS.get(sort, (None, sort is AdminProductSort.PRICE_DOWN))
    columns = [column, Product.id]
    if column is None:
        prices = _prices(gold_rate)
        query = query.join(prices, prices.c.product_id == Product.id)
        columns = [prices.c.price, prices.c.product_id]
    if sort is AdminProductSort.STOCK_DOWN:
        return query.order_by(Product.stock_quantity.desc().nulls_last(), Product.id.desc())
    return query.order_by(*(each.desc() if is_descending else each.asc() for each in columns))


_SORT_COLUMNS: dict[AdminProductSort, tuple[Any, bool]] = {
    AdminProductSort.NEWEST: (Product.created_at, True),
    AdminProductSort.OLDEST: (Product.created_at, False),
    AdminProductSort.CODE: (Product.code, False),
    AdminProductSort.NAME: (func.lower(Product.name), False),
    AdminProductSort.WEIGHT_UP: (Product.weight, False),
    AdminProductSort.WEIGHT_DOWN: (Product.weight, True),
    AdminProductSort.STOCK_UP: (Product.stock_quantity, False),
    AdminProductSort.STOCK_DOWN: (Product.stock_quantity, True),
}
"""The column of each sort order, which has an index, and whether it is descending."""


def _prices(gold_rate: Decimal) -> Subquery:
    """Return the price of each product: read from ``listing`` for active products, computed for the others."""
    price = func.ornament_price(
        *(gold_rate, Product.weight, Product.making_charge, Product.wastage_charge, Product.discount),
        Product.stone_charge,
        type_=Numeric(),
    )
    is_inactive = Product.status != literal(
        Activity.ACTIVE.value, literal_execute=True
    )  # the partial index's condition
    return union_all(select(Listing.product_id, Listing.price), select(Product.id, price).where(is_inactive)).subquery()


class CategorySort(StrEnum):
    """The sort orders of the list, by their names on the wire."""

    OLDEST = "oldest"
    NEWEST = "newest"
    CODE = "code"
    CODE_DOWN = "codeDesc"
    NAME = "name"
    NAME_DOWN = "nameDesc"


class VendorSort(StrEnum):
    """The sort orders of the list, by their names on the wire."""

    OLDEST = "oldest"
    NEWEST = "newest"
    NAME = "name"
    NAME_DOWN = "nameDesc"


def select_categories(search: str, sort: CategorySort) -> Select[Category]:
    """Select the categories with ``search`` in their code or name, in any case."""
    query = select(Category)
    if search:
        query = query.where(or_(*(part.icontains(search, autoescape=True) for part in (Category.code, Category.name))))
    code, name = func.lower(Category.code), func.lower(Category.name)
    orders = {
        CategorySort.OLDEST: (),
        CategorySort.NEWEST: (Category.id.desc(),),
        CategorySort.CODE: (code,),
        CategorySort.CODE_DOWN: (code.desc(),),
        CategorySort.NAME: (name,),
        CategorySort.NAME_DOWN: (name.desc(),),
    }
    return query.order_by(*orders[sort], Category.id)


def select_vendors(search: str, sort: VendorSort) -> Select[Vendor]:
    """Select the vendors with ``search`` in their name, city or phone numbers, in any case."""
    query = select(Vendor)
    if search:
        parts = (Vendor.name, Vendor.address2, Vendor.contact_numbers)
        query = query.where(or_(*(part.icontains(search, autoescape=True) for part in parts)))
    name = func.lower(Vendor.name)
    orders = {
        VendorSort.OLDEST: (),
        VendorSort.NEWEST: (Vendor.id.desc(),),
        VendorSort.NAME: (name,),
        VendorSort.NAME_DOWN: (name.desc(),),
    }
    return query.order_by(*orders[sort], Vendor.id)
