"""The catalogue as shoppers browse it."""

from dataclasses import dataclass
from decimal import Decimal
from typing import Annotated, Literal

from fastapi import Depends, Query, Request, Response
from pydantic import Field, WithJsonSchema
from sqlalchemy import Select

from api.cache.middleware import note_products
from api.catalogue import browsing
from api.catalogue.schemas import CategoryOut, ProductOut, ProductPage
from api.database import Database, DatabasePool
from api.openapi import JSON, call
from api.policy import Granted
from api.portions import PAGE, Asked
from api.routing import feature
from api.shapes import Cursor, Id, PageOf, SearchText, Success
from api.sheets import Sheet
from shop.catalogue.keeping import CategorySort, categories_kept
from shop.catalogue.model import Category, ProductType
from shop.catalogue.search import Filters, Sort

router = feature("catalogue")

MOST_CHOICES = 50

Amount = Annotated[
    Decimal,
    Field(ge=0, le=10**12, allow_inf_nan=False),
    WithJsonSchema({"type": "number", "minimum": 0, "maximum": 1e12}),
]


CATEGORY_SHEET: Sheet[Category] = Sheet(
    "categories",
    {
        "Id": lambda category: category.id,
        "Code": lambda category: category.code,
        "Name": lambda category: category.name,
        "Image": lambda category: category.image_url,
    },
)


@dataclass(frozen=True)
class ListedCategories:
    """Which categories are listed, and in which order: the same for pages and the file."""

    search: Annotated[SearchText, Query()] = ""
    sort: Annotated[CategorySort, Query()] = CategorySort.OLDEST

    def query(self) -> Select[Category]:
        """Select them."""
        return categories_kept(self.search, self.sort)


WantedCategories = Annotated[ListedCategories, Depends()]


@router.get("/category/", **call())
async def list_categories(
    database: Database, _: Granted, wanted: WantedCategories, portion: Asked
) -> PageOf[list[CategoryOut]]:
    """List the categories, as they were made unless ``sort`` says otherwise; ``search`` is part of a code or name."""
    categories, more = portion.split((await database.scalars(portion.of(wanted.query()))).all())
    data = [CategoryOut.model_validate(category) for category in categories]
    return PageOf(message="Categories", data=data, next_cursor=more)


@router.get("/category/?flag=csv", **call(csv=True))
async def export_categories(database: Database, _: Granted, wanted: WantedCategories) -> Response:
    """Give the whole list of categories as a file."""
    return await CATEGORY_SHEET.answer(database, wanted.query())


@router.get("/product/customer/?id={id}", response_model=Success[ProductOut], **call(refuses=(404,)))
async def show_product(
    request: Request,
    pool: DatabasePool,
    _: Granted,
    id: Id,  # noqa: A002 - the name on the wire
) -> Response:
    """Show a product that is on sale, priced by today's rate."""
    return _answer(request, await browsing.show(pool, id))


@router.get("/product/customer/", response_model=ProductPage, **call(refuses=(404,)))
async def list_products(
    request: Request,
    pool: DatabasePool,
    _: Granted,
    search: Annotated[SearchText, Query()] = "",
    category: Annotated[list[SearchText], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006 - FastAPI copies it
    category_id: Annotated[list[Id], Query(alias="categoryId", max_length=MOST_CHOICES)] = [],  # noqa: B006
    product_type: Annotated[list[ProductType], Query(alias="productType", max_length=MOST_CHOICES)] = [],  # noqa: B006
    purity: Annotated[list[Literal["22k", "24k"]], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006
    stock: Annotated[list[Literal["yes", "no"]], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006
    min_rating: Annotated[int, Query(alias="minRating", ge=0, le=5)] = 0,
    min_price: Annotated[Amount | None, Query(alias="minPrice")] = None,
    max_price: Annotated[Amount | None, Query(alias="maxPrice")] = None,
    sort: Annotated[Sort, Query()] = Sort.NEWEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Cursor | None = None,
    with_counts: Annotated[bool, Query(alias="facets")] = True,  # noqa: FBT002 - FastAPI passes it by name
) -> Response:
    """List what is on sale, the newest first unless ``sort`` says otherwise.

    ``search`` is a prefix of the product's or the category's name, in any case (`product.md` 5). ``category`` takes
    ids and codes. What may be named several times widens the list; different filters narrow it. Prices are rupees,
    both ends included. ``facets=false`` leaves the counts out, which suits suggestions while someone types.
    """
    filters = Filters(
        search=search,
        categories=frozenset([*(name.casefold() for name in category if name), *map(str, category_id)]),
        product_types=frozenset(kind.value for kind in product_type),
        purities=frozenset(purity),
        stock=frozenset(held == "yes" for held in stock),
        min_stars=min_rating,
        min_price=min_price,
        max_price=max_price,
    )
    cache = request.app.state.response_cache
    page = await browsing.browse(pool, cache, filters, sort, cursor=cursor, limit=limit, with_counts=with_counts)
    return _answer(request, page)


def _answer(request: Request, shown: browsing.Shown) -> Response:
    note_products(request, shown.product_ids)
    return Response(shown.body, media_type=JSON)
