"""Renders product lists and products as response bodies."""

from collections.abc import Collection, Mapping
from typing import NamedTuple

from api.cache.store import ResponseCache
from api.catalogue import cursors, product_json
from api.catalogue.facet_schemas import FacetsOut
from api.catalogue.schemas import ProductPage
from api.db import sql_json
from api.http.base_schemas import Success
from api.http.pagination import split_page
from shop.catalogue import facets, search
from shop.catalogue.search import CategoryRef, CursorPosition, Filters, QueryShape, Search, Sort
from shop.catalogue.text_search import corrected_search
from shop.catalogue.text_search.spelling import SpellingCorrection
from shop.clock import now, today
from shop.db.pipeline import Rows
from shop.db.pool import CUSTOM_PLANS, Pool
from shop.db.query import BoundQuery
from shop.errors import NotFound

RowsByName = dict[str, Rows]


class RenderedPage(NamedTuple):
    """A response body, and the ids of the products in it."""

    body: bytes
    product_ids: Collection[int]


async def render_product(pool: Pool, product_id: int) -> RenderedPage:
    """Return the response for one product: a :class:`Success` of a :class:`ProductOut`.

    :raises NotFound: if there is no such product that shoppers may see.
    """
    rows = await pool.fetch(product_json.PRODUCT(id=product_id, today=today(now())))
    if not rows:
        raise NotFound("Invalid product")
    return RenderedPage(sql_json.body(Success(message="Product", data=[]), rows[0].json), {product_id})


async def render_list(
    pool: Pool,
    cache: ResponseCache,
    correction: SpellingCorrection,
    filters: Filters,
    sort: Sort,
    *,
    cursor: str | None,
    limit: int,
    with_counts: bool,
) -> RenderedPage:
    """Return the response for a page of the products on sale; ``with_counts`` with the counts for each filter.

    :param cache: stores the categories until the catalogue changes.
    :raises api.http.pagination.InvalidCursor: for a cursor of another list.
    """
    after = cursors.read(sort, cursor) if cursor else None
    text = await corrected_search.resolve(pool, correction, filters.search) if filters.search else None
    categories = await _categories(pool, cache, filters, with_counts=with_counts)
    search_ = Search(filters, categories, None if text and text.is_whole_shop else text)
    found = await _fetch(pool, _queries(search_, sort, after, limit + 1, with_counts=with_counts))
    counts = None
    if with_counts:
        counts = facets.facets_of(found["counts"], found.get("price_range", ()), found["details"])
    rows, more = split_page(found["page"], limit, lambda row: cursors.write(sort, (row.sort_value, row.product_id)))
    envelope = ProductPage(
        message="Products",
        data=[],
        next_cursor=more,
        total=counts.total if counts else None,
        searched_for=text.text.text if text and text.text.text != filters.search else None,
        facets=FacetsOut.of(counts, categories.values()) if counts else None,
    )
    return RenderedPage(sql_json.body(envelope, sql_json.joined(rows)), {row.product_id for row in rows})


async def _categories(
    pool: Pool, cache: ResponseCache, filters: Filters, *, with_counts: bool
) -> dict[int, CategoryRef]:
    """Return the categories that a search needs, by id, with their facet groups.

    Those that do not depend on the values of the filters are stored until the catalogue changes.
    """
    if not with_counts and not filters.excludes_groups:
        return {}
    name = "categories with groups" if filters.excludes_groups else "categories"
    generation = cache.generation
    categories: dict[int, CategoryRef] | None = None if filters.group_values else cache.fragment(name)
    if categories is None:
        rows = await pool.fetch(search.category_refs(filters))
        categories = {row.id: CategoryRef(*row) for row in rows}
        if not filters.group_values:
            cache.put_fragment(name, categories, generation)
    return categories


def _queries(
    search_: Search, sort: Sort, after: CursorPosition | None, limit: int, *, with_counts: bool
) -> dict[str, BoundQuery]:
    """Return the queries of the page and its counts, in the order of sending.

    Those after ``plans`` are planned for the values of their parameters. Precomputed counts need no such plan.
    """
    page = product_json.page(search_.shape, sort, limit=limit, has_cursor=after is not None)
    queries = {"page": page(**search_.values, **search.cursor_values(after), today=today(now()))}
    if with_counts:
        if price_range := facets.price_range_query(search_):
            queries["price_range"] = price_range
        queries["details"] = facets.details_query(search_)
    if search_.shape != QueryShape() or after is not None:  # without conditions, the generic plan is good
        queries = {"plans": CUSTOM_PLANS()} | queries
    if with_counts:
        counts = {"counts": facets.counts_query(search_)}
        queries = counts | queries if facets.is_precomputed(search_.shape) else queries | counts
    return queries


async def _fetch(pool: Pool, queries: Mapping[str, BoundQuery]) -> RowsByName:
    """Send queries together; return the rows of each by its name."""
    if len(queries) == 1:
        return {name: await pool.fetch(query) for name, query in queries.items()}
    async with pool.transaction() as transaction:
        return dict(zip(queries, await transaction.commit(*queries.values()), strict=True))
