"""What the storefront shows."""

import datetime as dt
from typing import Any, TypeVar

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import QueryableAttribute, joinedload, selectinload

from shop.catalogue.model import Activity, Category, ImageStatus, Product, ProductImage

Holding = TypeVar("Holding")

IS_SHOWN = Product.status == Activity.ACTIVE.value
"""What shoppers may see."""
IS_PICTURE_SHOWN = or_(ProductImage.original.is_(None), ProductImage.status == ImageStatus.READY.value)
"""What of a product's pictures they may see: what nothing had to be made of, and what is made."""


def with_product(model: type[Holding], product: QueryableAttribute[Product]) -> Select[Holding, str]:
    """Select rows of which each has a ``product``, with it, its pictures and its category's name."""
    return (
        select(model, Category.name)
        .join(product)
        .join(Category, Category.id == Product.category_id)
        .options(joinedload(product).options(selectinload(Product.images)))
    )


def pictures_shown(query: Select[Any], product_id: Any) -> Select[Any]:
    """Narrow a query of pictures to what is shown of a product, in the order of its gallery."""
    here = query.where(ProductImage.product_id == product_id, IS_PICTURE_SHOWN)
    return here.order_by(ProductImage.position, ProductImage.id)


def count_for_sale() -> Select[int]:
    """Select how many products shoppers may see."""
    return select(func.count()).select_from(Product).where(IS_SHOWN)


def all_for_sale() -> Select[int, dt.datetime]:
    """Select the ids of all products that shoppers may see, and when what is said of them last changed."""
    return select(Product.id, Product.updated_at).where(IS_SHOWN).order_by(Product.id)


def categories_for_sale() -> Select[int, dt.datetime]:
    """Select the ids of the categories that hold such products, with the latest time of their products."""
    latest = func.max(Product.updated_at)
    return select(Product.category_id, latest).where(IS_SHOWN).group_by(Product.category_id).order_by(latest.desc())
