"""Queries for products on sale: by name, facet group and price, in five sort orders.

A facet group holds all products with the same category, type, purity, stock and rating. There are few groups, so the
filters are resolved to group ids first. PostgreSQL then reads the rows of these groups in the order of an index. The
counts for each filter are in :mod:`shop.catalogue.facets`.
"""

import datetime as dt
import re
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import BigInteger, ColumnElement, Select, bindparam, func, literal_column, select, tuple_
from sqlalchemy.orm import InstrumentedAttribute

from shop.catalogue.model import Category
from shop.catalogue.price_listing import FacetGroup, Listing
from shop.catalogue.queries import detail_conditions, is_any
from shop.catalogue.text_search import matching
from shop.catalogue.text_search.matching import TextMatch, TextShape
from shop.db.query import BoundQuery, Query


class Sort(StrEnum):
    """The sort orders of a list, by their names on the wire."""

    NEWEST = "newest"
    PRICE_UP = "priceAsc"
    PRICE_DOWN = "priceDesc"
    RATING = "rating"
    BEST_SELLING = "bestSelling"
    BEST_MATCH = "bestMatch"

    @classmethod
    def _missing_(cls, value: object) -> "Sort | None":
        """Also accept the names ``price``, which is ascending, and ``best selling``."""
        words = {"price": cls.PRICE_UP, "bestselling": cls.BEST_SELLING, "bestmatch": cls.BEST_MATCH}
        return words.get(re.sub("[ _-]", "", value).lower()) if isinstance(value, str) else None


SortValue = dt.datetime | Decimal | int
CursorPosition = tuple[SortValue, int]
"""Where a page ended: the last row's value of the sorted column, and its product's id."""

_SORT_COLUMNS: dict[Sort, tuple[InstrumentedAttribute[Any], bool]] = {
    Sort.NEWEST: (Listing.listed_at, True),
    Sort.PRICE_UP: (Listing.price, False),
    Sort.PRICE_DOWN: (Listing.price, True),
    Sort.RATING: (Listing.rating, True),
    Sort.BEST_SELLING: (Listing.sold, True),
    Sort.BEST_MATCH: (Listing.sold, True),
}
"""The column of each sort order, and whether it is descending. With a text, the best match has an expression."""

GROUP_COLUMNS = ("category_id", "product_type", "purity", "in_stock", "stars")
"""The columns that define a facet group."""


@dataclass(frozen=True)
class Filters:
    """The filters of a list; an empty set excludes nothing. Bounds, in rupees and grams, are inclusive.

    ``categories`` are ids or codes, and ``category_ids`` are further ids.
    ``search`` is the text that :mod:`shop.catalogue.text_search.matching` matches.
    """

    search: str = ""
    categories: frozenset[str] = frozenset()
    category_ids: frozenset[int] = frozenset()
    product_types: frozenset[str] = frozenset()
    purities: frozenset[str] = frozenset()
    stock: frozenset[bool] = frozenset()
    min_stars: int = 0
    min_price: Decimal | None = None
    max_price: Decimal | None = None
    min_weight: Decimal | None = None
    max_weight: Decimal | None = None
    sizes: frozenset[str] = frozenset()
    stones: frozenset[str] = frozenset()

    @property
    def has_categories(self) -> bool:
        """Whether the filters select categories."""
        return bool(self.categories or self.category_ids)

    @property
    def excludes_groups(self) -> bool:
        """Whether the filters exclude any facet group."""
        return self.has_categories or bool(self.group_values)

    @cached_property
    def group_values(self) -> dict[str, list[Any]]:
        """The allowed values of each group column that has a filter, except the category."""
        stars = range(self.min_stars, 6) if self.min_stars else ()
        stock = self.stock if len(self.stock) == 1 else ()  # both values exclude nothing
        values = (self.product_types, self.purities, stock, stars)
        return {column: list(allowed) for column, allowed in zip(GROUP_COLUMNS[1:], values, strict=True) if allowed}


@dataclass(frozen=True)
class CategoryRef:
    """A category. ``allowed_groups`` are its facet groups that match the filters on the other columns."""

    id: int
    code: str
    name: str
    allowed_groups: Sequence[int] = ()

    def is_selected_by(self, filters: Filters) -> bool:
        """Whether the ids or codes of these filters include this category."""
        names = {str(self.id), self.code.casefold()}
        return self.id in filters.category_ids or bool(names & filters.categories)


@dataclass(frozen=True)
class QueryShape:
    """The conditions that a search has, without their values. The statements of each shape are built once."""

    text: TextShape | None = None
    has_group_filter: bool = False
    has_min_price: bool = False
    has_max_price: bool = False
    details: frozenset[str] = frozenset()
    """Which of the filters by weight, size and stone are set: keys of the conditions on a product's details."""
    only_in_stock: bool = False
    """Whether only products in stock are listed. A size then counts if it has pieces itself."""

    @property
    def has_price(self) -> bool:
        """Whether there is a price filter."""
        return self.has_min_price or self.has_max_price


@dataclass(frozen=True)
class Search:
    """Filters, the shop's categories by id, and the matches of the search text.

    The categories may be missing if no filter needs them.
    """

    filters: Filters
    categories: Mapping[int, CategoryRef]
    text: TextMatch | None = None

    @cached_property
    def group_values(self) -> dict[str, list[Any]]:
        """The allowed values of each group column that has a filter."""
        ids = {GROUP_COLUMNS[0]: [category.id for category in self._selected]} if self.filters.has_categories else {}
        return ids | self.filters.group_values

    @cached_property
    def allowed_groups(self) -> list[int] | None:
        """The groups that the filters allow, or None without such filters."""
        if not self.filters.excludes_groups:
            return None
        return list(chain.from_iterable(category.allowed_groups for category in self._selected))

    @cached_property
    def _selected(self) -> list[CategoryRef]:
        filters = self.filters
        return [one for one in self.categories.values() if not filters.has_categories or one.is_selected_by(filters)]

    @cached_property
    def shape(self) -> QueryShape:
        """The conditions of this search."""
        return QueryShape(
            text=self.text.shape if self.text else None,
            has_group_filter=self.allowed_groups is not None,
            has_min_price=self.filters.min_price is not None,
            has_max_price=self.filters.max_price is not None,
            details=frozenset(self._details),
            only_in_stock=self.filters.stock == {True},
        )

    @cached_property
    def _details(self) -> dict[str, Any]:
        filters = self.filters
        weights = {"min_weight": filters.min_weight, "max_weight": filters.max_weight}
        lists = {"sizes": sorted(filters.sizes), "stones": sorted(filters.stones)}
        return {name: value for name, value in weights.items() if value is not None} | {
            name: values for name, values in lists.items() if values
        }

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values for the statements of the shape."""
        filters = self.filters
        prices = {"low": filters.min_price, "high": filters.max_price}
        text = self.text.values if self.text else {}
        return {"allowed_groups": self.allowed_groups} | prices | text | self.group_values | self._details


def category_refs(filters: Filters) -> BoundQuery:
    """Query all categories as :class:`CategoryRef`, with facet groups only if the filters need them."""
    return _category_refs(filters.excludes_groups, frozenset(filters.group_values))(**filters.group_values)


@lru_cache(maxsize=500)
def page(shape: QueryShape, sort: Sort, *, limit: int, has_cursor: bool = False) -> Select[int, Any]:
    """Select the product ids of a page in order, with the value of the sorted column as ``sort_value``.

    :param limit: the number of rows. It is part of the statement, because a generic plan is good only for a known
        limit.
    :param has_cursor: whether the page begins after the position of :func:`cursor_values`.
    """
    sorted_by, descending = _sort_column(shape, sort)
    conditions = (
        *text_conditions(shape),
        *group_conditions(shape),
        *price_conditions(shape),
        *detail_conditions(shape.details, only_in_stock=shape.only_in_stock),
    )
    query = select(Listing.product_id, sorted_by.label("sort_value")).where(*conditions)
    if has_cursor:
        position = tuple_(sorted_by, Listing.product_id)
        cursor = tuple_(bindparam("sort_value", type_=sorted_by.type), bindparam("id", type_=BigInteger()))
        query = query.where(position < cursor if descending else position > cursor)
    return query.order_by(*order_by(sort, sorted_by, Listing.product_id)).limit(literal_column(str(limit)))


def _sort_column(shape: QueryShape, sort: Sort) -> tuple[Any, bool]:
    if sort is Sort.BEST_MATCH and shape.text:
        return matching.best_match(shape.text), True
    return _SORT_COLUMNS[sort]


def order_by(sort: Sort, sort_value: Any, product_id: Any) -> Sequence[ColumnElement[Any]]:
    """Return the columns of ORDER BY."""
    return (sort_value.desc(), product_id.desc()) if _SORT_COLUMNS[sort][1] else (sort_value, product_id)


def cursor_values(after: CursorPosition | None) -> dict[str, Any]:
    """Return the values of a page's statement that begins after a position."""
    return {"sort_value": after[0], "id": after[1]} if after else {}


def text_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the condition of the search text."""
    return matching.conditions(shape.text) if shape.text else []


def group_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the condition of all filters but the price."""
    return [is_any(Listing.facet_group_id, "allowed_groups")] if shape.has_group_filter else []


def price_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the conditions of the price."""
    price = Listing.price
    low = [price >= bindparam("low", type_=price.type)] if shape.has_min_price else []
    high = [price <= bindparam("high", type_=price.type)] if shape.has_max_price else []
    return [*low, *high]


@cache
def _category_refs(excludes_groups: bool, columns: frozenset[str]) -> Query:  # noqa: FBT001 - a key
    allowed = _group_ids(*(is_any(getattr(FacetGroup, column), column) for column in sorted(columns)))
    groups = [allowed] if excludes_groups else []
    return Query.of(select(Category.id, Category.code, Category.name, *groups).order_by(Category.id))


def _group_ids(*conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    ids = select(FacetGroup.id).where(FacetGroup.category_id == Category.id, *conditions)
    return func.array(ids.scalar_subquery())
