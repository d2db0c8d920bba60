"""What the storefront shows."""

from sqlalchemy import Select, func, or_, select
from sqlalchemy.orm import selectinload

from shop.catalogue.model import Activity, Category, Product


def for_sale() -> Select[Product, str]:
    """Select the products that shoppers may see, each with its category's name, the newest first."""
    return (
        select(Product, Category.name)
        .join(Category, Category.id == Product.category_id)
        .where(Product.status == Activity.ACTIVE.value)
        .options(selectinload(Product.images))
        .order_by(Product.created_at.desc(), Product.id.desc())
    )


def matching(
    query: Select[Product, str],
    *,
    category_id: int | None = None,
    product_type: str | None = None,
    search: str | None = None,
) -> Select[Product, str]:
    """Narrow a product query; ``search`` is a prefix of the product's or category's name, in any case."""
    if category_id is not None:
        query = query.where(Product.category_id == category_id)
    if product_type:
        query = query.where(Product.product_type == product_type)
    if search:
        prefix = search.lower()
        query = query.where(
            or_(
                func.lower(Product.name).startswith(prefix, autoescape=True),
                func.lower(Category.name).startswith(prefix, autoescape=True),
            )
        )
    return query
