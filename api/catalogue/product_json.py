"""Queries of products as JSON in the shape of :class:`~api.catalogue.schemas.ProductOut`, written by PostgreSQL."""

from functools import lru_cache
from types import SimpleNamespace
from typing import Any

from sqlalchemy import (
    JSON,
    BigInteger,
    Boolean,
    ColumnElement,
    Date,
    Integer,
    Numeric,
    ScalarSelect,
    Select,
    String,
    bindparam,
    case,
    cast,
    column,
    func,
    literal,
    select,
    true,
)

from api.catalogue.schemas import ImageOut, ProductOut, RenditionOut, SizeOut, StoneOut
from api.db import sql_json
from shop.catalogue import queries, search
from shop.catalogue.model import Category, Product
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.search import QueryShape, Sort
from shop.catalogue.stock import stock_left_in_sql
from shop.db.query import Query
from shop.product_images.model import ProductImage
from shop.rates.model import GoldRate
from shop.rates.queries import current_rate


@lru_cache(maxsize=500)
def page(shape: QueryShape, sort: Sort, *, limit: int, has_cursor: bool) -> Query:
    """Select what :func:`shop.catalogue.search.page` does, with each product as ``json``, at the rate of ``today``."""
    found = search.page(shape, sort, limit=limit, has_cursor=has_cursor).cte("page")
    shown = _product(found.c.product_id, found).scalar_subquery().label("json")
    order = search.order_by(sort, found.c.sort_value, found.c.product_id)
    return Query.of(select(found.c.product_id, found.c.sort_value, shown).order_by(*order))


def _product(product_id: Any, *outer: Any) -> Select[str]:
    rate = current_rate(bindparam("today", type_=Date())).with_only_columns(GoldRate.r22k)
    today = select(func.coalesce(rate.scalar_subquery(), 0).label("r22k")).cte("today")
    price = PriceBreakUp.of(Product, today.c.r22k)
    values = dict(Product.__table__.columns) | {
        "gold_rate": price.gold_rate,
        "metal_value": price.metal_value,
        "mrp": price.mrp,
        "ornament_price": price.ornament_price,
        "stock_left": stock_left_in_sql(Product.stock_quantity),
        "stones": stones_json(Product.stones),
        "sizes": _sizes(today.c.r22k, today),
        "category_name": Category.name,
        "product_image_url": func.coalesce(_first_image_url(), ""),
        "images": _images(),
    }
    query = sql_json.fields(ProductOut, values).join_from(Product, Category).join(today, true())
    query = query.where(Product.id == product_id, queries.IS_VISIBLE)
    return sql_json.row(query.correlate(*outer), "product_shown")


def _first_image_url() -> ScalarSelect[str]:
    first = queries.visible_images(select(ProductImage.image_url), Product.id).limit(1)
    return first.correlate(Product).scalar_subquery()


def _images() -> ColumnElement[Any]:
    values = dict(ProductImage.__table__.columns) | {"renditions": _renditions()}
    images = queries.visible_images(sql_json.fields(ImageOut, values), Product.id)
    return sql_json.array(images.correlate(Product), "picture_shown")


def _renditions() -> ColumnElement[Any]:
    columns = (column("width", Integer()), column("webp", String()), column("avif", String()))
    stored = func.jsonb_to_recordset(ProductImage.renditions).table_valued(*columns, name="rendition")
    rendition = stored.render_derived(with_types=True)
    return sql_json.array(sql_json.fields(RenditionOut, dict(rendition.c)).correlate(ProductImage), "rendition_shown")


def _sizes(gold_rate: Any, *outer: Any) -> ColumnElement[Any]:
    columns: tuple[ColumnElement[Any], ...] = (
        *(column("label", String()), column("diameter", Numeric()), column("length", Numeric())),
        *(column(name, Numeric()) for name in ("weight", "making_charge", "wastage_charge")),
        *(column("stock_quantity", Integer()), column("is_default", Boolean())),
    )
    size = func.jsonb_to_recordset(Product.sizes).table_valued(*columns, name="size").render_derived(with_types=True)
    charges = {
        name: func.coalesce(size.c[name], getattr(Product, name)) for name in ("making_charge", "wastage_charge")
    }
    of_product = {"discount": Product.discount, "stone_charge": Product.stone_charge}
    price = PriceBreakUp.of(SimpleNamespace(weight=size.c.weight, **charges, **of_product), gold_rate)
    is_empty = func.coalesce(size.c.stock_quantity, 1) == 0
    values = (
        dict(size.c)
        | charges
        | {
            "gross_weight": Product.gross_weight - Product.weight + size.c.weight,
            "metal_value": price.metal_value,
            "mrp": price.mrp,
            "ornament_price": price.ornament_price,
            "stock_availability": case((is_empty, "no"), else_=Product.stock_availability),
            "stock_left": stock_left_in_sql(size.c.stock_quantity),
        }
    )
    listed = sql_json.array(sql_json.fields(SizeOut, values).correlate(Product, *outer), "size_shown")
    return case((Product.sizes == [], cast(literal("[]"), JSON)), else_=listed)


def stones_json(stones: Any) -> ColumnElement[Any]:
    """Return the stones of a product or an order line, from their column.

    Most have none, so that case is the fastest.
    """
    columns = (
        *(column("kind", String()), column("count", Integer())),
        *(column("carats", Numeric()), column("charge", Numeric())),
    )
    stone = func.jsonb_to_recordset(stones).table_valued(*columns, name="stone").render_derived(with_types=True)
    listed = sql_json.array(sql_json.fields(StoneOut, dict(stone.c)).correlate(stones.table), "stone_shown")
    return case((func.jsonb_array_length(stones) == 0, cast(literal("[]"), JSON)), else_=listed)


PRODUCT = Query.of(_product(bindparam("id", type_=BigInteger())))
"""Select the product with this ``id`` as ``json``, at the rate of ``today``, if shoppers may see it."""
