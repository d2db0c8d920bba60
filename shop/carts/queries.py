"""Queries of carts."""

import datetime as dt
from decimal import Decimal
from enum import StrEnum
from typing import Any

from sqlalchemy import ColumnElement, Numeric, Select, String, column, exists, func, select

from shop.carts.model import CartItem
from shop.catalogue.model import Product
from shop.customers import queries as customers
from shop.customers.model import Customer

_OF_SIZE = ("weight", "making_charge", "wastage_charge")


class CartSort(StrEnum):
    """The sort orders of the list; ``recent`` starts with the cart to which a product was added last."""

    RECENT = "recent"
    OLDEST = "oldest"
    NAME = "name"
    NAME_DOWN = "nameDesc"
    AMOUNT_UP = "amountAsc"
    AMOUNT_DOWN = "amountDesc"


AMOUNT_SORTS = (CartSort.AMOUNT_UP, CartSort.AMOUNT_DOWN)


def customer_ids(search: str, sort: CartSort) -> Select[int]:
    """Select the ids of the customers of :func:`filled` in the same order, without pricing their carts.

    :param sort: none of :data:`AMOUNT_SORTS`.
    """
    added, name = func.max(CartItem.added_at), func.lower(Customer.name)
    found = customers.matching(search).with_only_columns(Customer.id)
    if sort in (CartSort.NAME, CartSort.NAME_DOWN):
        has_items = exists().where(CartItem.customer_id == Customer.id)
        return found.where(has_items).order_by(name.asc() if sort is CartSort.NAME else name.desc(), Customer.id)
    query = select(CartItem.customer_id).group_by(CartItem.customer_id)
    if search:
        query = query.where(CartItem.customer_id.in_(found))
    return query.order_by(added.desc() if sort is CartSort.RECENT else added.asc(), CartItem.customer_id)


def filled(search: str, sort: CartSort, gold_rate: Decimal) -> Select[Customer, int, int, Decimal, dt.datetime]:
    """Select the customers whose cart is not empty, with products, pieces, amount in rupees, and the last addition.

    :param search: part of the customer's name, email or phone.
    :param gold_rate: the 22-carat rate in rupees a gram.
    """
    columns: list[ColumnElement[Any]] = [column("label", String()), *(column(name, Numeric()) for name in _OF_SIZE)]
    size = func.jsonb_to_recordset(Product.sizes).table_valued(*columns, name="size").render_derived(with_types=True)
    own = (func.coalesce(size.c[name], getattr(Product, name)) for name in _OF_SIZE)
    price = func.ornament_price(gold_rate, *own, Product.discount, Product.stone_charge)
    pieces, amount = func.sum(CartItem.quantity), func.sum(CartItem.quantity * price)
    added, name = func.max(CartItem.added_at), func.lower(Customer.name)
    sorts = {
        CartSort.RECENT: added.desc(),
        CartSort.OLDEST: added.asc(),
        CartSort.NAME: name.asc(),
        CartSort.NAME_DOWN: name.desc(),
        CartSort.AMOUNT_UP: amount.asc(),
        CartSort.AMOUNT_DOWN: amount.desc(),
    }
    return (
        customers.matching(search)
        .add_columns(func.count(), pieces, amount, added)
        .join(CartItem, CartItem.customer_id == Customer.id)
        .join(CartItem.product)
        .outerjoin(size, size.c.label == CartItem.size)
        .group_by(Customer.id)
        .order_by(sorts[sort], Customer.id)
    )
