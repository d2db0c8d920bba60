"""Products on the wire, as :class:`~api.catalogue.schemas.ProductOut` has them, written by PostgreSQL."""

from functools import lru_cache
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    Date,
    Integer,
    ScalarSelect,
    Select,
    String,
    bindparam,
    column,
    func,
    select,
    true,
)

from api import written
from api.catalogue.schemas import ImageOut, ProductOut, RenditionOut
from shop.catalogue import queries, search
from shop.catalogue.model import Category, Product, ProductImage
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.search import Shape, Sort
from shop.db.query import Query
from shop.rates.model import GoldRate, current_rate


@lru_cache(maxsize=500)
def page(shape: Shape, sort: Sort, *, most: int, is_behind: bool) -> Query:
    """Select what :func:`shop.catalogue.search.page` does, and each product as ``shown``, at the rate of ``today``."""
    found = search.page(shape, sort, most=most, is_behind=is_behind).cte("page")
    shown = _product(found.c.product_id, found).scalar_subquery().label("shown")
    order = search.in_order(sort, found.c.key, found.c.product_id)
    return Query.of(select(found.c.product_id, found.c.key, shown).order_by(*order))


def _product(product_id: Any, *around: Any) -> Select[str]:
    rate = current_rate(bindparam("today", type_=Date())).with_only_columns(GoldRate.r22k)
    today = select(func.coalesce(rate.scalar_subquery(), 0).label("r22k")).cte("today")
    price = PriceBreakUp.of(Product, today.c.r22k)
    values = dict(Product.__table__.columns) | {
        "gold_rate": price.gold_rate,
        "metal_value": price.metal_value,
        "mrp": price.mrp,
        "ornament_price": price.ornament_price,
        "category_name": Category.name,
        "product_image_url": func.coalesce(_first_picture(), ""),
        "images": _pictures(),
    }
    query = written.fields(ProductOut, values).join_from(Product, Category).join(today, true())
    shown = query.where(Product.id == product_id, queries.IS_SHOWN)
    return written.row(shown.correlate(*around), "product_shown")


def _first_picture() -> ScalarSelect[str]:
    first = queries.pictures_shown(select(ProductImage.image_url), Product.id).limit(1)
    return first.correlate(Product).scalar_subquery()


def _pictures() -> ColumnElement[Any]:
    values = dict(ProductImage.__table__.columns) | {"renditions": _renditions()}
    pictures = queries.pictures_shown(written.fields(ImageOut, values), Product.id)
    return written.array(pictures.correlate(Product), "picture_shown")


def _renditions() -> ColumnElement[Any]:
    columns = (column("width", Integer()), column("webp", String()), column("avif", String()))
    held = func.jsonb_to_recordset(ProductImage.renditions).table_valued(*columns, name="rendition")
    rendition = held.render_derived(with_types=True)
    return written.array(written.fields(RenditionOut, dict(rendition.c)).correlate(ProductImage), "rendition_shown")


PRODUCT = Query.of(_product(bindparam("id", type_=BigInteger())))
"""Select the product of this ``id``, as ``shown``, at the rate of ``today``, if shoppers may see it."""
