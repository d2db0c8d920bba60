"""Products on the wire, as :class:`~api.catalogue.schemas.ProductOut` has them, written by PostgreSQL."""

from functools import cache
from typing import Any

from sqlalchemy import Integer, Numeric, ScalarSelect, Select, String, bindparam, column, func, select

from api import written
from api.catalogue.schemas import ImageOut, ProductOut, RenditionOut
from shop.catalogue import queries, search
from shop.catalogue.model import Category, Product, ProductImage
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.search import Shape, Sort


@cache
def page(shape: Shape, sort: Sort, *, is_behind: bool) -> Select[int, Any, str]:
    """Select what :func:`shop.catalogue.search.page` does, and each product as ``shown``, priced by ``gold_rate``."""
    found = search.page(shape, sort, is_behind=is_behind).cte("page")
    shown = _product(found.c.product_id, found).scalar_subquery().label("shown")
    order = search.in_order(sort, found.c.key, found.c.product_id)
    return select(found.c.product_id, found.c.key, shown).order_by(*order)


@cache
def product() -> Select[str]:
    """Select the product of this ``id``, priced by ``gold_rate``, if shoppers may see it."""
    return _product(bindparam("id", type_=Integer()))


def _product(product_id: Any, *around: Any) -> Select[str]:
    price = PriceBreakUp.of(Product, bindparam("gold_rate", type_=Numeric()))
    values = dict(Product.__table__.columns) | {
        "gold_rate": price.gold_rate,
        "metal_value": price.metal_value,
        "mrp": price.mrp,
        "ornament_price": price.ornament_price,
        "category_name": Category.name,
        "product_image_url": func.coalesce(_first_picture(), ""),
        "images": _pictures(),
    }
    query = written.fields(ProductOut, values).join(Category, Category.id == Product.category_id)
    shown = query.where(Product.id == product_id, queries.IS_SHOWN)
    return written.row(shown.correlate(*around), "product_shown")


def _first_picture() -> ScalarSelect[str]:
    first = queries.pictures_shown(select(ProductImage.image_url), Product.id).limit(1)
    return first.correlate(Product).scalar_subquery()


def _pictures() -> ScalarSelect[Any]:
    values = dict(ProductImage.__table__.columns) | {"renditions": _renditions()}
    pictures = queries.pictures_shown(written.fields(ImageOut, values), Product.id)
    return written.array(pictures.correlate(Product), "picture_shown")


def _renditions() -> ScalarSelect[Any]:
    columns = (column("width", Integer()), column("webp", String()), column("avif", String()))
    held = func.jsonb_to_recordset(ProductImage.renditions).table_valued(*columns, name="rendition")
    rendition = held.render_derived(with_types=True)
    return written.array(written.fields(RenditionOut, dict(rendition.c)).correlate(ProductImage), "rendition_shown")
