"""Listing what is on sale, as shoppers narrow and sort it."""

from collections import defaultdict
from collections.abc import Awaitable, Callable, Sequence
from typing import Any, TypeVar

from sqlalchemy.ext.asyncio import AsyncSession

from api.byte_cache import Shelf
from api.catalogue import cursors
from api.catalogue.schemas import FacetsOut, ProductOut, ProductPage
from api.rates.rate import rate_of_today
from shop.catalogue import queries, search
from shop.catalogue.search import Facets, Filters, Kind, Search, Sort
from shop.clock import now, today
from shop.errors import NotFound

T = TypeVar("T")


async def show(database: AsyncSession, product_id: int) -> ProductOut:
    """Return one product.

    :raises NotFound: where there is none that shoppers may see.
    """
    found = (await database.execute(queries.for_sale([product_id]))).first()
    if found is None:
        raise NotFound("Invalid product")
    return ProductOut.of(*found, await rate_of_today(database))


async def browse(
    database: AsyncSession,
    kept: Shelf,
    filters: Filters,
    sort: Sort,
    *,
    cursor: str | None,
    limit: int,
    with_counts: bool,
) -> ProductPage:
    """Return a page of what is on sale and, ``with_counts``, the counts for each filter.

    :param kept: where the counts of the whole shop stay until the catalogue changes.
    :raises NoSuchPlace: for a cursor of another list.
    """
    after = cursors.read(sort, cursor) if cursor else None
    if filters != Filters() or after is not None:  # else there is one plan for it, which is the right one
        await database.execute(search.planned_afresh())
    asked = await _search(database, kept, filters)
    rows = (await database.execute(search.page(asked, sort, after=after, limit=limit + 1))).all()
    facets = await _facets(database, kept, asked) if with_counts else None
    more = len(rows) > limit
    return ProductPage(
        message="Products",
        data=await _products(database, kept, [row[0] for row in rows[:limit]]),
        next_cursor=cursors.write(sort, (rows[limit - 1][1], rows[limit - 1][0])) if more else None,
        total=facets.total if facets else None,
        facets=FacetsOut.of(facets, asked.kinds.values()) if facets else None,
    )


async def _search(database: AsyncSession, kept: Shelf, filters: Filters) -> Search:
    """Read the shelves and categories; one that came or went between the two reads is left out."""

    async def shelves() -> Sequence[Any]:
        return (await database.execute(search.shelves())).all()

    async def kinds() -> dict[int, Kind]:
        return {row.id: Kind(*row) for row in await database.execute(search.kinds(filters.search))}

    found = await (kinds() if filters.search else _kept(kept, "kinds", kinds))
    return Search(filters, found, [each for each in await _kept(kept, "shelves", shelves) if each.category_id in found])


async def _kept(kept: Shelf, name: str, read: Callable[[], Awaitable[T]]) -> T:
    """Return a part of many answers, read anew only after the catalogue has changed."""
    generation = kept.generation
    part: T | None = kept.part(name)
    if part is None:
        part = await read()
        kept.put_part(name, part, generation)
    return part


async def _facets(database: AsyncSession, kept: Shelf, asked: Search) -> Facets:
    cells = await _cells(database, kept, asked)
    ranged = (await database.execute(search.in_range(asked))).all() if asked.filters.has_price else None
    extremes = (await database.execute(search.extremes(asked))).one()
    return search.facets(asked, cells, ranged, extremes)


async def _cells(database: AsyncSession, kept: Shelf, asked: Search) -> Sequence[Any]:
    """Count each shelf. Without a name to look for, that is the same for every filter, and the longest part of all."""

    async def cells() -> Sequence[Any]:
        return (await database.execute(search.cells(asked))).all()

    return await (cells() if asked.filters.search else _kept(kept, "cells", cells))


async def _products(database: AsyncSession, kept: Shelf, product_ids: list[int]) -> list[ProductOut]:
    rate = await _kept(kept, f"rate of {today(now())}", lambda: rate_of_today(database))
    pictures: dict[int, list[Any]] = defaultdict(list)
    for picture in await database.execute(queries.pictures_shown(product_ids)):
        pictures[picture.product_id].append(picture)
    rows = {row.id: row for row in await database.execute(queries.rows_for_sale(product_ids))}
    found = [rows[product_id] for product_id in product_ids if product_id in rows]
    return [ProductOut.of_row(row, row.category_name, rate, pictures[row.id]) for row in found]
