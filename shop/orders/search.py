"""Find orders by their number, by a part of the customer's or a product's name, by phone, email address or code.

Each kind of match is a separate query, so that each uses its own index.
"""

import re
from collections.abc import Sequence
from typing import Any

from sqlalchemy import (
    BigInteger,
    ColumnElement,
    CompoundSelect,
    Select,
    String,
    Text,
    bindparam,
    cast,
    func,
    literal_column,
    or_,
    select,
    union,
)
from sqlalchemy.dialects.postgresql import ARRAY

from shop.catalogue.model import Product
from shop.catalogue.text_search.product_names import ProductName
from shop.customers.model import Customer
from shop.customers.queries import SHORTEST_PART, compact_phone, has_parts, has_phone
from shop.orders.model import Order, OrderItem
from shop.payments.state import REFERENCE_PREFIX

_NUMBER = re.compile(rf"(?:order\s*)?(?:#|{REFERENCE_PREFIX})?\s*([0-9]{{1,10}})", re.IGNORECASE)

SAMPLE_SIZE = 200
"""The number of newest customers or names that are checked to detect a frequent text."""


def number_in(text: str) -> str | None:
    """Return the order's number that a text may be: alone, after ``order`` or ``#``, or in its payment's reference."""
    found = _NUMBER.fullmatch(text)
    return found[1] if found else None


def is_long_enough(part: str) -> bool:
    """Return whether a text is long enough for the indexes."""
    return min(len(part.lower()), len(compact_phone(part))) >= SHORTEST_PART


def is_frequent() -> Select[bool]:
    """Select whether most of the newest customers or names match.

    An example is +91, with which most phone numbers begin.

    For such a text, PostgreSQL would read all rows in spite of the index and compute the parts of each row, which takes
    50 us a row.
    """
    low, phone = bindparam("low", type_=String()), bindparam("phone", type_=String())
    return select(
        or_(
            _are_most(select(_is_found(low, phone).label("is_found")).order_by(Customer.id.desc())),
            _are_most(
                select(_has_part(ProductName.name, low).label("is_found")).order_by(ProductName.product_id.desc())
            ),
        ).label("is_frequent")
    )


def _are_most(newest: Select[bool]) -> ColumnElement[bool]:
    sample = newest.limit(literal_column(str(SAMPLE_SIZE))).subquery()
    found = select(func.count()).where(sample.c.is_found).scalar_subquery()
    return found > literal_column(str(SAMPLE_SIZE // 2))


def matching_ids(*, is_number: bool, is_indexed: bool, named: Sequence[Select[int]] = ()) -> CompoundSelect[int]:
    """Select the ids of the orders that match.

    Its parameters are ``low``, the text in lower case, ``phone``, the text by :func:`compact_phone`, and ``number``.

    :param is_number: whether the text may be an order's number.
    :param is_indexed: whether indexes narrow it. The text must be long enough and not frequent.
    :param named: queries of the orders that the text names otherwise.
    """
    low = bindparam("low", type_=String())
    found = [_of_customers(low, is_indexed=is_indexed), _of_names(low, is_indexed=is_indexed), _of_codes(low)]
    return union(*found, *([_by_number()] if is_number else []), *named)


def _by_number() -> Select[int]:
    number = bindparam("number", type_=String())
    return select(Order.id).where(Order.id == cast(number, BigInteger), cast(Order.id, String) == number)


def _of_customers(low: ColumnElement[str], *, is_indexed: bool) -> Select[int]:
    """Select the orders of customers whose name or phone has this part, or whose email address begins with it."""
    phone = bindparam("phone", type_=String())
    query = select(Order.id).join(Order.customer).where(_is_found(low, phone))
    return query.where(or_(has_parts(low), has_parts(phone))) if is_indexed else query


def _is_found(low: ColumnElement[str], phone: ColumnElement[str]) -> ColumnElement[bool]:
    return or_(_has_part(Customer.name, low), func.starts_with(func.lower(Customer.email), low), has_phone(phone))


def _of_names(low: ColumnElement[str], *, is_indexed: bool) -> Select[int]:
    """Select the orders of a product whose name, when it was ordered, has this part."""
    of_product = (ProductName.product_id == OrderItem.product_id) & (ProductName.name == OrderItem.product_name)
    query = select(OrderItem.order_id).join(ProductName, of_product).where(_has_part(ProductName.name, low))
    parts: ColumnElement[Any] = func.text_parts(ProductName.name, type_=ARRAY(Text))
    return query.where(parts.contains(func.text_parts(low, type_=ARRAY(Text)))) if is_indexed else query


def _of_codes(low: ColumnElement[str]) -> Select[int]:
    """Select the orders of a product whose code begins with this."""
    query = select(OrderItem.order_id).join(Product, Product.id == OrderItem.product_id)
    return query.where(func.starts_with(func.lower(Product.code), low))


def _has_part(text: Any, low: ColumnElement[str]) -> ColumnElement[bool]:
    return func.strpos(func.lower(text), low) > 0
