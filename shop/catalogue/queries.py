"""What the storefront shows."""

from collections.abc import Sequence

from sqlalchemy import Integer, Select, any_, literal, select
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.orm import selectinload

from shop.catalogue.model import Activity, Category, Product


def for_sale(product_ids: Sequence[int]) -> Select[Product, str]:
    """Select those of the products that shoppers may see, in any order, with their pictures and category's name."""
    return (
        select(Product, Category.name)
        .join(Category, Category.id == Product.category_id)
        .where(
            Product.id == any_(literal(list(product_ids), ARRAY(Integer))),
            Product.status == Activity.ACTIVE.value,
        )
        .options(selectinload(Product.images))
    )
