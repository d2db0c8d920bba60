"""Listing what is on sale, as shoppers narrow and sort it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncConnection, AsyncSession

from api import written
from api.byte_cache import Shelf
from api.catalogue import cursors, writing
from api.catalogue.schemas import FacetsOut, ProductPage
from api.rates.rate import rate_of_today
from api.shapes import Success
from shop.catalogue import search
from shop.catalogue.search import Facets, Filters, Kind, Search, Shape, Sort
from shop.clock import now, today
from shop.errors import NotFound

T = TypeVar("T")


async def show(database: AsyncSession, product_id: int) -> bytes:
    """Return the answer that shows one product, as :class:`Success` of a :class:`ProductOut` has it.

    :raises NotFound: where there is none that shoppers may see.
    """
    rate = await rate_of_today(database)
    product = await database.scalar(writing.product(), {"id": product_id, "gold_rate": rate})
    if product is None:
        raise NotFound("Invalid product")
    return written.body(Success(message="Product", data=[]), product)


async def browse(
    database: AsyncSession,
    kept: Shelf,
    filters: Filters,
    sort: Sort,
    *,
    cursor: str | None,
    limit: int,
    with_counts: bool,
) -> bytes:
    """Return the answer that shows a page of what is on sale and, ``with_counts``, the counts for each filter.

    :param kept: where the counts of the whole shop stay until the catalogue changes.
    :raises NoSuchPlace: for a cursor of another list.
    """
    after = cursors.read(sort, cursor) if cursor else None
    rate = await _kept(kept, f"rate of {today(now())}", lambda: rate_of_today(database))
    connection = await database.connection()
    asked = await _search(connection, kept, filters)
    if asked.shape != Shape() or after is not None:  # else there is one plan for it, which is the right one
        await connection.execute(search.planned_afresh())
    statement = writing.page(asked.shape, sort, is_behind=after is not None)
    values = asked.values | search.place(after) | {"most": limit + 1, "gold_rate": rate}
    rows = (await connection.execute(statement, values)).all()
    facets = await _facets(connection, kept, asked) if with_counts else None
    shown, more = rows[:limit], len(rows) > limit
    page = ProductPage(
        message="Products",
        data=[],
        next_cursor=cursors.write(sort, (shown[-1].key, shown[-1].product_id)) if more else None,
        total=facets.total if facets else None,
        facets=FacetsOut.of(facets, asked.kinds.values()) if facets else None,
    )
    return written.body(page, f"[{','.join(row.shown for row in shown)}]")


async def _search(connection: AsyncConnection, kept: Shelf, filters: Filters) -> Search:
    async def shelves() -> Sequence[Any]:
        return (await connection.execute(search.shelves())).all()

    async def kinds() -> dict[int, Kind]:
        return {row.id: Kind(*row) for row in await connection.execute(search.kinds(filters.search))}

    found = await (kinds() if filters.search else _kept(kept, "kinds", kinds))
    return Search(filters, found, await _kept(kept, "shelves", shelves))


async def _facets(connection: AsyncConnection, kept: Shelf, asked: Search) -> Facets:
    async def cells() -> Sequence[Any]:
        rows: Sequence[Any] = (await connection.execute(search.cells(shape), values)).all()
        return rows

    shape, values = asked.shape, asked.values
    counted = await (cells() if asked.filters.search else _kept(kept, "cells", cells))
    ranged = (await connection.execute(search.in_range(shape), values)).all() if asked.filters.has_price else None
    extremes = (await connection.execute(search.extremes(shape), values)).one()
    return search.facets(asked, counted, ranged, extremes)


async def _kept(kept: Shelf, name: str, read: Callable[[], Awaitable[T]]) -> T:
    """Return a part of many answers, read anew only after the catalogue has changed."""
    generation = kept.generation
    part: T | None = kept.part(name)
    if part is None:
        part = await read()
        kept.put_part(name, part, generation)
    return part
