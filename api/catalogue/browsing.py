"""Listing what is on sale, as shoppers narrow and sort it."""

from collections.abc import Collection, Mapping
from typing import NamedTuple, Self

from api import written
from api.cache.store import ResponseCache
from api.catalogue import cursors, writing
from api.catalogue.schemas import FacetsOut, ProductPage
from api.shapes import Success
from shop.catalogue import facets, search
from shop.catalogue.search import Filters, Kind, Place, Search, Shape, Sort
from shop.clock import now, today
from shop.db import plan_cache
from shop.db.pipeline import Rows
from shop.db.pool import Pool
from shop.db.query import BoundQuery
from shop.errors import NotFound

Parts = dict[str, Rows]


class Shown(NamedTuple):
    """A response's body, and the ids of the products in it."""

    body: bytes
    product_ids: Collection[int]


async def show(pool: Pool, product_id: int) -> Shown:
    """Return the answer that shows one product: a :class:`Success` of a :class:`ProductOut`.

    :raises NotFound: where there is none that shoppers may see.
    """
    rows = await pool.fetch(writing.PRODUCT(id=product_id, today=today(now())))
    if not rows:
        raise NotFound("Invalid product")
    return Shown(written.body(Success(message="Product", data=[]), rows[0].shown), {product_id})


async def browse(
    pool: Pool,
    cache: ResponseCache,
    filters: Filters,
    sort: Sort,
    *,
    cursor: str | None,
    limit: int,
    with_counts: bool,
) -> Shown:
    """Return the answer that shows a page of what is on sale and, ``with_counts``, the counts for each filter.

    :param cache: where what is the same for many responses stays until the catalogue changes.
    :raises NoSuchPlace: for a cursor of another list.
    """
    after = cursors.read(sort, cursor) if cursor else None
    shop = await _Shop.read(pool, cache, filters, with_counts=with_counts)
    wanted = _wanted(shop.search, sort, after, limit + 1, with_counts=with_counts)
    found = await _read(pool, shop.missing | wanted)
    shop.learn(found)
    counts = facets.facets(found["counted"], found["extremes"][0]) if with_counts else None
    shown, more = found["page"][:limit], len(found["page"]) > limit
    envelope = ProductPage(
        message="Products",
        data=[],
        next_cursor=cursors.write(sort, (shown[-1].key, shown[-1].product_id)) if more else None,
        total=counts.total if counts else None,
        facets=FacetsOut.of(counts, shop.search.kinds.values()) if counts else None,
    )
    return Shown(written.body(envelope, written.joined(shown)), {row.product_id for row in shown})


class _Shop:
    """The categories that a search has to do with, and their shelves: kept, to be asked for, or read."""

    def __init__(self, cache: ResponseCache, filters: Filters, *, with_counts: bool) -> None:
        self._cache = cache
        self._generation = cache.generation
        self._filters = filters
        self._name = "shelves" if filters.has_shelves else "kinds"
        self._is_kept = not (filters.search or filters.chosen)
        self._kinds: Rows | None = cache.fragment(self._name) if self._is_kept else None
        is_wanted = with_counts or filters.search or filters.has_shelves
        self.missing = {"kinds": search.kinds(filters)} if is_wanted and self._kinds is None else {}

    @classmethod
    async def read(cls, pool: Pool, cache: ResponseCache, filters: Filters, *, with_counts: bool) -> Self:
        """Read what is missing, if what else is asked depends on it; if not, it may go along with that."""
        shop = cls(cache, filters, with_counts=with_counts)
        if shop.missing and (filters.search or filters.has_shelves):
            shop.learn(await _read(pool, shop.missing))
        return shop

    def learn(self, read: Parts) -> None:
        """Take what was missing, and keep what is the same for many searches."""
        if not self.missing:
            return
        self._kinds, self.missing = read["kinds"], {}
        if self._is_kept:
            self._cache.put_fragment(self._name, self._kinds, self._generation)

    @property
    def search(self) -> Search:
        """The search, with what is known of the shop."""
        return Search(self._filters, {kind.id: Kind(*kind) for kind in self._kinds or ()})


def _wanted(asked: Search, sort: Sort, after: Place | None, most: int, *, with_counts: bool) -> dict[str, BoundQuery]:
    """Ask for the page, and for its counts."""
    page = writing.page(asked.shape, sort, most=most, is_behind=after is not None)
    wanted = {"page": page(**asked.values, **search.place(after), today=today(now()))}
    if with_counts:
        wanted["extremes"] = facets.extremes(asked)
    if asked.shape != Shape() or after is not None:  # one plan is right for all others
        wanted = {"plans": plan_cache.AFRESH()} | wanted
    if with_counts:
        counted = {"counted": facets.counted(asked)}
        wanted = counted | wanted if facets.are_kept(asked.shape) else wanted | counted
    return wanted


async def _read(pool: Pool, wanted: Mapping[str, BoundQuery]) -> Parts:
    """Send statements together and wait once; return the rows of each by its name."""
    if len(wanted) == 1:
        return {name: await pool.fetch(asked) for name, asked in wanted.items()}
    async with pool.transaction() as transaction:
        return dict(zip(wanted, await transaction.commit(*wanted.values()), strict=True))
