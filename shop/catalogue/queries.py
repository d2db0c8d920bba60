"""Queries of the products and images that shoppers may see, and of codes that differ by capitals only."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Select, String, any_, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import QueryableAttribute, joinedload, selectinload

from shop.catalogue.model import Activity, Category, Product
from shop.media.image_status import ImageStatus
from shop.product_images.model import ProductImage

Model = TypeVar("Model")
Group = TypeVar("Group")

IS_VISIBLE = Product.status == Activity.ACTIVE.value
"""The condition of a visible product."""
IS_IMAGE_VISIBLE = or_(ProductImage.original.is_(None), ProductImage.status == ImageStatus.READY.value)
"""The condition of a visible image: it needs no renditions, or they are ready."""

LOCK_CODES: Select[Any] = select(func.pg_advisory_xact_lock(func.hashtext("catalogue codes")))
"""Serialises the transactions that set new codes, until their ends, so that each sees the codes of the others."""


def with_product(model: type[Model], product: QueryableAttribute[Product]) -> Select[Model, str]:
    """Select rows that have a ``product``, with the product, its images and its category's name."""
    return (
        select(model, Category.name)
        .join(product)
        .join(Category, Category.id == Product.category_id)
        .options(joinedload(product).options(selectinload(Product.images)))
    )


def visible_images(query: Select[Any], product_id: Any) -> Select[Any]:
    """Limit a query of images to the visible ones of a product, in the order of its gallery."""
    images = query.where(ProductImage.product_id == product_id, IS_IMAGE_VISIBLE)
    return images.order_by(ProductImage.position, ProductImage.id)


def count_for_sale() -> Select[int]:
    """Select the number of visible products."""
    return select(func.count()).select_from(Product).where(IS_VISIBLE)


def all_for_sale() -> Select[int, dt.datetime]:
    """Select the ids of all visible products, with the time of their last change."""
    return select(Product.id, Product.updated_at).where(IS_VISIBLE).order_by(Product.id)


def groups_for_sale(column: QueryableAttribute[Group]) -> Select[Group, dt.datetime]:
    """Select the values of a column of the visible products, each with the time of the last change of one of them."""
    latest = func.max(Product.updated_at)
    return select(column, latest).where(IS_VISIBLE).group_by(column).order_by(latest.desc())


def codes_in_any_case(model: type[Product | Category], codes: Sequence[str]) -> Select[str]:
    """Select the existing codes that equal one of these without regard to case."""
    lowered = literal([code.lower() for code in codes], ARRAY(String))
    return select(model.code).where(func.lower(model.code) == any_(lowered))
