"""Finding products on sale: by name, by shelf, by price; in five orders.

The shelves are few, so which of them a filter leaves is decided here, and PostgreSQL is asked for the rows on those
shelves in the order of an index. The counts for each filter are :mod:`shop.catalogue.facets`.
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

from shop.catalogue.listing import Listing, Shelf
from shop.catalogue.model import Category
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
        """Take plain words too: ``price``, the lowest first, and ``best selling``."""
        words = {"price": cls.PRICE_UP, "bestselling": cls.BEST_SELLING}
        return words.get(re.sub("[ _-]", "", value).lower()) if isinstance(value, str) else None


Key = dt.datetime | Decimal | int
Place = tuple[Key, int]
"""Where a page ended: the last row's value of the sorted column, and its product's id."""

_ORDERS: dict[Sort, tuple[InstrumentedAttribute[Any], bool]] = {
    Sort.NEWEST: (Listing.listed_at, True),
    Sort.PRICE_UP: (Listing.price, False),
    Sort.PRICE_DOWN: (Listing.price, True),
    Sort.RATING: (Listing.rating, True),
    Sort.BEST_SELLING: (Listing.sold, True),
}

COLUMNS = ("category_id", "product_type", "purity", "in_stock", "stars")
"""What a shelf is told apart by. The filters choose among the values of each."""


@dataclass(frozen=True)
class Filters:
    """What a list is narrowed to; an empty set lets everything through. Prices are rupees, both ends included.

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
    def has_shelves(self) -> bool:
        """Whether they leave some shelves only."""
        return bool(self.categories or self.chosen)

    @property
    def chosen(self) -> dict[str, list[Any]]:
        """The values of the shelves' columns that they let through, but for the category; no column that none names."""
        stars = range(self.min_stars, 6) if self.min_stars else ()
        values = (self.product_types, self.purities, self.stock, stars)
        return {column: list(chosen) for column, chosen in zip(COLUMNS[1:], values, strict=True) if chosen}


@dataclass(frozen=True)
class Kind:
    """A category as the filters see it.

    ``found`` are its shelves, where its name begins with what is searched; ``shelves`` those that the other filters
    leave.
    """

    id: int
    code: str
    name: str
    found: Sequence[int] = ()
    shelves: Sequence[int] = ()

    def is_named(self, categories: frozenset[str]) -> bool:
        """Whether one of these ids or codes is this category's."""
        return str(self.id) in categories or self.code.casefold() in categories


@dataclass(frozen=True)
class Shape:
    """Which conditions a search has, whatever they compare with. Each shape has its statements, which are made once."""

    is_named: bool = False
    has_found: bool = False
    is_shelved: bool = False
    has_low: bool = False
    has_high: bool = False

    @property
    def has_price(self) -> bool:
        """Whether a price is asked for."""
        return self.has_low or self.has_high


@dataclass(frozen=True)
class Search:
    """What is asked, and the shop's categories with their shelves, from which the filters choose.

    Where neither a name nor shelves are asked for, none of them need be known.
    """

    filters: Filters
    kinds: Mapping[int, Kind]

    @cached_property
    def chosen(self) -> dict[str, list[Any]]:
        """The values of the shelves' columns that the filters let through; a column that none names is left out."""
        categories = {COLUMNS[0]: [kind.id for kind in self._named]} if self.filters.categories else {}
        return categories | self.filters.chosen

    @cached_property
    def allowed(self) -> list[int] | None:
        """The shelves that the filters leave, or None where there are no filters."""
        if not self.filters.has_shelves:
            return None
        return list(chain.from_iterable(kind.shelves for kind in self._named))

    @cached_property
    def _named(self) -> list[Kind]:
        """The categories that the filters let through."""
        wanted = self.filters.categories
        return [kind for kind in self.kinds.values() if not wanted or kind.is_named(wanted)]

    @cached_property
    def found(self) -> list[int]:
        """The shelves of all categories whose name is searched for."""
        return list(chain.from_iterable(kind.found for kind in self.kinds.values()))

    @cached_property
    def shape(self) -> Shape:
        """Which of the conditions there are."""
        return Shape(
            is_named=bool(self.filters.search),
            has_found=bool(self.found),
            is_shelved=self.allowed is not None,
            has_low=self.filters.min_price is not None,
            has_high=self.filters.max_price is not None,
        )

    @cached_property
    def values(self) -> dict[str, Any]:
        """What the conditions compare with, for the statements of the shape."""
        wanted = self.filters
        shelves = {"found": self.found, "allowed": self.allowed} | self.chosen
        return {"prefix": wanted.search, "low": wanted.min_price, "high": wanted.max_price} | shelves


def kinds(filters: Filters) -> BoundQuery:
    """Ask for all categories, as :class:`Kind` has them; for their shelves only where something narrows the list."""
    statement = _kinds(bool(filters.search), filters.has_shelves, frozenset(filters.chosen))
    return statement(prefix=filters.search, **filters.chosen)


@lru_cache(maxsize=500)
def page(shape: Shape, sort: Sort, *, most: int, is_behind: bool = False) -> Select[int, Any]:
    """Select the ids of so many products with the value they are sorted by, in order.

    :param most: stands in the statement itself: PostgreSQL keeps a plan for any values only where it knows how few
        rows are wanted.
    :param is_behind: whether the page begins behind a place, whose ``key`` and ``id`` are given too.
    """
    column, descending = _ORDERS[sort]
    query = select(Listing.product_id, column.label("key")).where(*named(shape), *shelved(shape), *priced(shape))
    if is_behind:
        here = tuple_(column, Listing.product_id)
        there = tuple_(bindparam("key", type_=column.type), bindparam("id", type_=BigInteger()))
        query = query.where(here < there if descending else here > there)
    return query.order_by(*in_order(sort, column, Listing.product_id)).limit(literal_column(str(most)))


def in_order(sort: Sort, key: Any, product_id: Any) -> Sequence[ColumnElement[Any]]:
    """Return what a list is ordered by."""
    return (key.desc(), product_id.desc()) if _ORDERS[sort][1] else (key, product_id)


def place(after: Place | None) -> dict[str, Any]:
    """Return what a page's statement compares with, where it begins behind a place."""
    return {"key": after[0], "id": after[1]} if after else {}


def named(shape: Shape) -> list[ColumnElement[bool]]:
    """Return the conditions of what is searched for: the product's name, or its category's."""
    if not shape.is_named:
        return []
    return [or_(by_name(), on(Listing.shelf_id, "found")) if shape.has_found else by_name()]


def by_name() -> ColumnElement[bool]:
    """Return the condition that a product's name begins with what is searched for."""
    return _begins(Listing.name, bindparam("prefix", type_=String()))


def shelved(shape: Shape) -> list[ColumnElement[bool]]:
    """Return the conditions that the filters set, but for the price."""
    return [on(Listing.shelf_id, "allowed")] if shape.is_shelved else []


def priced(shape: Shape) -> list[ColumnElement[bool]]:
    """Return the conditions of the price."""
    price = Listing.price
    low = [price >= bindparam("low", type_=price.type)] if shape.has_low else []
    high = [price <= bindparam("high", type_=price.type)] if shape.has_high else []
    return [*low, *high]


def on(column: Any, values: str) -> ColumnElement[bool]:
    """Return the condition that a column has one of the values of this name."""
    return column == any_(bindparam(values, type_=ARRAY(column.type)))  # type: ignore[no-any-return]


def _begins(column: Any, prefix: ColumnElement[str]) -> ColumnElement[bool]:
    beginning = func.lower(prefix.collate("pg_c_utf8")).collate("C")
    matches: ColumnElement[bool] = column.bool_op("^@")(beginning)
    return matches


@cache
def _kinds(is_named: bool, is_shelved: bool, chosen: frozenset[str]) -> Query:  # noqa: FBT001 - a key
    beginning = bindparam("prefix", type_=String())
    name = func.lower(Category.name.collate("pg_c_utf8")).collate("C")
    found = _shelves(_begins(name, beginning) if is_named else false())
    left = _shelves(*(on(getattr(Shelf, column), column) for column in sorted(chosen)))
    shelves = [found, left] if is_shelved else [found] if is_named else []
    return Query.of(select(Category.id, Category.code, Category.name, *shelves).order_by(Category.id))


def _shelves(*conditions: ColumnElement[bool]) -> ColumnElement[Any]:
    return func.array(select(Shelf.id).where(Shelf.category_id == Category.id, *conditions).scalar_subquery())
