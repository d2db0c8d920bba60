"""The catalogue as shoppers browse it."""

from decimal import Decimal
from typing import Annotated, Literal

from fastapi import Query, Request, Response
from pydantic import Field

from api.catalogue import browsing
from api.catalogue.schemas import CategoryOut, ProductOut, ProductPage
from api.database import Database
from api.policy import Granted
from api.routing import feature
from api.shapes import Id, PageOf, Success, Text
from api.sheets import Sheet
from shop.catalogue.keeping import CategorySort, categories_kept
from shop.catalogue.model import Category, ProductType
from shop.catalogue.search import Filters, Sort

router = feature("catalogue")

PAGE = 200
MOST_CHOICES = 50

Amount = Annotated[Decimal, Field(ge=0, le=10**12, allow_inf_nan=False)]


CATEGORY_SHEET: Sheet[Category] = Sheet(
    "categories",
    {
        "Id": lambda category: category.id,
        "Code": lambda category: category.code,
        "Name": lambda category: category.name,
        "Image": lambda category: category.image_url,
    },
)


@router.get("/category/", response_model=PageOf[list[CategoryOut]])
async def list_categories(
    database: Database,
    grant: Granted,
    _flag: Annotated[Text | None, Query(alias="flag")] = None,
    search: Annotated[Text, Query()] = "",
    sort: Annotated[CategorySort, Query()] = CategorySort.OLDEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> PageOf[list[CategoryOut]] | Response:
    """List the categories, as they were made unless ``sort`` says otherwise; ``search`` is part of a code or name.

    ``flag=csv`` gives the whole list as a file.
    """
    query = categories_kept(search, sort)
    if grant.operation == "export_categories":
        return await CATEGORY_SHEET.answer(database, query)
    categories = (await database.scalars(query.limit(limit + 1).offset(cursor))).all()
    return PageOf(
        message="Categories",
        data=[CategoryOut.model_validate(category) for category in categories[:limit]],
        next_cursor=str(cursor + limit) if len(categories) > limit else None,
    )


@router.get("/product/customer/")
async def list_or_show_products(
    request: Request,
    database: Database,
    grant: Granted,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    search: Annotated[Text, Query()] = "",
    category: Annotated[list[Text], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006 - FastAPI copies it
    category_id: Annotated[list[Id], Query(alias="categoryId", max_length=MOST_CHOICES)] = [],  # noqa: B006
    product_type: Annotated[list[ProductType], Query(alias="productType", max_length=MOST_CHOICES)] = [],  # noqa: B006
    purity: Annotated[list[Literal["22k", "24k"]], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006
    stock: Annotated[list[Literal["yes", "no"]], Query(max_length=MOST_CHOICES)] = [],  # noqa: B006
    min_rating: Annotated[int, Query(alias="minRating", ge=0, le=5)] = 0,
    min_price: Annotated[Amount | None, Query(alias="minPrice")] = None,
    max_price: Annotated[Amount | None, Query(alias="maxPrice")] = None,
    sort: Annotated[Sort, Query()] = Sort.NEWEST,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[Text | None, Query()] = None,
    with_counts: Annotated[bool, Query(alias="facets")] = True,  # noqa: FBT002 - FastAPI passes it by name
) -> ProductPage | Success[ProductOut]:
    """List what is on sale, the newest first unless ``sort`` says otherwise; with ``id``, show one product.

    ``search`` is a prefix of the product's or the category's name, in any case (`product.md` 5). ``category`` takes
    ids and codes. What may be named several times widens the list; different filters narrow it. Prices are rupees,
    both ends included. ``facets=false`` leaves the counts out, which suits suggestions while someone types.
    """
    if grant.operation == "show_product":
        return Success(message="Product", data=await browsing.show(database, id or 0))
    filters = Filters(
        search=search,
        categories=frozenset([*(name.casefold() for name in category), *map(str, category_id)]),
        product_types=frozenset(kind.value for kind in product_type),
        purities=frozenset(purity),
        stock=frozenset(held == "yes" for held in stock),
        min_stars=min_rating,
        min_price=min_price,
        max_price=max_price,
    )
    kept = request.app.state.answers
    return await browsing.browse(database, kept, filters, sort, cursor=cursor, limit=limit, with_counts=with_counts)
