"""Listing what is on sale, as shoppers narrow and sort it."""

from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from api import written
from api.byte_cache import Shelf
from api.catalogue import cursors, writing
from api.catalogue.schemas import FacetsOut, ProductPage
from api.rates.rate import rate_of_today
from api.shapes import Success
from shop.catalogue import search
from shop.catalogue.search import Facets, Filters, Kind, Place, Search, Shape, Sort
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
    asked = await _search(database, kept, filters)
    if asked.shape != Shape() or after is not None:  # else there is one plan for it, which is the right one
        await database.execute(search.planned_afresh())
    rows = await _page(database, kept, asked, sort, after=after, limit=limit + 1)
    facets = await _facets(database, kept, asked) if with_counts else None
    shown, more = rows[:limit], len(rows) > limit
    page = ProductPage(
        message="Products",
        data=[],
        next_cursor=cursors.write(sort, (shown[-1].key, shown[-1].product_id)) if more else None,
        total=facets.total if facets else None,
        facets=FacetsOut.of(facets, asked.kinds.values()) if facets else None,
    )
    return written.body(page, f"[{','.join(row.shown for row in shown)}]")


async def _page(
    database: AsyncSession, kept: Shelf, asked: Search, sort: Sort, *, after: Place | None, limit: int
) -> Sequence[Any]:
    rate = await _kept(kept, f"rate of {today(now())}", lambda: rate_of_today(database))
    statement = writing.page(asked.shape, sort, is_behind=after is not None)
    connection = await database.connection()
    values = asked.values | search.place(after) | {"most": limit, "gold_rate": rate}
    rows: Sequence[Any] = (await connection.execute(statement, values)).all()
    return rows


async def _search(database: AsyncSession, kept: Shelf, filters: Filters) -> Search:
    async def shelves() -> Sequence[Any]:
        return (await database.execute(search.shelves())).all()

    async def kinds() -> dict[int, Kind]:
        return {row.id: Kind(*row) for row in await database.execute(search.kinds(filters.search))}

    found = await (kinds() if filters.search else _kept(kept, "kinds", kinds))
    return Search(filters, found, await _kept(kept, "shelves", shelves))


async def _kept(kept: Shelf, name: str, read: Callable[[], Awaitable[T]]) -> T:
    """Return a part of many answers, read anew only after the catalogue has changed."""
    generation = kept.generation
    part: T | None = kept.part(name)
    if part is None:
        part = await read()
        kept.put_part(name, part, generation)
    return part


async def _facets(database: AsyncSession, kept: Shelf, asked: Search) -> Facets:
    shape, values = asked.shape, asked.values
    cells = await _cells(database, kept, asked)
    ranged = (await database.execute(search.in_range(shape), values)).all() if asked.filters.has_price else None
    extremes = (await database.execute(search.extremes(shape), values)).one()
    return search.facets(asked, cells, ranged, extremes)


async def _cells(database: AsyncSession, kept: Shelf, asked: Search) -> Sequence[Any]:
    """Count each shelf. Without a name to look for, that is the same for every filter, and the longest part of all."""

    async def cells() -> Sequence[Any]:
        return (await database.execute(search.cells(asked.shape), asked.values)).all()

    return await (cells() if asked.filters.search else _kept(kept, "cells", cells))
