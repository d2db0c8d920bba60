"""Counts for each choice of each filter of a product list, in one statement.

Triggers count the products of each facet group and price band (:mod:`shop.db.counters`). Without a search text and a
price filter, the counts of a list are sums of a few hundred rows, for any number of products. With a search text or a
price filter, the products that match it are counted along an index.
"""

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from decimal import Decimal
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    CTE,
    ColumnElement,
    Integer,
    Select,
    Subquery,
    Text,
    case,
    cast,
    func,
    literal_column,
    not_,
    null,
    or_,
    select,
    true,
    tuple_,
    union_all,
)
from sqlalchemy.dialects.postgresql import array

from shop.catalogue import queries
from shop.catalogue.model import Product
from shop.catalogue.price_listing import FACET_GROUP_COUNTS, PRICE_BANDS, FacetGroup, Listing
from shop.catalogue.search import GROUP_COLUMNS, QueryShape, Search, group_conditions, price_conditions, text_conditions
from shop.catalogue.text_search import matching
from shop.db.query import BoundQuery, Query

_NUMBERS = ("products", *(f"band_{band}" for band in range(len(PRICE_BANDS) + 1)))
"""The summed columns: the products of the list, and those of each price band without the price filter."""
_PRICES: dict[str, Callable[[Any], ColumnElement[Any]]] = {"lowest": func.min, "highest": func.max}
"""The prices of a list by weight, size or stone without the price filter; null for other lists."""
MAX_DETAILED = 2000
"""The maximum length of a list for which weights, sizes and stones are counted, as this reads each product's row."""
WEIGHT_BANDS = tuple(pairwise((None, 5, 10, 20, 50, None)))
"""The ranges of weights to choose from, in grams. Both bounds are inclusive; None is no limit."""
_ZERO: ColumnElement[int] = literal_column("0")


@dataclass(frozen=True)
class PriceBand:
    """How many products cost at least ``low`` and less than ``high`` rupees; None is no limit."""

    low: Decimal | None
    high: Decimal | None
    count: int


@dataclass(frozen=True)
class Facets:
    """The size of the list and, for each filter, how many products each choice would leave with the other filters.

    ``counts`` holds a counter of values for each group column, ``weights`` the number of each of :data:`WEIGHT_BANDS`;
    it is empty if they are not counted.
    """

    total: int
    counts: dict[str, Counter[Any]]
    bands: list[PriceBand]
    min_price: Decimal | None
    max_price: Decimal | None
    sizes: list[tuple[str, int]] = field(default_factory=list)
    stones: list[tuple[str, int]] = field(default_factory=list)
    weights: list[int] = field(default_factory=list)


def counts_query(search: Search) -> BoundQuery:
    """Query the number of products for each value of each group column, and of all."""
    return _counts_query(search.shape, frozenset(search.group_values))(**search.values)


def is_precomputed(shape: QueryShape) -> bool:
    """Whether the counts are sums of precomputed counts. One query plan is then good for all values."""
    return not (shape.text or shape.has_price or shape.details)


def price_range_query(search: Search) -> BoundQuery | None:
    """Query the lowest and the highest price of the products that match all filters except the price.

    It is None if the query of the counts returns these prices.

    PostgreSQL finds them in the index of prices. With a filter on weight, size or stone they are counted instead: light
    products are cheap, for example, so a scan of that index would pass most products.
    """
    return None if search.shape.details else _price_range_query(search.shape)(**search.values)


def details_query(search: Search) -> BoundQuery:
    """Query the number of products for each weight, size and stone; no row for a list that is too long to count.

    The products of each choice are counted with all filters except the choice's own filter.
    """
    return _details_query(search.shape)(**search.values)


def facets_of(
    counts: Iterable[Any], price_range: Sequence[Sequence[Decimal | None]] = (), details: Iterable[Any] = ()
) -> Facets:
    """Return the facets from the rows of the three queries."""
    by_kind: dict[str, list[tuple[str, int]]] = {"sizes": [], "stones": [], "weights": []}
    for kind, value, products in details:
        by_kind[kind].append((value, products))
    counters: dict[str, Counter[Any]] = {column: Counter() for column in GROUP_COLUMNS}
    total, *bands = (0,) * len(_NUMBERS)
    low = high = None
    for row in counts:
        column = next((column for column in GROUP_COLUMNS if getattr(row, column) is not None), None)
        if column and row.excluded_by in {None, column}:
            counters[column][getattr(row, column)] += row.products
        elif not column and row.excluded_by is None:
            total, *bands = (getattr(row, number) or 0 for number in _NUMBERS)
            low, high = row.lowest, row.highest
    limits = pairwise((None, *PRICE_BANDS, None))
    price_bands = [PriceBand(*ends, count) for ends, count in zip(limits, bands, strict=True)]
    if price_range:
        [(low, high)] = price_range
    weights = [number for _, number in sorted(by_kind["weights"])]
    return Facets(total, counters, price_bands, low, high, by_kind["sizes"], by_kind["stones"], weights)


@lru_cache(maxsize=500)
def _counts_query(shape: QueryShape, columns: frozenset[str]) -> Query:
    """Sum the products that at most one filter excludes, per group column and in total.

    Those that one filter excludes have that filter's column in ``excluded_by``, and count only for the choices of that
    column.

    :param columns: the group columns that have a filter.
    """
    source = _with_groups(union_all(*_sources(shape)).subquery("source"), columns)
    excluded_by = [source.c.excluded_by] if columns else []
    sets = [tuple_(source.c[column], *excluded_by) for column in GROUP_COLUMNS]
    # Rows without an availability must not pass for the total, which has no value in any column.
    has_stock = [or_(func.grouping(source.c.in_stock) == literal_column("1"), source.c.in_stock.is_not(None))]
    return Query.of(
        select(
            *(source.c[column] for column in GROUP_COLUMNS),
            (source.c.excluded_by if columns else null()).label("excluded_by"),
            *(func.sum(source.c[number]).label(number) for number in _NUMBERS),
            *(limit(source.c[name]).label(name) for name, limit in _PRICES.items()),
        )
        .group_by(func.grouping_sets(*sets, tuple_(*excluded_by)))
        .having(*(has_stock if "sizes" in shape.details else ()))
    )


def _with_groups(source: Subquery, columns: frozenset[str]) -> Subquery:
    """Select the counts that at most one filter excludes, with the columns of their facet groups.

    A product in stock whose chosen sizes are sold out has no availability: neither choice leads to it.
    """
    of_group: dict[str, ColumnElement[Any]] = {column: getattr(FacetGroup, column) for column in GROUP_COLUMNS}
    if "is_sold_out" in source.c:
        is_sold_out = FacetGroup.in_stock & source.c.is_sold_out
        of_group["in_stock"] = case((not_(is_sold_out), FacetGroup.in_stock))
    is_excluded = {column: queries.is_any(of_group[column], column).is_not(true()) for column in sorted(columns)}
    group_columns = [value.label(column) for column, value in of_group.items()]
    query = select(*group_columns, *(source.c[name] for name in (*_NUMBERS, *_PRICES))).join_from(
        source, FacetGroup, FacetGroup.id == source.c.facet_group_id
    )
    if columns:
        names: dict[str, ColumnElement[str]] = {column: literal_column(f"'{column}'") for column in is_excluded}
        excluded_by = case(*((condition, names[column]) for column, condition in is_excluded.items()))
        query = query.add_columns(excluded_by.label("excluded_by"))
    if len(columns) > 1:
        query = query.where(sum(cast(condition, Integer) for condition in is_excluded.values()) <= literal_column("1"))
    return query.subquery("source_with_groups")


def _sources(shape: QueryShape) -> Iterator[Select[Any]]:
    """Select facet groups with their numbers of products. The numbers of a group in several rows are summed.

    A price filter narrows the number of products, but not the numbers of each price band: both are counted apart.
    """
    group_id, number = Listing.facet_group_id, func.count()
    by_band = [number.filter(Listing.price_band == band) for band in range(len(PRICE_BANDS) + 1)]
    details = queries.detail_conditions(shape.details)
    sold_out = [queries.is_sold_out(shape.details).label("is_sold_out")] if "sizes" in shape.details else []
    if details:  # the products with these details
        prices = [limit(Listing.price) for limit in _PRICES.values()]
        counted = _source(group_id, _ZERO if shape.has_price else number, *by_band, prices=prices)
        yield counted.add_columns(*sold_out).where(*text_conditions(shape), *details).group_by(group_id, *sold_out)
    elif not shape.text or shape.text.has_groups:  # the products of all groups, or of those that the text names
        precomputed_id = FACET_GROUP_COUNTS.c.shelf_id
        bands = [number for number in FACET_GROUP_COUNTS.c if number.name.startswith("number")]
        products = _ZERO if shape.has_price else sum(bands[1:], bands[0])
        precomputed = _source(precomputed_id, products, *bands)
        yield precomputed.where(queries.is_any(precomputed_id, "text_groups")) if shape.text else precomputed
    if shape.text and not details:  # the products that match the text, outside these groups
        counted = _source(group_id, _ZERO if shape.has_price else number, *by_band)
        yield counted.where(*matching.conditions_outside_groups(shape.text)).group_by(group_id)
    if shape.has_price:  # the products in the price range
        in_range = _source(group_id, number, *[_ZERO] * len(_NUMBERS[1:])).add_columns(*sold_out)
        conditions = (*text_conditions(shape), *price_conditions(shape), *details)
        yield in_range.where(*conditions).group_by(group_id, *sold_out)


def _source(group_id: Any, *numbers: Any, prices: Sequence[ColumnElement[Any]] = (null(), null())) -> Select[Any]:
    labelled = (cast(number, Integer).label(name) for name, number in zip(_NUMBERS, numbers, strict=True))
    limits = (cast(price, Listing.price.type).label(name) for name, price in zip(_PRICES, prices, strict=True))
    return select(group_id.label("facet_group_id"), *labelled, *limits)


@cache
def _price_range_query(shape: QueryShape) -> Query:
    prices = select(Listing.price).where(*text_conditions(shape), *group_conditions(shape)).limit(1)
    lowest = prices.order_by(Listing.price, Listing.product_id)
    highest = prices.order_by(Listing.price.desc(), Listing.product_id.desc())
    return Query.of(select(lowest.scalar_subquery(), highest.scalar_subquery()))


@cache
def _details_query(shape: QueryShape) -> Query:
    lists: dict[frozenset[str], tuple[CTE, ColumnElement[bool]]] = {}

    def without(*names: str) -> tuple[CTE, ColumnElement[bool]]:
        """Return the list without these filters. Filters that are not set share one list."""
        others = shape.details - set(names)
        return lists.setdefault(
            others, _details_of(shape, _found(shape, others, f"found_{len(lists)}"), f"list_{len(lists)}")
        )

    return Query.of(
        union_all(
            _value_counts(without("sizes")[0], "sizes"),
            _value_counts(without("stones")[0], "stones"),
            _weight_counts(*without("min_weight", "max_weight")),
        )
    )


def _found(shape: QueryShape, details: frozenset[str], name: str) -> CTE:
    """Select products that match all filters with these on details, at most one more than the maximum count."""
    conditions = (
        *text_conditions(shape),
        *group_conditions(shape),
        *price_conditions(shape),
        *queries.detail_conditions(details, only_in_stock=shape.only_in_stock),
    )
    some = select(Listing.product_id).where(*conditions).limit(literal_column(str(MAX_DETAILED + 1)))
    return some.cte(name).prefix_with("MATERIALIZED")


def _details_of(shape: QueryShape, found: CTE, name: str) -> tuple[CTE, ColumnElement[bool]]:
    """Select weight, sizes and stones of the products. Return the condition that there are not too many of them.

    OFFSET makes PostgreSQL read them by the primary key. A join would read the whole table for a list of a few hundred.
    """
    length = select(func.count()).select_from(found).scalar_subquery()
    is_short = length <= literal_column(str(MAX_DETAILED))
    columns = (
        Product.weight,
        (queries.sizes_in_stock() if shape.only_in_stock else queries.values_of(Product.sizes, "label")).label("sizes"),
        queries.values_of(Product.stones, "kind").label("stones"),
    )
    product = select(*columns).where(Product.id == found.c.product_id).offset(literal_column("0")).lateral(f"of_{name}")
    details = select(*product.c).select_from(found).join(product, true()).where(is_short)
    return details.cte(name).prefix_with("MATERIALIZED"), is_short


def _value_counts(details: CTE, name: str) -> Select[Any]:
    """Select each value of one kind of detail with its number of products in the list."""
    alike = select(details.c[name], func.count().label("products")).group_by(details.c[name]).subquery(f"alike_{name}")
    element = func.jsonb_array_elements_text(alike.c[name]).table_valued("value", name=f"of_{name}")
    value = select(element.c.value).distinct().lateral(f"values_{name}")
    products = cast(func.sum(alike.c.products), Integer).label("products")
    query = select(literal_column(f"'{name}'").label("kind"), value.c.value, products)
    return query.select_from(alike).join(value, true()).group_by(value.c.value)


def _weight_counts(details: CTE, is_short: ColumnElement[bool]) -> Select[Any]:
    """Select the position of each weight band, from 1, with its number of products in the list."""
    by_band = [func.count().filter(*_in_weight_band(details.c.weight, *ends)) for ends in WEIGHT_BANDS]
    counts = select(array(by_band)).select_from(details).scalar_subquery()
    band = func.unnest(counts).table_valued("products", with_ordinality="place", name="of_weights").render_derived()
    kind: ColumnElement[str] = literal_column("'weights'")
    return select(kind.label("kind"), cast(band.c.place, Text).label("value"), band.c.products).where(is_short)


def _in_weight_band(weight: Any, low: int | None, high: int | None) -> list[ColumnElement[bool]]:
    least = [] if low is None else [weight >= literal_column(str(low))]
    return least if high is None else [*least, weight <= literal_column(str(high))]
