"""Finding products on sale: by name, by shelf, by price; in five orders; with counts for each filter.

The shelves are few, so which of them a filter leaves is decided here, and PostgreSQL is asked for the rows on those
shelves in the order of an index. The counts of the whole shop are kept (:mod:`shop.counts`); those of a name come from
one pass over what it finds.
"""

import datetime as dt
from collections import Counter
from collections.abc import Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cache, cached_property, lru_cache
from itertools import chain, pairwise
from typing import Any

from sqlalchemy import (
    ColumnElement,
    FromClause,
    FunctionElement,
    Integer,
    Select,
    String,
    all_,
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

from shop.catalogue.listing import PRICE_BANDS, Listing, Shelf
from shop.catalogue.model import Category
from shop.counts import LISTED
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
Cell = Sequence[int]
"""A shelf's id, and how many products of it are in each band of prices."""

_ORDERS: dict[Sort, tuple[InstrumentedAttribute[Any], bool]] = {
    Sort.NEWEST: (Listing.listed_at, True),
    Sort.PRICE_UP: (Listing.price, False),
    Sort.PRICE_DOWN: (Listing.price, True),
    Sort.RATING: (Listing.rating, True),
    Sort.BEST_SELLING: (Listing.sold, True),
}

_COLUMNS = ("category_id", "product_type", "purity", "in_stock", "stars")
_NO_BANDS = (0,) * (len(PRICE_BANDS) + 1)


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
    def has_price(self) -> bool:
        return self.min_price is not None or self.max_price is not None


@dataclass(frozen=True)
class Kind:
    """A category as the filters see it; ``is_found`` tells whether its name begins with what is searched."""

    id: int
    code: str
    name: str
    is_found: bool

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


@dataclass(frozen=True)
class Search:
    """What is asked, and all categories and shelves of the shop, from which the filters choose.

    The two are read one after the other: a shelf of a category that came or went meanwhile is left out.
    """

    filters: Filters
    kinds: dict[int, Kind]
    all_shelves: Sequence[Any]

    @cached_property
    def shelves(self) -> list[Any]:
        """The shelves of these categories."""
        return [shelf for shelf in self.all_shelves if shelf.category_id in self.kinds]

    @cached_property
    def refusals(self) -> dict[int, list[str]]:
        """The filters that refuse a shelf, by its id; one that none refuses is left out."""
        refusals: dict[int, list[str]] = {}
        for column, values in self._chosen.items():
            place = 1 + _COLUMNS.index(column)
            for shelf in self.shelves:
                if shelf[place] not in values:
                    refusals.setdefault(shelf[0], []).append(column)
        return refusals

    @cached_property
    def allowed(self) -> list[int] | None:
        """The shelves that the filters leave, or None where they leave all."""
        refused = self.refusals
        return [shelf.id for shelf in self.shelves if shelf.id not in refused] if refused else None

    @cached_property
    def found(self) -> list[int]:
        """The shelves of all categories whose name is searched for."""
        if not self.filters.search:
            return []
        return [shelf.id for shelf in self.shelves if self.kinds[shelf.category_id].is_found]

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
        named = {"prefix": wanted.search, "found": self.found, "allowed": self.allowed}
        return named | {"low": wanted.min_price, "high": wanted.max_price}

    @cached_property
    def _chosen(self) -> dict[str, Collection[Any]]:
        """The values of the shelves' columns that the filters let through; a column that none names is left out."""
        wanted = self.filters
        named = [kind.id for kind in self.kinds.values() if kind.is_named(wanted.categories)]
        stars = range(wanted.min_stars, 6) if wanted.min_stars else ()
        chosen = (named, wanted.product_types, wanted.purities, wanted.stock, stars)
        given = (wanted.categories, wanted.product_types, wanted.purities, wanted.stock, stars)
        return {column: values for column, values, is_given in zip(_COLUMNS, chosen, given, strict=True) if is_given}


@dataclass(frozen=True)
class Band:
    """How many products cost at least ``low`` and less than ``high`` rupees; None is no limit."""

    low: Decimal | None
    high: Decimal | None
    count: int


@dataclass(frozen=True)
class Facets:
    """The size of the list and, for each filter, how many products each choice would leave under the others.

    ``by`` counts the values of the shelves' columns.
    """

    total: int
    by: dict[str, Counter[Any]]
    bands: list[Band]
    cheapest: Decimal | None
    dearest: Decimal | None


def kinds(prefix: str) -> Asked:
    """Ask for all categories, and whether each one's name begins with ``prefix``."""
    return _KINDS(prefix=prefix) if prefix else _ALL_KINDS()


@lru_cache(maxsize=500)
def page(shape: Shape, sort: Sort, *, most: int, is_behind: bool = False) -> Select[int, Any]:
    """Select the ids of so many products with the value they are sorted by, in order.

    :param most: stands in the statement itself: PostgreSQL keeps a plan for any values only where it knows how few
        rows are wanted.
    :param is_behind: whether the page begins behind a place, whose ``key`` and ``id`` are given too.
    """
    column, descending = _ORDERS[sort]
    query = select(Listing.product_id, column.label("key")).where(*_named(shape), *_shelved(shape), *_priced(shape))
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


@cache
def named_cells(shape: Shape) -> Statement:
    """Select what :data:`CELLS` does of the products that have the name, but for the shelves that are found whole."""
    elsewhere = [Listing.shelf_id != all_(bindparam("found", type_=ARRAY(Integer)))] if shape.has_found else []
    return _cells(Listing.__table__, func.count(), _by_name(), *elsewhere)


def cells(search: Search, whole: Iterable[Cell], named: Iterable[Cell] | None) -> dict[int, Sequence[int]]:
    """Return for each shelf how many products of each band of prices match the name.

    :param whole: the rows of :data:`CELLS`.
    :param named: the rows of :func:`named_cells`, where a name is looked for.
    """
    found = set(search.found)
    matching = whole if named is None else chain((cell for cell in whole if cell[0] in found), named)
    return {shelf_id: numbers for shelf_id, *numbers in matching}


@cache
def in_range(shape: Shape) -> Statement:
    """Select for each shelf how many products match the name and the price."""
    query = select(Listing.shelf_id, func.count()).where(*_named(shape), *_priced(shape))
    return Statement.of(query.group_by(Listing.shelf_id))


@cache
def extremes(shape: Shape) -> Statement:
    """Select the lowest and the highest price under all filters but the price itself."""
    prices = select(Listing.price).where(*_named(shape), *_shelved(shape)).limit(1)
    cheapest = prices.order_by(Listing.price, Listing.product_id)
    dearest = prices.order_by(Listing.price.desc(), Listing.product_id.desc())
    return Statement.of(select(cheapest.scalar_subquery(), dearest.scalar_subquery()))


def facets(
    search: Search,
    cells: Mapping[int, Sequence[int]],
    ranged: Iterable[tuple[int, int]] | None,
    extremes: tuple[Decimal | None, Decimal | None],
) -> Facets:
    """Count what each choice would leave; a shelf that one filter alone refuses counts for that filter's choices.

    :param cells: as :func:`cells` returns them.
    :param ranged: the rows of :func:`in_range`, where the filters name a price.
    :param extremes: the row of :func:`extremes`.
    """
    pieces = {shelf_id: sum(numbers) for shelf_id, numbers in cells.items()} if ranged is None else dict(ranged)
    left: list[tuple[Any, int]] = []
    beside: dict[str, list[tuple[Any, int]]] = {column: [] for column in _COLUMNS}
    for shelf in search.shelves:
        refusing, count = search.refusals.get(shelf.id, ()), pieces.get(shelf.id, 0)
        if not refusing:
            left.append((shelf, count))
        elif len(refusing) == 1:
            beside[refusing[0]].append((shelf, count))
    by = {column: _counts(column, left, others) for column, others in beside.items()}
    numbers = [_NO_BANDS, *(cells.get(shelf.id, _NO_BANDS) for shelf, _ in left)]
    bands = [sum(band) for band in zip(*numbers, strict=True)]
    return Facets(sum(count for _, count in left), by, _bands(bands), *extremes)


def _counts(column: str, *pieces: Iterable[tuple[Any, int]]) -> Counter[Any]:
    """Add up pieces by their shelves' value of a column."""
    place = 1 + _COLUMNS.index(column)  # behind the shelf's id
    counter: Counter[Any] = Counter()
    for shelf, count in chain(*pieces):
        counter[shelf[place]] += count
    return counter


def _bands(numbers: Sequence[int]) -> list[Band]:
    limits = (None, *PRICE_BANDS, None)
    return [Band(*ends, number) for ends, number in zip(pairwise(limits), numbers, strict=True)]


def _named(shape: Shape) -> list[ColumnElement[bool]]:
    if not shape.is_named:
        return []
    return [or_(_by_name(), _on("found")) if shape.has_found else _by_name()]


def _by_name() -> ColumnElement[bool]:
    return _begins(Listing.name, bindparam("prefix", type_=String()))


def _shelved(shape: Shape) -> list[ColumnElement[bool]]:
    return [_on("allowed")] if shape.is_shelved else []


def _priced(shape: Shape) -> list[ColumnElement[bool]]:
    price = Listing.price
    low = [price >= bindparam("low", type_=price.type)] if shape.has_low else []
    high = [price <= bindparam("high", type_=price.type)] if shape.has_high else []
    return [*low, *high]


def _begins(column: Any, prefix: ColumnElement[str]) -> ColumnElement[bool]:
    beginning = func.lower(prefix.collate("pg_c_utf8")).collate("C")
    matches: ColumnElement[bool] = column.bool_op("^@")(beginning)
    return matches


def _on(shelves: str) -> ColumnElement[bool]:
    return Listing.shelf_id == any_(bindparam(shelves, type_=ARRAY(Integer)))


def _cells(counted: FromClause, number: FunctionElement[int], *conditions: ColumnElement[bool]) -> Statement:
    band = counted.c.price_band
    bands = (func.coalesce(number.filter(band == each), 0) for each in range(len(_NO_BANDS)))
    return Statement.of(select(counted.c.shelf_id, *bands).where(*conditions).group_by(counted.c.shelf_id))


def _kinds(is_found: ColumnElement[bool]) -> Statement:
    query = select(Category.id, Category.code, Category.name, is_found.label("is_found"))
    return Statement.of(query.order_by(Category.id))


_ALL_KINDS = _kinds(false())
_KINDS = _kinds(
    _begins(func.lower(Category.name.collate("pg_c_utf8")).collate("C"), bindparam("prefix", type_=String()))
)
SHELVES = Statement.of(select(Shelf.id, *(getattr(Shelf, column) for column in _COLUMNS)))
"""Select all shelves."""
CELLS = _cells(LISTED, func.sum(LISTED.c.number))
"""Select for each shelf how many products there are in each band of prices."""
