"""Place an order and roll it back, to check that orders can be placed.

The statements are those of a real order, on real rows, in a transaction that is rolled back. So nothing is stored and
no process is notified, since PostgreSQL sends notifications on commit. No order number is consumed, because temporary
sequences of the connection, with the same names, hide the real sequences.
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
from shop.orders.draft import DraftLine, DraftOrder
from shop.orders.model import DELIVERED_WITHIN, Buyer
from shop.payments import methods
from shop.rates.model import GoldRate
from shop.rates.queries import current_rate

_SEQUENCES = ("shop_order_id_seq", "order_item_id_seq", "status_change_id_seq")
_ARE_HIDDEN = Query(f"SELECT to_regclass('pg_temp.{_SEQUENCES[-1]}') IS NOT NULL AS yes")
_HIDE = [Query(f"CREATE TEMPORARY SEQUENCE {name} INCREMENT -1 MAXVALUE -1") for name in _SEQUENCES]

# Rows that others have locked are skipped, so that the check never waits for a real order.
_CUSTOMER = Query.of(
    select(Customer.id, Customer.name, Customer.email, Customer.phone)
    .where(Customer.deleted_at.is_(None))
    .order_by(Customer.id)
    .limit(1)
    .with_for_update(key_share=True, skip_locked=True)
)
_PRODUCT = Query.of(
    select(
        *(Product.id, Product.name, Product.purity, Product.hallmark, Product.weight),
        *(Product.making_charge, Product.wastage_charge, Product.discount),
        *(Product.gross_weight, Product.stones, Product.stone_charge),
        current_rate(bindparam("today", type_=Date)).with_only_columns(GoldRate.r22k).scalar_subquery().label("rate"),
    )
    .where(Product.is_for_sale, Product.sizes == [])
    .order_by(Product.id)
    .limit(1)
    .with_for_update(read=True, of=Product, skip_locked=True)
)


class NotWritten(Exception):
    """The statement of an order wrote nothing, although all rows that it needs exist."""


async def place_order(pool: Pool, at: datetime) -> bool:
    """Place an order and roll it back; return False if there is no customer, product or rate to order with.

    :param pool: connections that nothing else uses: a real order on them would get a number of a temporary sequence.
    :raises NotWritten, sqlalchemy.exc.SQLAlchemyError: if an order cannot be placed.
    """
    async with pool.transaction() as transaction:
        [[hidden]] = await transaction.fetch(_ARE_HIDDEN())
        if not hidden.yes:
            await transaction.commit(*(hide() for hide in _HIDE))  # they exist as long as the connection
        customers, products = await transaction.fetch(_CUSTOMER(), _PRODUCT(today=today(at)))
        if not (customers and products and products[0].rate):
            return False
        statements = checkout.insert_order(
            _draft(customers[0], products[0], at),
            event_data={"items": [{}], "payment": {}},
            key=f"dry run {secrets.token_hex(16)}",
            request_hash=b"",
            void_before=None,
            is_limited=False,
        )
        *_, written = await transaction.fetch(*statements)
    if not written:
        raise NotWritten("An order for which everything exists would not have been written.")
    return True


def _draft(customer: Any, product: Any, at: datetime) -> DraftOrder:
    price = PriceBreakUp.of(product, product.rate)
    line = DraftLine(
        line=1,
        product_id=product.id,
        product_name=product.name,
        product_image_url="",
        purity=product.purity,
        hallmark=product.hallmark,
        quantity=1,
        price=price,
        gross_weight=product.gross_weight,
        stones=product.stones,
        total_amount=price.ornament_price,
        ordered_at=at,
    )
    return DraftOrder(
        buyer=Buyer(customer.id, customer.name, customer.email, customer.phone),
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        address=None,
        total_quantity=1,
        total_amount=line.total_amount,
        ordered_at=at,
        delivery_from=today(at),
        delivery_date=today(at + DELIVERED_WITHIN),
        items=[line],
        payment=methods.new_payment(None, line.total_amount, customer_id=customer.id, at=at),
    )
