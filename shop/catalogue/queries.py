"""Queries of the products and images that shoppers may see, and of codes that differ by capitals only.

Conditions of lists by weight, size and stone, for :mod:`shop.catalogue.search` and its counts.
"""

import datetime as dt
from collections.abc import Sequence
from typing import Any, TypeVar

from sqlalchemy import (
    Boolean,
    ColumnElement,
    Select,
    String,
    Text,
    any_,
    bindparam,
    func,
    literal,
    literal_column,
    not_,
    or_,
    select,
)
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import QueryableAttribute, joinedload, selectinload

from shop.catalogue.model import Activity, Category, Product
from shop.catalogue.price_listing import Listing
from shop.catalogue.stock import IS_LOW_STOCK
from shop.media.image_status import ImageStatus
from shop.product_images.model import ProductImage

Model = TypeVar("Model")
Group = TypeVar("Group")
_Conditions = list[ColumnElement[bool]]

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


def detail_conditions(details: frozenset[str], *, only_in_stock: bool = False) -> list[ColumnElement[bool]]:
    """Return the conditions of weight, size and stone, which the product's own row has.

    :param only_in_stock: whether one of the chosen sizes must have pieces, or be one that is not counted.
    """
    if not details:
        return []
    conditions = [_DETAILS[name] for name in sorted(details)]
    if only_in_stock and "sizes" in details:
        conditions.append(_is_among(sizes_in_stock(), "sizes"))
    return [Listing.product_id.in_(select(Product.id).where(*conditions))]


def values_of(details: Any, key: str, *, of: str = "[*]") -> ColumnElement[Any]:
    """Return the values under a key of a JSON array's elements. Two indexes on products use this expression.

    :param of: the elements, as an SQL/JSON path.
    """
    return func.jsonb_path_query_array(details, literal_column(f"'${of}.{key}'"), type_=JSONB())


def sizes_in_stock() -> ColumnElement[Any]:
    """Return the labels of a product's sizes that have pieces, or whose pieces are not counted."""
    return values_of(Product.sizes, "label", of="[*] ? (!(@.stock_quantity == 0))")


def _is_among(values: ColumnElement[Any], parameter: str) -> ColumnElement[bool]:
    """Return the condition that a JSON array has one of the values of an array parameter."""
    has_any: ColumnElement[bool] = values.has_any(bindparam(parameter, type_=ARRAY(Text())))
    return has_any


def is_any(value: Any, parameter: str) -> ColumnElement[bool]:
    """Return the condition that a column has one of the values of an array parameter."""
    return value == any_(bindparam(parameter, type_=ARRAY(value.type)))  # type: ignore[no-any-return]


def is_sold_out(details: frozenset[str]) -> ColumnElement[bool]:
    """Return the condition that a product of a list by size has none of the chosen sizes in stock.

    Such a product is low in stock. An index finds these, so that the sizes of all others need not be read.
    """
    low: ColumnElement[bool] = literal_column(IS_LOW_STOCK, Boolean)
    has_pieces = _is_among(sizes_in_stock(), "sizes")
    conditions = (_DETAILS[name] for name in sorted(details))
    return Listing.product_id.in_(select(Product.id).where(low, *conditions, not_(has_pieces)))


_DETAILS = {
    "min_weight": Product.weight >= bindparam("min_weight", type_=Product.weight.type),
    "max_weight": Product.weight <= bindparam("max_weight", type_=Product.weight.type),
    "sizes": _is_among(values_of(Product.sizes, "label"), "sizes"),
    "stones": _is_among(values_of(Product.stones, "kind"), "stones"),
}
