"""Routes of the catalogue: categories, products on sale."""

from dataclasses import dataclass
from typing import Annotated

from fastapi import Depends, Query, Request, Response
from sqlalchemy import Select

from api.auth.policy import Granted
from api.cache.middleware import note_products
from api.catalogue import service
from api.catalogue.filters import ProductListQuery
from api.catalogue.schemas import CategoryOut, ProductOut, ProductPage
from api.db.session import Database, DatabasePool
from api.http.base_schemas import PageOf, Success
from api.http.csv_export import CsvExport
from api.http.flag_routing import feature_router
from api.http.pagination import RequestedPage
from api.http.schema_types import Id, SearchText
from api.openapi.description import JSON, call
from shop.catalogue.admin_lists import CategorySort, select_categories
from shop.catalogue.model import Category

router = feature_router("catalogue")

CATEGORY_EXPORT: CsvExport[Category] = CsvExport(
    "categories",
    {
        "Id": lambda category: category.id,
        "Code": lambda category: category.code,
        "Name": lambda category: category.name,
        "Image": lambda category: category.image_url,
    },
)


@dataclass(frozen=True)
class CategoryListQuery:
    """The search and the order of the list, for its pages and for the CSV export."""

    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[CategorySort, Query()] = CategorySort.OLDEST

    def select(self) -> Select[Category]:
        """Select the categories."""
        return select_categories(self.search, self.sort)


RequestedCategories = Annotated[CategoryListQuery, Depends()]


@router.get("/category/", **call())
async def list_categories(
    database: Database, _: Granted, query: RequestedCategories, page: RequestedPage
) -> PageOf[CategoryOut]:
    """List the categories, the oldest first unless ``sort`` says otherwise. ``search`` is part of a code or name."""
    categories, more = page.split((await database.scalars(page.select(query.select()))).all())
    data = [CategoryOut.model_validate(category) for category in categories]
    return PageOf(message="Categories", data=data, next_cursor=more)


@router.get("/category/?flag=csv", **call(csv=True))
async def export_categories(database: Database, _: Granted, query: RequestedCategories) -> Response:
    """Export the whole list of categories as CSV."""
    return CATEGORY_EXPORT.respond(database, query.select())


@router.get("/product/customer/?id={id}", response_model=Success[ProductOut], **call(refuses=(404,)))
async def show_product(request: Request, pool: DatabasePool, _: Granted, id: Id) -> Response:
    """Show a product that is on sale, with its price at today's rate."""
    return _respond(request, await service.render_product(pool, id))


@router.get("/product/customer/", response_model=ProductPage, **call(query=ProductListQuery, refuses=(404,)))
async def list_products(request: Request, _: Granted) -> Response:
    """List the products on sale, the newest first unless ``sort`` says otherwise.

    ``search`` finds products whose name or category has all of its words, or their beginnings, in any case; or whose
    code begins with it. Words that match nothing are replaced by the nearest words or left out; ``searchedFor`` then
    has the text that was used. "gold" or "jewellery" alone finds everything, unless a name has the word; "22 carat" is
    treated as "22k". A text of one or two characters finds names that begin with it. ``category`` takes ids and codes.
    Several values of one filter are alternatives; a product must match all filters. Prices are rupees and weights
    grams, both ends included; the ends of a range may be in either order. ``facets=false`` omits the counts, for search
    suggestions.
    """
    query = ProductListQuery.read(request.query_params)
    state = request.app.state
    page = await service.render_list(
        state.pool,
        state.response_cache,
        state.spelling_correction,
        query.filters,
        query.sort,
        cursor=query.cursor,
        limit=query.limit,
        with_counts=query.facets,
    )
    return _respond(request, page)


def _respond(request: Request, page: service.RenderedPage) -> Response:
    note_products(request, page.product_ids)
    return Response(page.body, media_type=JSON)
