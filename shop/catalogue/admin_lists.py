"""Lists of products, categories and vendors for admins, including inactive rows, purchase data and vendors."""

import datetime as dt
import operator
from collections.abc import Iterator
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from typing import Any, TypeVarTuple

from sqlalchemy import (
    BigInteger,
    Boolean,
    ColumnElement,
    Numeric,
    Select,
    Subquery,
    and_,
    cast,
    func,
    literal,
    literal_column,
    or_,
    select,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import TSQUERY
from sqlalchemy.orm import selectinload

from shop.catalogue.model import Activity, Category, Product, Vendor
from shop.catalogue.price_listing import Listing
from shop.catalogue.stock import IS_LOW_STOCK
from shop.catalogue.text_search.matching import SearchText
from shop.catalogue.text_search.words import searched_words
from shop.customers.queries import compact_phone, has_phone

Columns = TypeVarTuple("Columns")
SortValue = dt.datetime | Decimal | int | str
CursorPosition = tuple[SortValue | None, int]
"""The sort value of the last row of a page, which is None if pieces are not counted, and the product's id."""


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

    ``search`` is any part of the code, the name or the category's name, in any case. It also matches as in a shopper's
    search: the words of a name without accents and punctuation, or the beginning of a code without punctuation.
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
            parts = [func.lower(column).contains(part, autoescape=True) for column in searched]
            query = query.where(or_(*parts, *_matches_spelling(SearchText(self.search))))
        return query


def _matches_spelling(text: SearchText) -> Iterator[ColumnElement[bool]]:
    """Yield the conditions that a search in a shopper's spelling matches a product's name, category or code.

    The names of active products are looked up in ``listing``, which has an index of their words.
    """
    if text.is_by_word:
        words = cast("&".join(word.prefixes for word in searched_words(text.text)), TSQUERY)

        def has_words(name: Any) -> ColumnElement[bool]:
            return func.search_words(name).bool_op("@@")(words)

        yield Product.id.in_(select(Listing.product_id).where(has_words(Listing.name)))
        yield and_(Product.status != Activity.ACTIVE.value, has_words(Product.name))
        yield Product.category_id.in_(select(Category.id).where(has_words(Category.name)).correlate(None))
    if text.code:
        yield func.translate(func.lower(Product.code), " -_./", "").startswith(text.code)


def sort_products(query: Select[*Columns], sort: AdminProductSort, gold_rate: Decimal) -> Select[*Columns]:
    """Sort a query of products, and equal products by id.

    :param gold_rate: the 22-carat rate in rupees a gram, for the price.
    """
    return _sort(query, sort, gold_rate)[0]


def select_page(
    query: Select[Product, str, str],
    sort: AdminProductSort,
    gold_rate: Decimal,
    *,
    after: CursorPosition | None,
    limit: int,
) -> Select[Product, str, str, Any]:
    """Sort a query as :func:`sort_products` does, and limit it to the first rows after a position.

    A further column ``sort_value`` has the values by which the rows are sorted.
    """
    query, value, product_id = _sort(query, sort, gold_rate)
    if after is not None:
        query = query.where(_is_after(sort, value, product_id, after))
    return query.add_columns(value.label("sort_value")).limit(limit)


def _sort(query: Select[*Columns], sort: AdminProductSort, gold_rate: Decimal) -> tuple[Select[*Columns], Any, Any]:
    """Return the sorted query with the columns by which it is sorted."""
    value: Any = _SORT_COLUMNS.get(sort)
    product_id: Any = Product.id
    if value is None:
        prices = _prices(gold_rate)
        query = query.join(prices, prices.c.product_id == Product.id)
        value, product_id = prices.c.price, prices.c.product_id
    if sort is AdminProductSort.STOCK_DOWN:
        return query.order_by(value.desc().nulls_last(), product_id.desc()), value, product_id
    order = (each.desc() if sort in _DESCENDING else each.asc() for each in (value, product_id))
    return query.order_by(*order), value, product_id


def _is_after(sort: AdminProductSort, value: Any, product_id: Any, after: CursorPosition) -> ColumnElement[bool]:
    """Return the condition that a row follows a position. Products whose pieces are not counted follow all others."""
    comes_after = operator.lt if sort in _DESCENDING else operator.gt
    last_value, last_id = literal(after[0], value.type), literal(after[1], BigInteger)
    if after[0] is None:
        return and_(value.is_(None), comes_after(product_id, last_id))
    is_after: ColumnElement[bool] = comes_after(tuple_(value, product_id), tuple_(last_value, last_id))
    has_nulls = sort in {AdminProductSort.STOCK_UP, AdminProductSort.STOCK_DOWN}
    return or_(is_after, value.is_(None)) if has_nulls else is_after


_SORT_COLUMNS: dict[AdminProductSort, Any] = {
    AdminProductSort.NEWEST: Product.created_at,
    AdminProductSort.OLDEST: Product.created_at,
    AdminProductSort.CODE: Product.code,
    AdminProductSort.NAME: func.lower(Product.name),
    AdminProductSort.WEIGHT_UP: Product.weight,
    AdminProductSort.WEIGHT_DOWN: Product.weight,
    AdminProductSort.STOCK_UP: Product.stock_quantity,
    AdminProductSort.STOCK_DOWN: Product.stock_quantity,
}
"""The column of each sort order except the price. Each column has an index."""
_DESCENDING = {
    AdminProductSort.NEWEST,
    AdminProductSort.WEIGHT_DOWN,
    AdminProductSort.PRICE_DOWN,
    AdminProductSort.STOCK_DOWN,
}


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
        has_number = has_phone(literal(compact_phone(search)), Vendor.contact_numbers)
        query = query.where(or_(*(part.icontains(search, autoescape=True) for part in parts), has_number))
    name = func.lower(Vendor.name)
    orders = {
        VendorSort.OLDEST: (),
        VendorSort.NEWEST: (Vendor.id.desc(),),
        VendorSort.NAME: (name,),
        VendorSort.NAME_DOWN: (name.desc(),),
    }
    return query.order_by(*orders[sort], Vendor.id)
