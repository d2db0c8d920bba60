"""The catalogue as shoppers browse it."""

from typing import Annotated

from fastapi import APIRouter, Query
from sqlalchemy import select

from api.catalogue.schemas import CategoryOut, ProductOut
from api.database import Database
from api.policy import Granted
from api.rates.rate import rate_of_today
from api.shapes import Id, PageOf, Success, Text
from shop.catalogue import queries
from shop.catalogue.model import Category, Product, ProductType
from shop.errors import NotFound

router = APIRouter(tags=["catalogue"])

PAGE = 200


@router.get("/category/")
async def list_categories(database: Database, _: Granted) -> Success[list[CategoryOut]]:
    """List the categories."""
    categories = await database.scalars(select(Category).order_by(Category.id).limit(PAGE))
    return Success(message="Categories", data=[CategoryOut.model_validate(category) for category in categories])


@router.get("/product/customer/")
async def list_or_show_products(
    database: Database,
    grant: Granted,
    id: Annotated[Id | None, Query()] = None,  # noqa: A002 - the name on the wire
    category_id: Annotated[Id | None, Query(alias="categoryId")] = None,
    product_type: Annotated[ProductType | None, Query(alias="productType")] = None,
    search: Annotated[Text | None, Query()] = None,
    limit: Annotated[int, Query(ge=1, le=PAGE)] = PAGE,
    cursor: Annotated[int, Query(ge=0, le=10_000_000)] = 0,
) -> PageOf[list[ProductOut]] | Success[ProductOut]:
    """List what is for sale, the newest first; with ``id``, show one product."""
    rate = await rate_of_today(database)
    if grant.operation == "show_product":
        found = (await database.execute(queries.for_sale().where(Product.id == id))).first()
        if found is None:
            raise NotFound("Invalid product")
        return Success(message="Product", data=ProductOut.of(found[0], found[1], rate))
    query = queries.matching(queries.for_sale(), category_id=category_id, product_type=product_type, search=search)
    rows = (await database.execute(query.limit(limit + 1).offset(cursor))).all()
    return PageOf(
        message="Products",
        data=[ProductOut.of(product, name, rate) for product, name in rows[:limit]],
        next_cursor=str(cursor + limit) if len(rows) > limit else None,
    )
