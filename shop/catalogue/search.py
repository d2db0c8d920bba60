"""Finding products on sale: by name, by shelf, by price; in five orders; with counts for each filter.

The shelves are few, so which of them a filter leaves is decided here, and PostgreSQL is asked for the rows on those
shelves in the order of an index. The counts come from one pass over an index that is grouped by shelf already.
"""

import datetime as dt
from collections import Counter
from collections.abc import Callable, Iterable, Sequence
from dataclasses import dataclass, replace
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Integer, Row, Select, any_, func, literal, or_, select, tuple_
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
        return not categories or str(self.id) in categories or self.code.casefold() in categories


@dataclass(frozen=True)
class Shop:
    """All categories and shelves of the shop: what the filters choose from."""

    kinds: dict[int, Kind]
    shelves: Sequence[Row[int, int, str, str, bool, int]]

    def allowed(self, filters: Filters) -> list[int] | None:
        """Return the ids of the shelves that the filters leave, or None where they leave all."""
        left = [shelf.id for shelf in self.shelves if self._leaves(shelf, filters)]
        return None if len(left) == len(self.shelves) else left

    def found(self) -> list[int]:
        """Return the ids of the shelves of all categories whose name is searched for."""
        return [shelf.id for shelf in self.shelves if self.kinds[shelf.category_id].is_found]

    def _leaves(self, shelf: Any, filters: Filters) -> bool:
        return (
            self.kinds[shelf.category_id].is_named(filters.categories)
            and (not filters.product_types or shelf.product_type in filters.product_types)
            and (not filters.purities or shelf.purity in filters.purities)
            and (not filters.stock or shelf.in_stock in filters.stock)
            and shelf.stars >= filters.min_stars
        )

    def count(self, counts: Counter[int], filters: Filters, by: Callable[[Any], Any], **widened: Any) -> Counter[Any]:
        """Sum the counts by shelf over what ``by`` names, with one of the filters widened."""
        others = replace(filters, **widened)
        summed: Counter[Any] = Counter()
        for shelf in self.shelves:
            if counts[shelf.id] and self._leaves(shelf, others):
                summed[by(shelf)] += counts[shelf.id]
        return summed


@dataclass(frozen=True)
class Band:
    """How many products cost at least ``low`` and less than ``high`` rupees; None is no limit."""

    low: Decimal | None
    high: Decimal | None
    count: int


@dataclass(frozen=True)
class Facets:
    """The size of the list and, for each filter, how many products each choice would leave under the others."""

    total: int
    categories: list[tuple[Kind, int]]
    product_types: Counter[str]
    purities: Counter[str]
    stock: Counter[bool]
    stars: Counter[int]
    bands: list[Band]
    cheapest: Decimal | None
    dearest: Decimal | None


def kinds(search: str) -> Select[int, str, str, bool]:
    """Select all categories, and whether each one's name begins with ``search``."""
    found = _begins(func.lower(Category.name.collate("pg_c_utf8")).collate("C"), search) if search else literal(False)
    return select(Category.id, Category.code, Category.name, found.label("is_found")).order_by(Category.id)


def shelves() -> Select[int, int, str, str, bool, int]:
    """Select all shelves."""
    return select(Shelf.id, Shelf.category_id, Shelf.product_type, Shelf.purity, Shelf.in_stock, Shelf.stars)


def planned_afresh() -> Select[Any]:
    """Select nothing, but let each search of this transaction be planned for what it looks for.

    How many names begin with the text decides which index is right, which a prepared statement's plan cannot know.
    """
    return select(func.set_config("plan_cache_mode", "force_custom_plan", True), func.set_config("jit", "off", True))


def page(filters: Filters, shop: Shop, sort: Sort, *, after: Place | None, limit: int) -> Select[int, Any]:
    """Select product ids with the value they are sorted by, from behind ``after``."""
    column, descending = _ORDERS[sort]
    query = select(Listing.product_id, column).where(*_conditions(filters, shop, shop.allowed(filters)))
    if after is not None:
        here = tuple_(column, Listing.product_id)
        there = tuple_(*(literal(value, type_) for value, type_ in zip(after, _types(column), strict=True)))
        query = query.where(here < there if descending else here > there)
    order = (column.desc(), Listing.product_id.desc()) if descending else (column, Listing.product_id)
    return query.order_by(*order).limit(limit)


def cells(filters: Filters, shop: Shop) -> Select[int, int, int, Decimal, Decimal]:
    """Select for each shelf and band of prices how many products match the search, the cheapest and the dearest."""
    return (
        select(Listing.shelf_id, Listing.price_band, func.count(), func.min(Listing.price), func.max(Listing.price))
        .where(*_searched(filters, shop))
        .group_by(Listing.shelf_id, Listing.price_band)
    )


def in_range(filters: Filters, shop: Shop) -> Select[int, int]:
    """Select for each shelf how many products match the search and the price range."""
    return select(Listing.shelf_id, func.count()).where(*_conditions(filters, shop, None)).group_by(Listing.shelf_id)


def facets(
    filters: Filters,
    shop: Shop,
    every: Iterable[Row[int, int, int, Decimal, Decimal]],
    ranged: Iterable[Row[int, int]] | None,
) -> Facets:
    """Count what each choice would leave.

    :param every: the rows of :func:`cells`.
    :param ranged: the rows of :func:`in_range`, where the filters name a price.
    """
    every = list(every)
    counts: Counter[int] = Counter()
    for shelf_id, number in ranged if ranged is not None else ((row[0], row[2]) for row in every):
        counts[shelf_id] += number
    allowed = shop.allowed(filters)
    on_shelves = every if allowed is None else [row for row in every if row[0] in set(allowed)]
    by_category = shop.count(counts, filters, lambda shelf: shelf.category_id, categories=frozenset())
    return Facets(
        total=sum(counts.values()) if allowed is None else sum(counts[shelf_id] for shelf_id in allowed),
        categories=[(kind, by_category[kind.id]) for kind in shop.kinds.values()],
        product_types=shop.count(counts, filters, lambda shelf: shelf.product_type, product_types=frozenset()),
        purities=shop.count(counts, filters, lambda shelf: shelf.purity, purities=frozenset()),
        stock=shop.count(counts, filters, lambda shelf: shelf.in_stock, stock=frozenset()),
        stars=shop.count(counts, filters, lambda shelf: shelf.stars, min_stars=0),
        bands=_bands(on_shelves),
        cheapest=min((row[3] for row in on_shelves), default=None),
        dearest=max((row[4] for row in on_shelves), default=None),
    )


def _bands(rows: Iterable[Row[int, int, int, Decimal, Decimal]]) -> list[Band]:
    counts: Counter[int] = Counter()
    for row in rows:
        counts[row[1]] += row[2]
    limits = (None, *PRICE_BANDS, None)
    return [Band(limits[number], limits[number + 1], counts[number]) for number in range(len(limits) - 1)]


def _conditions(filters: Filters, shop: Shop, allowed: list[int] | None) -> list[ColumnElement[bool]]:
    conditions = _searched(filters, shop)
    if allowed is not None:
        conditions.append(_on(allowed))
    if filters.min_price is not None:
        conditions.append(Listing.price >= filters.min_price)
    if filters.max_price is not None:
        conditions.append(Listing.price <= filters.max_price)
    return conditions


def _searched(filters: Filters, shop: Shop) -> list[ColumnElement[bool]]:
    if not filters.search:
        return []
    by_name = _begins(Listing.name, filters.search)
    found = shop.found()
    return [or_(by_name, _on(found)) if found else by_name]


def _begins(column: Any, prefix: str) -> ColumnElement[bool]:
    beginning = func.lower(literal(prefix).collate("pg_c_utf8")).collate("C")
    matches: ColumnElement[bool] = column.bool_op("^@")(beginning)
    return matches


def _on(shelf_ids: list[int]) -> ColumnElement[bool]:
    return Listing.shelf_id == any_(literal(shelf_ids, ARRAY(Integer)))


def _types(column: InstrumentedAttribute[Any]) -> tuple[Any, Any]:
    return column.type, Integer()
