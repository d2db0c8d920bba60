"""Placing an order that is undone: the statements of a real one, on real rows, in a transaction that is rolled back.

So nothing is kept, nobody is woken (PostgreSQL sends a NOTIFY on commit only) and no number that people see is used up:
the numbers come from sequences of the connection's own, which hide the real ones by their names.
"""

import secrets
from datetime import datetime
from typing import Any

from sqlalchemy import Date, bindparam, select

from shop.catalogue.model import Product
from shop.catalogue.pricing import PriceBreakUp
from shop.clock import today
from shop.customers.model import Customer
from shop.db.pool import Pool
from shop.db.query import Query
from shop.orders import checkout
from shop.orders.model import DELIVERED_WITHIN
from shop.orders.placed import Buyer, PlacedLine, PlacedOrder
from shop.rates.model import GoldRate, current_rate

_NAMES = ("shop_order_id_seq", "order_item_id_seq", "status_change_id_seq")
_ARE_HIDDEN = Query(f"SELECT to_regclass('pg_temp.{_NAMES[-1]}') IS NOT NULL AS yes")
_HIDE = [Query(f"CREATE TEMPORARY SEQUENCE {name} INCREMENT -1 MAXVALUE -1") for name in _NAMES]

# Whoever is locked by others is left to them: the rows that the order needs are locked here already.
_SHOPPER = Query.of(
    select(Customer.id, Customer.name, Customer.email, Customer.phone)
    .order_by(Customer.id)
    .limit(1)
    .with_for_update(key_share=True, skip_locked=True)
)
_PRODUCT = Query.of(
    select(
        *(Product.id, Product.name, Product.purity, Product.weight),
        *(Product.making_charge, Product.wastage_charge, Product.discount),
        current_rate(bindparam("today", type_=Date)).with_only_columns(GoldRate.r22k).scalar_subquery().label("rate"),
    )
    .where(Product.is_for_sale)
    .order_by(Product.id)
    .limit(1)
    .with_for_update(read=True, of=Product, skip_locked=True)
)


class NotWritten(Exception):
    """The statement of an order wrote nothing, though all that it asks for was there."""


async def place(pool: Pool, at: datetime) -> bool:
    """Place an order and undo it; False where there is nobody to order, or nothing to be ordered.

    :param pool: connections that nothing else uses: real orders would get the numbers of this one.
    :raises NotWritten, sqlalchemy.exc.SQLAlchemyError: where an order cannot be placed.
    """
    async with pool.transaction() as transaction:
        [[hidden]] = await transaction.fetch(_ARE_HIDDEN())
        if not hidden.yes:
            await transaction.commit(*(hide() for hide in _HIDE))  # for as long as the connection lives
        shoppers, products = await transaction.fetch(_SHOPPER(), _PRODUCT(today=today(at)))
        if not (shoppers and products and products[0].rate):
            return False
        placing = checkout.place(
            _order(shoppers[0], products[0], at),
            shown={"items": [{}]},
            key=f"dry run {secrets.token_hex(16)}",
            request_hash=b"",
            void_before=None,
            is_limited=False,
        )
        *_, written = await transaction.fetch(*placing)
    if not written:
        raise NotWritten("An order for which all was there would not have been written.")
    return True


def _order(shopper: Any, product: Any, at: datetime) -> PlacedOrder:
    price = PriceBreakUp.of(product, product.rate)
    line = PlacedLine(
        line=1,
        product_id=product.id,
        product_name=product.name,
        product_image_url="",
        purity=product.purity,
        quantity=1,
        price=price,
        total_amount=price.ornament_price,
        ordered_at=at,
    )
    return PlacedOrder(
        customer=Buyer(shopper.id, shopper.name, shopper.email, shopper.phone),
        name=shopper.name,
        email=shopper.email,
        phone=shopper.phone,
        address=None,
        total_quantity=1,
        total_amount=line.total_amount,
        ordered_at=at,
        delivery_date=today(at + DELIVERED_WITHIN),
        items=[line],
    )
