"""What the storefront shows."""

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import Integer, Select, any_, func, literal, or_, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import QueryableAttribute, joinedload, selectinload

from shop.catalogue.model import Activity, Category, ImageStatus, Product, ProductImage

Holding = TypeVar("Holding")

_IS_SHOWN = Product.status == Activity.ACTIVE.value


def for_sale(product_ids: Sequence[int]) -> Select[Product, str]:
    """Select those of the products that shoppers may see, in any order, with their pictures and category's name."""
    return (
        select(Product, Category.name)
        .join(Category, Category.id == Product.category_id)
        .where(
            Product.id == any_(literal(list(product_ids), ARRAY(Integer))),
            _IS_SHOWN,
        )
        .options(selectinload(Product.images))
    )


def with_product(model: type[Holding], product: QueryableAttribute[Product]) -> Select[Holding, str]:
    """Select rows of which each has a ``product``, with it, its pictures and its category's name."""
    return (
        select(model, Category.name)
        .join(product)
        .join(Category, Category.id == Product.category_id)
        .options(joinedload(product).options(selectinload(Product.images)))
    )


def rows_for_sale(product_ids: Sequence[int]) -> Select[Any]:
    """Select the columns of the same products, and ``category_name``: a list has no use for objects that may change."""
    return (
        select(*Product.__table__.columns, Category.name.label("category_name"))
        .join(Category, Category.id == Product.category_id)
        .where(Product.id == any_(literal(list(product_ids), ARRAY(Integer))), _IS_SHOWN)
    )


def pictures_shown(product_ids: Sequence[int]) -> Select[Any]:
    """Select the columns of what is shown of the products, in the order of each one's gallery."""
    return (
        select(*ProductImage.__table__.columns)
        .where(
            ProductImage.product_id == any_(literal(list(product_ids), ARRAY(Integer))),
            or_(ProductImage.original.is_(None), ProductImage.status == ImageStatus.READY.value),
        )
        .order_by(ProductImage.product_id, ProductImage.position, ProductImage.id)
    )


def count_for_sale() -> Select[int]:
    """Select how many products shoppers may see."""
    return select(func.count()).select_from(Product).where(_IS_SHOWN)


def all_for_sale() -> Select[int, dt.datetime]:
    """Select the ids of all products that shoppers may see, and when what is said of them last changed."""
    return select(Product.id, Product.updated_at).where(_IS_SHOWN).order_by(Product.id)


def categories_for_sale() -> Select[int, dt.datetime]:
    """Select the ids of the categories that hold such products, with the latest time of their products."""
    latest = func.max(Product.updated_at)
    return select(Product.category_id, latest).where(_IS_SHOWN).group_by(Product.category_id).order_by(latest.desc())
