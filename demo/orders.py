"""Orders of the last weeks in all states, from a seeded generator, so that every demo shop is the same."""

import datetime as dt
import random
from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy.orm import Session

from demo.payments import EXPIRED, FAILED, WAITING, expiry_of_unpaid
from shop.catalogue.model import Product
from shop.catalogue.pricing import PriceBreakUp
from shop.catalogue.sizes import default_of
from shop.clock import today
from shop.customers.model import Address, Customer
from shop.huids.model import HallmarkedPiece
from shop.orders.cancellation import NOT_PAID, SHOP_NAME
from shop.orders.model import DELIVERED_WITHIN, Order, OrderItem, Status, StatusChange, is_before_packing
from shop.rates.model import GoldRate
from shop.staff.model import Admin

OTHERS_ORDERS = 40
CANCELLED_EVERY = 4
_HUID_LETTERS = "ABCDEFGHJKLMNPQRSTUVWXYZ23456789"
STEPS = (Status.PACKED, Status.SHIPPED, Status.DELIVERED)


def draw(
    asha: Customer,
    others: list[Customer],
    addresses: list[Address],
    products: list[Product],
    rates: list[GoldRate],
    admin: Admin,
    *,
    at: dt.datetime,
) -> list[Order]:
    """Return 40 orders of the other shoppers and two of Asha's, oldest first."""
    drawn = random.Random(22)
    homes = {address.customer_id: address for address in addresses}
    plan = [
        (drawn.choice(others), dt.timedelta(hours=drawn.uniform(0.4, 26.0) * (number + 1) ** 0.95))
        for number in range(OTHERS_ORDERS)
    ]
    plan += [(asha, dt.timedelta(days=9, hours=3)), (asha, dt.timedelta(hours=20))]
    orders: list[Order] = []
    for customer, age in sorted(plan, key=lambda entry: -entry[1]):
        chosen = drawn.sample(products, k=2 if customer is asha else drawn.choice((1, 1, 1, 2, 2, 3)))
        placed_at = (at - age).replace(microsecond=0)
        order = _order(customer, homes[customer.id], chosen, rates, placed_at)
        is_waiting = len(orders) in WAITING
        for item in order.items:
            _advance(item, drawn, admin, until=placed_at if is_waiting else at)
        if len(orders) in {EXPIRED, FAILED}:
            _start_over(order, is_expired=len(orders) == EXPIRED)
        elif not is_waiting and len(orders) % CANCELLED_EVERY == 0 and customer is not asha:
            _cancel(order.items[-1], customer, admin, until=at)
        orders.append(order)
    return orders


def new_line(
    product: Product, price: PriceBreakUp, *, line: int, quantity: int, image_url: str, at: dt.datetime
) -> OrderItem:
    """Return a new line with a copy of the product's name, picture and price, in its default size.

    The shop writes the lines of its orders with ``shop/db/sql/insert_order.sql``.
    """
    default = default_of(product.sizes or ())
    item = OrderItem(
        line=line,
        product_id=product.id,
        product_name=product.name,
        product_image_url=image_url,
        purity=product.purity,
        hallmark=product.hallmark,
        huids=[],
        huids_version=1,
        shipment_version=1,
        size=default["label"] if default else None,
        quantity=quantity,
        weight=price.weight,
        gold_rate=price.gold_rate,
        making_charge=price.making_charge,
        wastage_charge=price.wastage_charge,
        discount=price.discount,
        gross_weight=product.gross_weight,
        stones=product.stones,
        stone_charge=price.stone_charge,
        total_amount=price.ornament_price * quantity,
        status=Status.ORDERED.value,
        ordered_at=at,
        version=1,
    )
    item.history = [StatusChange(version=1, to_status=Status.ORDERED.value, at=at, weights=[])]
    return item


def enter_huids(session: Session, placed: Sequence[Order]) -> None:
    """Assign HUIDs to the pieces of packed hallmarked lines, except cancelled ones."""
    drawn = random.Random(916)
    for item in (item for order in placed for item in order.items):
        if item.hallmark and item.packed_at and item.status != Status.CANCELLED:
            item.huids = ["".join(drawn.choices(_HUID_LETTERS, k=6)) for _ in range(item.quantity)]
            item.huids_version = 2
            session.add_all(HallmarkedPiece(huid=huid, order_item_id=item.id) for huid in item.huids)


def _order(customer: Customer, home: Address, products: list[Product], rates: list[GoldRate], at: dt.datetime) -> Order:
    rate = next((rate for rate in reversed(rates) if rate.date <= today(at)), rates[0])
    items = [
        new_line(
            product,
            product.price_at(rate.r22k),
            line=number,
            quantity=1,
            image_url=product.images[0].image_url,
            at=at,
        )
        for number, product in enumerate(products, start=1)
    ]
    return Order(
        customer=customer,
        name=customer.name,
        email=customer.email,
        phone=customer.phone,
        address=home.snapshot(),
        total_quantity=len(items),
        total_amount=sum((item.total_amount for item in items), Decimal(0)),
        ordered_at=at,
        delivery_date=today(at + DELIVERED_WITHIN),
        items=items,
    )


def _advance(item: OrderItem, drawn: random.Random, admin: Admin, *, until: dt.datetime) -> None:
    """Move a line through the statuses that it can have reached since the order."""
    assert item.ordered_at is not None  # noqa: S101 - new lines have it
    at = item.ordered_at
    for status in STEPS:
        at += dt.timedelta(hours=drawn.uniform(9, 34))
        if at >= until or drawn.random() < 0.12:
            return
        _set_status(item, status, at, admin=admin, name=admin.name)


def _start_over(order: Order, *, is_expired: bool) -> None:
    """Reset an order that was never paid to its first status. Cancel it if its payment has expired."""
    for item in order.items:
        del item.history[1:]
        item.status, item.version, item.changed_by = Status.ORDERED.value, 1, None
        item.packed_at = item.shipped_at = item.delivered_at = None
        if is_expired:
            at = expiry_of_unpaid(order.ordered_at)
            _set_status(item, Status.CANCELLED, at, admin=None, name=SHOP_NAME, reason=NOT_PAID)


def _cancel(item: OrderItem, customer: Customer, admin: Admin, *, until: dt.datetime) -> None:
    """Cancel a line that is not delivered: by its shopper while it is not packed, otherwise by the admin."""
    if item.status == Status.DELIVERED:
        return
    at = min(item.history[-1].at + dt.timedelta(hours=3), until)
    if is_before_packing(item.status):
        _set_status(item, Status.CANCELLED, at, admin=None, name=customer.name, reason="I found another piece")
    else:
        _set_status(item, Status.CANCELLED, at, admin=admin, name=admin.name, reason="The shopper asked for it")


def _set_status(
    item: OrderItem, status: Status, at: dt.datetime, *, admin: Admin | None, name: str, reason: str | None = None
) -> None:
    item.history.append(
        StatusChange(
            version=item.version + 1,
            from_status=item.status,
            to_status=status.value,
            at=at,
            admin_id=admin.id if admin else None,
            changed_by=name,
            reason=reason,
        )
    )
    item.status, item.version, item.changed_by = status.value, item.version + 1, name
    setattr(item, status.stamp, at)
