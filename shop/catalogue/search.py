"""Finding products on sale: by name, by shelf, by price; in five orders; with counts for each filter.

The shelves are few, so which of them a filter leaves is decided here, and PostgreSQL is asked for the rows on those
shelves in the order of an index. The counts come from one pass over an index that is grouped by shelf already.
"""

import datetime as dt
from collections import Counter
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from functools import cached_property
from typing import Any

from sqlalchemy import ColumnElement, Integer, Select, any_, func, literal, or_, select, tuple_
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import InstrumentedAttribute

from shop.catalogue.listing import PRICE_BANDS, Listing, Shelf
from shop.catalogue.model import Category


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

_COLUMNS = ("category_id", "product_type", "purity", "in_stock", "stars")


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
class Search:
    """What is asked, and all categories and shelves of the shop, from which the filters choose."""

    filters: Filters
    kinds: dict[int, Kind]
    shelves: Sequence[Any]

    @cached_property
    def refusals(self) -> dict[int, list[str]]:
        """The filters that refuse each shelf, by its id."""
        return {shelf.id: self._refusals(shelf) for shelf in self.shelves}

    @cached_property
    def allowed(self) -> list[int] | None:
        """The shelves that the filters leave, or None where they leave all."""
        left = [shelf_id for shelf_id, refusing in self.refusals.items() if not refusing]
        return None if len(left) == len(self.refusals) else left

    @cached_property
    def found(self) -> list[int]:
        """The shelves of all categories whose name is searched for."""
        return [shelf.id for shelf in self.shelves if self.kinds[shelf.category_id].is_found]

    def _refusals(self, shelf: Any) -> list[str]:
        wanted = self.filters
        refusing = []
        if wanted.categories and not self.kinds[shelf.category_id].is_named(wanted.categories):
            refusing.append("category_id")
        if wanted.product_types and shelf.product_type not in wanted.product_types:
            refusing.append("product_type")
        if wanted.purities and shelf.purity not in wanted.purities:
            refusing.append("purity")
        if wanted.stock and shelf.in_stock not in wanted.stock:
            refusing.append("in_stock")
        if shelf.stars < wanted.min_stars:
            refusing.append("stars")
        return refusing


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


def kinds(prefix: str) -> Select[int, str, str, bool]:
    """Select all categories, and whether each one's name begins with ``prefix``."""
    found = _begins(func.lower(Category.name.collate("pg_c_utf8")).collate("C"), prefix) if prefix else literal(False)
    return select(Category.id, Category.code, Category.name, found.label("is_found")).order_by(Category.id)


def shelves() -> Select[int, int, str, str, bool, int]:
    """Select all shelves."""
    return select(Shelf.id, Shelf.category_id, Shelf.product_type, Shelf.purity, Shelf.in_stock, Shelf.stars)


def planned_afresh() -> Select[Any]:
    """Select nothing, but let each search of this transaction be planned for what it looks for.

    How many names begin with the text decides which index is right, which a prepared statement's plan cannot know. And
    the indexes lie in memory, where a page out of turn costs no more than the next one.
    """
    return select(
        func.set_config("plan_cache_mode", "force_custom_plan", True),
        func.set_config("random_page_cost", "1.1", True),
        func.set_config("jit", "off", True),
        func.set_config("max_parallel_workers_per_gather", "0", True),
    )


def page(search: Search, sort: Sort, *, after: Place | None, limit: int) -> Select[int, Any]:
    """Select product ids with the value they are sorted by, from behind ``after``."""
    column, descending = _ORDERS[sort]
    query = select(Listing.product_id, column).where(*_named(search), *_shelved(search), *_priced(search))
    if after is not None:
        here = tuple_(column, Listing.product_id)
        there = tuple_(literal(after[0], column.type), literal(after[1], Integer()))
        query = query.where(here < there if descending else here > there)
    order = (column.desc(), Listing.product_id.desc()) if descending else (column, Listing.product_id)
    return query.order_by(*order).limit(limit)


def cells(search: Search) -> Select[int, int, int]:
    """Select for each shelf and band of prices how many products match the name."""
    return (
        select(Listing.shelf_id, Listing.price_band, func.count())
        .where(*_named(search))
        .group_by(Listing.shelf_id, Listing.price_band)
    )


def in_range(search: Search) -> Select[int, int]:
    """Select for each shelf how many products match the name and the price."""
    query = select(Listing.shelf_id, func.count()).where(*_named(search), *_priced(search))
    return query.group_by(Listing.shelf_id)


def extremes(search: Search) -> Select[Decimal, Decimal]:
    """Select the lowest and the highest price under all filters but the price itself."""
    prices = select(Listing.price).where(*_named(search), *_shelved(search)).limit(1)
    cheapest = prices.order_by(Listing.price, Listing.product_id)
    dearest = prices.order_by(Listing.price.desc(), Listing.product_id.desc())
    return select(cheapest.scalar_subquery(), dearest.scalar_subquery())


def facets(
    search: Search,
    cells: Iterable[tuple[int, int, int]],
    ranged: Iterable[tuple[int, int]] | None,
    extremes: tuple[Decimal | None, Decimal | None],
) -> Facets:
    """Count what each choice would leave; a shelf that one filter alone refuses counts for that filter's choices.

    :param cells: the rows of :func:`cells`.
    :param ranged: the rows of :func:`in_range`, where the filters name a price.
    :param extremes: the row of :func:`extremes`.
    """
    pieces: Counter[int] = Counter()
    bands: Counter[int] = Counter()
    for shelf_id, band, count in cells:
        pieces[shelf_id] += count
        if not search.refusals.get(shelf_id, True):
            bands[band] += count
    if ranged is not None:
        pieces = Counter(dict(ranged))
    by: dict[str, Counter[Any]] = {column: Counter() for column in _COLUMNS}
    total = 0
    for shelf in search.shelves:
        refusing, count = search.refusals[shelf.id], pieces[shelf.id]
        if not refusing:
            total += count
        for column in refusing or _COLUMNS:
            if count and len(refusing) < 2:
                by[column][getattr(shelf, column)] += count
    return Facets(total, by, _bands(bands), *extremes)


def _bands(counts: Counter[int]) -> list[Band]:
    limits = (None, *PRICE_BANDS, None)
    return [Band(limits[number], limits[number + 1], counts[number]) for number in range(len(limits) - 1)]


def _named(search: Search) -> list[ColumnElement[bool]]:
    if not search.filters.search:
        return []
    by_name = _begins(Listing.name, search.filters.search)
    return [or_(by_name, _on(search.found)) if search.found else by_name]


def _shelved(search: Search) -> list[ColumnElement[bool]]:
    return [] if search.allowed is None else [_on(search.allowed)]


def _priced(search: Search) -> list[ColumnElement[bool]]:
    low, high = search.filters.min_price, search.filters.max_price
    conditions: list[ColumnElement[bool]] = []
    if low is not None:
        conditions.append(Listing.price >= low)
    if high is not None:
        conditions.append(Listing.price <= high)
    return conditions


def _begins(column: Any, prefix: str) -> ColumnElement[bool]:
    beginning = func.lower(literal(prefix).collate("pg_c_utf8")).collate("C")
    matches: ColumnElement[bool] = column.bool_op("^@")(beginning)
    return matches


def _on(shelf_ids: list[int]) -> ColumnElement[bool]:
    return Listing.shelf_id == any_(literal(shelf_ids, ARRAY(Integer)))
