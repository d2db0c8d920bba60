"""Finding products on sale: by name, by shelf, by price; in five orders.

The shelves are few, so which of them a filter leaves is decided here, and PostgreSQL is asked for the rows on those
shelves in the order of an index. The counts for each filter are :mod:`shop.catalogue.facets`.
"""

import datetime as dt
from collections.abc import Collection, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property, lru_cache
from itertools import chain
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    String,
    any_,
    bindparam,
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
from shop.trips import Asked, Statement


class Sort(StrEnum):
    """The orders of a list, as the wire names them."""

    NEWEST = "newest"
    PRICE_UP = "priceAsc"
    PRICE_DOWN = "priceDesc"
    RATING = "rating"
    BEST_SELLING = "bestSelling"


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
        chosen = self.categories, self.product_types, self.purities, self.stock, self.min_stars
        return any(chosen)


@dataclass(frozen=True)
class Kind:
    """A category as the filters see it; ``found`` are its shelves, where its name begins with what is searched."""

    id: int
    code: str
    name: str
    found: Sequence[int] = ()

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
    """What is asked, and the shop's categories and shelves, from which the filters choose.

    Where neither a name nor shelves are asked for, none of them need be known. The two are read one after the other:
    a shelf of a category that came or went meanwhile is left out.
    """

    filters: Filters
    kinds: Mapping[int, Kind]
    shelves: Sequence[Any]

    @cached_property
    def chosen(self) -> dict[str, Collection[Any]]:
        """The values of the shelves' columns that the filters let through; a column that none names is left out."""
        wanted = self.filters
        categories = [kind.id for kind in self.kinds.values() if kind.is_named(wanted.categories)]
        stars = range(wanted.min_stars, 6) if wanted.min_stars else ()
        chosen = (categories, wanted.product_types, wanted.purities, wanted.stock, stars)
        given = (wanted.categories, wanted.product_types, wanted.purities, wanted.stock, stars)
        each = zip(COLUMNS, map(list, chosen), given, strict=True)
        return {column: values for column, values, is_given in each if is_given}

    @cached_property
    def allowed(self) -> list[int] | None:
        """The shelves that the filters leave, or None where they leave all."""
        if not self.chosen:
            return None
        known = left = [shelf for shelf in self.shelves if shelf.category_id in self.kinds]
        for column, values in self.chosen.items():
            behind = 1 + COLUMNS.index(column)  # the shelf's id
            left = [shelf for shelf in left if shelf[behind] in values]
        return [shelf.id for shelf in left] if len(left) < len(known) else None

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


def kinds(prefix: str) -> Asked:
    """Ask for all categories; for the shelves of each whose name begins with ``prefix``, where there is one."""
    return _KINDS(prefix=prefix) if prefix else _ALL_KINDS()


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
        there = tuple_(bindparam("key", type_=column.type), bindparam("id", type_=Integer()))
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


_ALL_KINDS = Statement.of(select(Category.id, Category.code, Category.name).order_by(Category.id))
_IS_FOUND = _begins(func.lower(Category.name.collate("pg_c_utf8")).collate("C"), bindparam("prefix", type_=String()))
_FOUND = func.array(select(Shelf.id).where(Shelf.category_id == Category.id, _IS_FOUND).scalar_subquery())
_KINDS = Statement.of(select(Category.id, Category.code, Category.name, _FOUND.label("found")).order_by(Category.id))
SHELVES = Statement.of(select(Shelf.id, *(getattr(Shelf, column) for column in COLUMNS)))
"""Select all shelves."""
