"""Counting, in one statement, what each choice of a filter would leave under the others.

How many products stand on each shelf, by bands of prices, is kept (:mod:`shop.db.counters`). So a list which neither
a name nor a price narrows adds up a few hundred rows, however many products there are; what has the name, or costs so
much, is counted along an index.
"""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from decimal import Decimal
from functools import cache, lru_cache
from itertools import pairwise
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Integer,
    Select,
    Subquery,
    case,
    cast,
    func,
    literal_column,
    not_,
    null,
    select,
    tuple_,
    union_all,
)

from shop.catalogue.listing import PRICE_BANDS, Listing, Shelf
from shop.catalogue.search import COLUMNS, Search, Shape, by_name, named, on, priced, shelved
from shop.db.counters import SHELVED
from shop.db.query import BoundQuery, Query

_NUMBERS = ("pieces", *(f"band_{band}" for band in range(len(PRICE_BANDS) + 1)))
"""What is added up: the products that are in the list, and those in each band of prices if no price is asked for."""
_NONE: ColumnElement[int] = literal_column("0")


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


def counted(search: Search) -> BoundQuery:
    """Ask how many products there are for each value of each column of the shelves, and of all."""
    return _counted(search.shape, frozenset(search.chosen))(**search.values)


def are_kept(shape: Shape) -> bool:
    """Whether all of that is kept, so that one plan is right for whatever is chosen."""
    return not (shape.is_named or shape.has_price)


def extremes(search: Search) -> BoundQuery:
    """Ask for the lowest and the highest price under all filters but the price itself."""
    return _extremes(search.shape)(**search.values)


def facets(counts: Iterable[Any], extremes: Sequence[Decimal | None]) -> Facets:
    """Make them of the rows of :func:`counted` and the row of :func:`extremes`."""
    by: dict[str, Counter[Any]] = {column: Counter() for column in COLUMNS}
    total, *bands = (0,) * len(_NUMBERS)
    for row in counts:
        column = next((column for column in COLUMNS if getattr(row, column) is not None), None)
        if column and row.refused in {None, column}:
            by[column][getattr(row, column)] += row.pieces
        elif not column and row.refused is None:
            total, *bands = (getattr(row, number) or 0 for number in _NUMBERS)
    limits = pairwise((None, *PRICE_BANDS, None))
    return Facets(total, by, [Band(*ends, count) for ends, count in zip(limits, bands, strict=True)], *extremes)


@lru_cache(maxsize=500)
def _counted(shape: Shape, chosen: frozenset[str]) -> Query:
    """Add up, for each column by itself and for all, what the filters leave and what one alone of them refuses.

    The latter is told apart by ``refused``, that filter's column: it counts for this column's choices.
    """
    piece = _with_shelves(union_all(*_pieces(shape)).subquery("piece"), chosen)
    refused = [piece.c.refused] if chosen else []
    each = [tuple_(piece.c[column], *refused) for column in COLUMNS]
    return Query.of(
        select(
            *(piece.c[column] for column in COLUMNS),
            (piece.c.refused if chosen else null()).label("refused"),
            *(func.sum(piece.c[number]).label(number) for number in _NUMBERS),
        ).group_by(func.grouping_sets(*each, tuple_(*refused)))
    )


def _with_shelves(piece: Subquery, chosen: frozenset[str]) -> Subquery:
    """Select the pieces that no filter refuses, or one alone, with their shelves' columns."""
    refusals = {column: not_(on(getattr(Shelf, column), column)) for column in sorted(chosen)}
    columns = [getattr(Shelf, column) for column in COLUMNS]
    query = select(*columns, *(piece.c[number] for number in _NUMBERS)).join_from(
        piece, Shelf, Shelf.id == piece.c.shelf_id
    )
    if chosen:
        names: dict[str, ColumnElement[str]] = {column: literal_column(f"'{column}'") for column in refusals}
        by = case(*((refusal, names[column]) for column, refusal in refusals.items()))
        query = query.add_columns(by.label("refused"))
    if len(chosen) > 1:
        query = query.where(sum(cast(refusal, Integer) for refusal in refusals.values()) <= literal_column("1"))
    return query.subquery("piece_on_shelf")


def _pieces(shape: Shape) -> Iterator[Select[Any]]:
    """Select shelves with how many of their products are in the list, and how many in each band of prices.

    A shelf may come several times: all that is said of it is added up.
    """
    if not shape.is_named or shape.has_found:
        bands = [number for number in SHELVED.c if number.name.startswith("number")]
        pieces = _NONE if shape.has_price else sum(bands[1:], bands[0])
        kept = _piece(SHELVED.c.shelf_id, pieces, *bands)
        yield kept.where(on(SHELVED.c.shelf_id, "found")) if shape.has_found else kept
    number = func.count()
    if shape.is_named:
        by_band = [number.filter(Listing.price_band == band) for band in range(len(PRICE_BANDS) + 1)]
        elsewhere = [not_(on(Listing.shelf_id, "found"))] if shape.has_found else []
        found = _piece(Listing.shelf_id, _NONE if shape.has_price else number, *by_band)
        yield found.where(by_name(), *elsewhere).group_by(Listing.shelf_id)
    if shape.has_price:
        in_range = _piece(Listing.shelf_id, number, *[_NONE] * len(_NUMBERS[1:]))
        yield in_range.where(*named(shape), *priced(shape)).group_by(Listing.shelf_id)


def _piece(shelf_id: Any, *numbers: Any) -> Select[Any]:
    labelled = (cast(number, Integer).label(name) for name, number in zip(_NUMBERS, numbers, strict=True))
    return select(shelf_id, *labelled)


@cache
def _extremes(shape: Shape) -> Query:
    prices = select(Listing.price).where(*named(shape), *shelved(shape)).limit(1)
    cheapest = prices.order_by(Listing.price, Listing.product_id)
    dearest = prices.order_by(Listing.price.desc(), Listing.product_id.desc())
    return Query.of(select(cheapest.scalar_subquery(), dearest.scalar_subquery()))
