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

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Select,
    String,
    any_,
    bindparam,
    false,
    func,
    literal_column,
    or_,
    select,
    tuple_,
)
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from shop.catalogue.model import Category
from shop.catalogue.price_listing import FacetGroup, Listing
from shop.db.query import BoundQuery, Query


class Sort(StrEnum):
    """The orders of a list, as the wire names them."""

    NEWEST = "newest"
    PRICE_UP = "priceAsc"
    PRICE_DOWN = "priceDesc"
    RATING = "rating"
    BEST_SELLING = "bestSelling"

    @classmethod
    def _missing_(cls, value: object) -> "Sort | None":
        """Accept words too: ``price``, which is ascending, and ``best selling``."""
        words = {"price": cls.PRICE_UP, "bestselling": cls.BEST_SELLING}
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
}
"""The column of each order, and whether it is descending."""

GROUP_COLUMNS = ("category_id", "product_type", "purity", "in_stock", "stars")
"""The columns that define a facet group."""


@dataclass(frozen=True)
class Filters:
    """The filters of a list; an empty set excludes nothing. Prices are rupees, both ends included.

    ``categories`` are ids or codes. ``search`` is a prefix of the product's or the category's name, in any case.
    """

    search: str = ""
    categories: frozenset[str] = frozenset()
    product_types: frozenset[str] = frozenset()
    purities: frozenset[str] = frozenset()
    stock: frozenset[bool] = frozenset()
    min_stars: int = 0
    min_price: Decimal | None = None
    max_price: Decimal | None = None

    @property
    def excludes_groups(self) -> bool:
        """Whether they allow only some facet groups."""
        return bool(self.categories or self.group_values)

    @cached_property
    def group_values(self) -> dict[str, list[Any]]:
        """The allowed values of each group column that has a filter, except the category."""
        stars = range(self.min_stars, 6) if self.min_stars else ()
        values = (self.product_types, self.purities, self.stock, stars)
        return {column: list(allowed) for column, allowed in zip(GROUP_COLUMNS[1:], values, strict=True) if allowed}


@dataclass(frozen=True)
class CategoryRef:
    """A category with its facet groups.

    ``matching_groups`` are all of its groups if its name begins with the search text, else none. ``allowed_groups``
    are those that the filters of the other columns allow.
    """

    id: int
    code: str
    name: str
    matching_groups: Sequence[int] = ()
    allowed_groups: Sequence[int] = ()

    def is_selected_by(self, categories: frozenset[str]) -> bool:
        """Whether one of these ids or codes is this category's."""
        return str(self.id) in categories or self.code.casefold() in categories


@dataclass(frozen=True)
class QueryShape:
    """The conditions that a search has, without their values. The statements of each shape are built once."""

    has_search: bool = False
    has_matching_groups: bool = False
    has_group_filter: bool = False
    has_min_price: bool = False
    has_max_price: bool = False

    @property
    def has_price(self) -> bool:
        """Whether there is a price filter."""
        return self.has_min_price or self.has_max_price


@dataclass(frozen=True)
class Search:
    """Filters with the shop's categories, by id. The categories may be missing if no filter needs them."""

    filters: Filters
    categories: Mapping[int, CategoryRef]

    @cached_property
    def group_values(self) -> dict[str, list[Any]]:
        """The allowed values of each group column that has a filter."""
        ids = {GROUP_COLUMNS[0]: [category.id for category in self._selected]} if self.filters.categories else {}
        return ids | self.filters.group_values

    @cached_property
    def allowed_groups(self) -> list[int] | None:
        """The groups that the filters allow, or None without such filters."""
        if not self.filters.excludes_groups:
            return None
        return list(chain.from_iterable(category.allowed_groups for category in self._selected))

    @cached_property
    def matching_groups(self) -> list[int]:
        """The groups of all categories whose name begins with the search text."""
        return list(chain.from_iterable(category.matching_groups for category in self.categories.values()))

    @cached_property
    def _selected(self) -> list[CategoryRef]:
        selected = self.filters.categories
        return [one for one in self.categories.values() if not selected or one.is_selected_by(selected)]

    @cached_property
    def shape(self) -> QueryShape:
        """The conditions of this search."""
        return QueryShape(
            has_search=bool(self.filters.search),
            has_matching_groups=bool(self.matching_groups),
            has_group_filter=self.allowed_groups is not None,
            has_min_price=self.filters.min_price is not None,
            has_max_price=self.filters.max_price is not None,
        )

    @cached_property
    def values(self) -> dict[str, Any]:
        """The values for the statements of the shape."""
        filters = self.filters
        groups = {"matching_groups": self.matching_groups, "allowed_groups": self.allowed_groups} | self.group_values
        return {"prefix": filters.search, "low": filters.min_price, "high": filters.max_price} | groups


def category_refs(filters: Filters) -> BoundQuery:
    """Query all categories, with the columns of :class:`CategoryRef`; with groups only if the filters need them."""
    statement = _category_refs(bool(filters.search), filters.excludes_groups, frozenset(filters.group_values))
    return statement(prefix=filters.search, **filters.group_values)


@lru_cache(maxsize=500)
def page(shape: QueryShape, sort: Sort, *, limit: int, has_cursor: bool = False) -> Select[int, Any]:
    """Select the product ids of a page in order, with the value of the sorted column as ``sort_value``.

    :param limit: is part of the statement, because PostgreSQL plans a generic plan well only with a known limit.
    :param has_cursor: whether the page begins after the position of :func:`cursor_values`.
    """
    column, descending = _SORT_COLUMNS[sort]
    conditions = (*name_conditions(shape), *group_conditions(shape), *price_conditions(shape))
    query = select(Listing.product_id, column.label("sort_value")).where(*conditions)
    if has_cursor:
        position = tuple_(column, Listing.product_id)
        cursor = tuple_(bindparam("sort_value", type_=column.type), bindparam("id", type_=BigInteger()))
        query = query.where(position < cursor if descending else position > cursor)
    return query.order_by(*order_by(sort, column, Listing.product_id)).limit(literal_column(str(limit)))


def order_by(sort: Sort, sort_value: Any, product_id: Any) -> Sequence[ColumnElement[Any]]:
    """Return the columns of ORDER BY."""
    return (sort_value.desc(), product_id.desc()) if _SORT_COLUMNS[sort][1] else (sort_value, product_id)


def cursor_values(after: CursorPosition | None) -> dict[str, Any]:
    """Return the values of a page's statement that begins after a position."""
    return {"sort_value": after[0], "id": after[1]} if after else {}


def name_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the condition of the search text: the product's name or its category's begins with it."""
    if not shape.has_search:
        return []
    by_name = product_name_matches()
    return [or_(by_name, is_any(Listing.facet_group_id, "matching_groups")) if shape.has_matching_groups else by_name]


def product_name_matches() -> ColumnElement[bool]:
    """Return the condition that the product's name begins with the search text."""
    return _starts_with(Listing.name, bindparam("prefix", type_=String()))


def group_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the condition of all filters but the price."""
    return [is_any(Listing.facet_group_id, "allowed_groups")] if shape.has_group_filter else []


def price_conditions(shape: QueryShape) -> list[ColumnElement[bool]]:
    """Return the conditions of the price."""
    price = Listing.price
    low = [price >= bindparam("low", type_=price.type)] if shape.has_min_price else []
    high = [price <= bindparam("high", type_=price.type)] if shape.has_max_price else []
    return [*low, *high]


def is_any(column: Any, parameter: str) -> ColumnElement[bool]:
    """Return the condition that a column has one of the values of an array parameter."""
    return column == any_(bindparam(parameter, type_=ARRAY(column.type)))  # type: ignore[no-any-return]


def _starts_with(column: Any, prefix: ColumnElement[str]) -> ColumnElement[bool]:
    lowered = func.lower(prefix.collate("pg_c_utf8")).collate("C")
    matches: ColumnElement[bool] = column.bool_op("^@")(lowered)
    return matches


@cache
def _category_refs(has_search: bool, excludes_groups: bool, columns: frozenset[str]) -> Query:  # noqa: FBT001 - a key
    prefix = bindparam("prefix", type_=String())
    name = func.lower(Category.name.collate("pg_c_utf8")).collate("C")
    matching = _group_ids(_starts_with(name, prefix) if has_search else false())
    allowed = _group_ids(*(is_any(getattr(FacetGroup, column), column) for column in sorted(columns)))
    groups = [matching, allowed] if excludes_groups else [matching] if has_search else []
    return Query.of(select(Category.id, Category.code, Category.name, *groups).order_by(Category.id))


def _group_ids(*conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    ids = select(FacetGroup.id).where(FacetGroup.category_id == Category.id, *conditions)
    return func.array(ids.scalar_subquery())
