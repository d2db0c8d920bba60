"""Listing what is on sale, as shoppers narrow and sort it."""

from collections.abc import Sequence
from typing import Any

from sqlalchemy.ext.asyncio import AsyncSession

from api.byte_cache import Shelf
from api.catalogue import cursors
from api.catalogue.schemas import FacetsOut, ProductOut, ProductPage
from api.rates.rate import rate_of_today
from shop.catalogue import queries, search
from shop.catalogue.search import Facets, Filters, Kind, Search, Sort
from shop.errors import NotFound


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
    await database.execute(search.planned_afresh())
    asked = await _search(database, filters)
    rows = (await database.execute(search.page(asked, sort, after=after, limit=limit + 1))).all()
    facets = await _facets(database, kept, asked) if with_counts else None
    more = len(rows) > limit
    return ProductPage(
        message="Products",
        data=await _products(database, [row[0] for row in rows[:limit]]),
        next_cursor=cursors.write(sort, (rows[limit - 1][1], rows[limit - 1][0])) if more else None,
        total=facets.total if facets else None,
        facets=FacetsOut.of(facets, asked.kinds.values()) if facets else None,
    )


async def _search(database: AsyncSession, filters: Filters) -> Search:
    """Read the shelves and categories; one that came or went between the two reads is left out."""
    shelves = (await database.execute(search.shelves())).all()
    kinds = {row.id: Kind(*row) for row in await database.execute(search.kinds(filters.search))}
    return Search(filters, kinds, [shelf for shelf in shelves if shelf.category_id in kinds])


async def _facets(database: AsyncSession, kept: Shelf, asked: Search) -> Facets:
    cells = await _cells(database, kept, asked)
    ranged = (await database.execute(search.in_range(asked))).all() if asked.filters.has_price else None
    extremes = (await database.execute(search.extremes(asked))).one()
    return search.facets(asked, cells, ranged, extremes)


async def _cells(database: AsyncSession, kept: Shelf, asked: Search) -> Sequence[Any]:
    """Count each shelf. Without a name to look for, that is the same for every filter, and the longest part of all."""
    generation = kept.generation
    cells: Sequence[Any] | None = None if asked.filters.search else kept.part("cells")
    if cells is None:
        cells = (await database.execute(search.cells(asked))).all()
        if not asked.filters.search:
            kept.put_part("cells", cells, generation)
    return cells


async def _products(database: AsyncSession, product_ids: list[int]) -> list[ProductOut]:
    rate = await rate_of_today(database)
    rows = await database.execute(queries.for_sale(product_ids))
    found = {product.id: ProductOut.of(product, category, rate) for product, category in rows}
    return [found[product_id] for product_id in product_ids if product_id in found]
