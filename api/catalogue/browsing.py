"""Listing what is on sale, as shoppers narrow and sort it."""

from collections.abc import Mapping
from typing import Any

from api import written
from api.byte_cache import Shelf
from api.catalogue import cursors, writing
from api.catalogue.schemas import FacetsOut, ProductPage
from api.shapes import Success
from shop import plans
from shop.catalogue import search
from shop.catalogue.search import Facets, Filters, Kind, Place, Search, Shape, Sort
from shop.clock import now, today
from shop.errors import NotFound
from shop.pipeline import Rows
from shop.trips import Asked, Trips

Parts = dict[str, Rows]


async def show(trips: Trips, product_id: int) -> bytes:
    """Return the answer that shows one product: a :class:`Success` of a :class:`ProductOut`.

    :raises NotFound: where there is none that shoppers may see.
    """
    rows = await trips.ask(writing.PRODUCT(id=product_id, today=today(now())))
    if not rows:
        raise NotFound("Invalid product")
    return written.body(Success(message="Product", data=[]), rows[0].shown)


async def browse(
    trips: Trips,
    kept: Shelf,
    filters: Filters,
    sort: Sort,
    *,
    cursor: str | None,
    limit: int,
    with_counts: bool,
) -> bytes:
    """Return the answer that shows a page of what is on sale and, ``with_counts``, the counts for each filter.

    :param kept: where what is the same for many answers stays until the catalogue changes.
    :raises NoSuchPlace: for a cursor of another list.
    """
    after = cursors.read(sort, cursor) if cursor else None
    shop = await _shop(trips, kept, filters, with_counts=with_counts)
    asked = Search(filters, {kind.id: Kind(*kind) for kind in shop["kinds"]}, shop["shelves"])
    found = await _read(trips, _wanted(asked, sort, after, limit + 1, with_counts=with_counts))
    facets = _facets(asked, shop | found) if with_counts else None
    shown, more = found["page"][:limit], len(found["page"]) > limit
    envelope = ProductPage(
        message="Products",
        data=[],
        next_cursor=cursors.write(sort, (shown[-1].key, shown[-1].product_id)) if more else None,
        total=facets.total if facets else None,
        facets=FacetsOut.of(facets, asked.kinds.values()) if facets else None,
    )
    return written.body(envelope, written.joined(shown))


async def _shop(trips: Trips, kept: Shelf, filters: Filters, *, with_counts: bool) -> Parts:
    """Return what is the same for many searches; what is not kept is read."""
    generation = kept.generation
    wanted = {"kinds": search.kinds(filters.search), "shelves": search.SHELVES()}
    if with_counts:
        wanted["cells"] = search.CELLS()
    parts = {name: kept.part(name) for name in wanted if name != "kinds" or not filters.search}
    missing = {name: asked for name, asked in wanted.items() if parts.get(name) is None}
    read = await _read(trips, missing) if missing else {}
    for name in read.keys() & parts.keys():
        kept.put_part(name, read[name], generation)
    return parts | read


def _wanted(asked: Search, sort: Sort, after: Place | None, most: int, *, with_counts: bool) -> dict[str, Asked]:
    """Ask for the page, and for its counts."""
    page = writing.page(asked.shape, sort, most=most, is_behind=after is not None)
    wanted = {"page": page(**asked.values, **search.place(after), today=today(now()))}
    if with_counts:
        wanted |= _counted(asked)
    if asked.shape == Shape() and after is None:
        return wanted  # one plan is right for all of these
    return {"plans": plans.AFRESH()} | wanted


def _counted(asked: Search) -> dict[str, Asked]:
    """Ask for the counts of this search alone."""
    shape, values = asked.shape, asked.values
    wanted = {"extremes": search.extremes(shape)(**values)}
    if shape.is_named:
        wanted["named"] = search.named_cells(shape)(**values)
    if asked.filters.has_price:
        wanted["ranged"] = search.in_range(shape)(**values)
    return wanted


def _facets(asked: Search, read: Mapping[str, Any]) -> Facets:
    cells = search.cells(asked, read["cells"], read.get("named"))
    return search.facets(asked, cells, read.get("ranged"), read["extremes"][0])


async def _read(trips: Trips, wanted: Mapping[str, Asked]) -> Parts:
    """Send statements together and wait once; return the rows of each by its name."""
    if len(wanted) == 1:
        return {name: await trips.ask(asked) for name, asked in wanted.items()}
    async with trips.transaction() as trip:
        return dict(zip(wanted, await trip.commit(*wanted.values()), strict=True))
