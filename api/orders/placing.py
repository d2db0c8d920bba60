"""Placing an order: priced by the server, once for each key, in one transaction with its event."""

import hashlib
from collections.abc import Sequence
from datetime import datetime, timedelta
from decimal import Decimal
from typing import Any

from sqlalchemy import delete, select
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import selectinload

from api.orders.schemas import OrderIn, OrderItemIn, OrderOut
from api.rates.rate import rate_of_today
from shop.carts.model import CartItem
from shop.catalogue.model import Product
from shop.catalogue.pricing import PriceBreakUp
from shop.clock import now, today
from shop.customers.model import Address, Customer
from shop.errors import Conflict, Invalid, NotFound
from shop.events import outbox
from shop.orders import queries
from shop.orders.events import OrderPlaced
from shop.orders.model import DELIVERED_WITHIN, IdempotencyKey, Order, OrderItem

SAME_WITHOUT_KEY = timedelta(seconds=60)
"""Without a key, the same order sent again within this time is the same order."""
_PAISA = Decimal("0.01")


class PricesChanged(Conflict):
    """What the shopper saw is no longer what the shop charges. ``data`` has the old and the new figures."""

    code = "prices_changed"


class Unavailable(Conflict):
    """A product of the order is gone, in active or out of stock. ``data`` names each."""

    code = "unavailable"


async def place_order(database: AsyncSession, wanted: OrderIn, key: str | None) -> Order:
    """Place the order, or return the one that this key stands for.

    Locks the shopper's row, so that a shopper's orders are placed one after the other, then the products in the
    order of their ids. The caller commits.

    :param key: the Idempotency-Key of the request, 1 to 200 characters.
    :raises Invalid: for a body that no cart gives, or a key that stands for another order.
    :raises NotFound, Unavailable, PricesChanged: nothing is ordered.
    """
    at = now()
    _check_lines(wanted)
    customer = await database.scalar(
        select(Customer).where(Customer.id == wanted.customer_id).with_for_update(key_share=True)
    )
    if customer is None:
        raise NotFound("Customer not found")
    request_hash = hashlib.sha256(wanted.model_dump_json().encode()).digest()
    placed = await _already_placed(database, customer.id, key, request_hash, at)
    if placed is not None:
        return placed
    lines = await _priced_lines(database, wanted, at)
    order = _order(customer, wanted, lines, await _address(database, wanted), at)
    database.add(order)
    await database.flush()
    database.add(
        IdempotencyKey(
            customer_id=customer.id,
            key=key or _body_key(request_hash),
            request_hash=request_hash,
            order_id=order.id,
            created_at=at,
        )
    )
    await _empty_cart(database, order)
    event = OrderPlaced(
        order_id=order.id,
        customer_id=customer.id,
        order=OrderOut.of(order).model_dump(mode="json", by_alias=True),
    )
    await outbox.record(database, event, at=at)
    return order


def _check_lines(wanted: OrderIn) -> None:
    if not wanted.items:
        raise Invalid("Your Shopping Cart is Empty!", fields={"items": "An order needs at least one item."})
    ids = [item.product_id for item in wanted.items]
    if len(set(ids)) != len(ids):
        raise Conflict("A product stands twice in the order.", fields={"items": "Name each product once."})


def _body_key(request_hash: bytes) -> str:
    return f"body {request_hash.hex()}"


async def _already_placed(
    database: AsyncSession, customer_id: int, key: str | None, request_hash: bytes, at: datetime
) -> Order | None:
    held = await database.get(IdempotencyKey, (customer_id, key or _body_key(request_hash)))
    if held is None:
        return None
    if key is None and at - held.created_at > SAME_WITHOUT_KEY:
        await database.delete(held)
        await database.flush()
        return None
    if held.request_hash != request_hash:
        raise Invalid(
            "This request's key was already used for another order.",
            fields={"Idempotency-Key": "Use a new key for a new order."},
        )
    order: Order | None = await database.scalar(queries.by_number(held.order_id))
    return order


async def _priced_lines(database: AsyncSession, wanted: OrderIn, at: datetime) -> list[OrderItem]:
    products = await _locked_products(database, [item.product_id for item in wanted.items])
    missing = [item for item in wanted.items if item.product_id not in products]
    gone = [product for product in products.values() if not product.is_for_sale]
    if missing or gone:
        raise _unavailable(missing, gone)
    rate = await rate_of_today(database)
    if not rate:
        raise Conflict("There is no gold rate yet, so nothing can be priced. Please try again later.")
    lines, seen = [], []
    for number, item in enumerate(wanted.items, start=1):
        product = products[item.product_id]
        price = product.price_at(rate)
        shown = product.shown_images
        image_url = shown[0].image_url if shown else ""
        line = OrderItem.freeze(product, price, line=number, quantity=item.product_quantity, image_url=image_url, at=at)
        lines.append(line)
        seen.append(_agrees(item, price, line.total_amount))
    total = sum((line.total_amount for line in lines), Decimal(0))
    quantity = sum(line.quantity for line in lines)
    if not all(seen) or wanted.total_amount != total:
        raise _prices_changed(wanted, lines, total)
    if wanted.total_quantity != quantity:
        raise Invalid(
            "The total quantity is not the sum of the items'.",
            fields={"totalQuantity": f"The items add up to {quantity}."},
        )
    return lines


async def _locked_products(database: AsyncSession, ids: Sequence[int]) -> dict[int, Product]:
    products = await database.scalars(
        select(Product)
        .where(Product.id.in_(ids))
        .order_by(Product.id)
        .options(selectinload(Product.images))
        .with_for_update(read=True)
    )
    return {product.id: product for product in products}


def _agrees(item: OrderItemIn, price: PriceBreakUp, total: Decimal) -> bool:
    """Whether every figure that the client sent is the server's."""
    pairs = [
        (item.total_amount, total),
        (item.weight, price.weight),
        (item.gold_rate, price.gold_rate),
        (item.product_rate, price.metal_value),
        (item.making_charge, price.making_charge),
        (item.wastage_charge, price.wastage_charge),
        (item.discount, price.discount),
    ]
    return all(sent is None or abs(sent - ours) <= _PAISA for sent, ours in pairs)


def _unavailable(missing: list[OrderItemIn], gone: list[Product]) -> Unavailable:
    names = [product.name for product in gone] + [f"Product {item.product_id}" for item in missing]
    items: list[dict[str, Any]] = [{"productId": product.id, "productName": product.name} for product in gone]
    items += [{"productId": item.product_id, "productName": "Unknown"} for item in missing]
    verb = "is" if len(names) == 1 else "are"
    return Unavailable(
        f"{', '.join(names)} {verb} no longer available. Please take {'it' if len(names) == 1 else 'them'} out"
        " of the cart.",
        data={"reason": "unavailable", "items": items},
    )


def _prices_changed(wanted: OrderIn, lines: list[OrderItem], total: Decimal) -> PricesChanged:
    items = [
        {
            "productId": line.product_id,
            "productName": line.product_name,
            "productQuantity": line.quantity,
            "oldTotalAmount": float(sent.total_amount),
            "totalAmount": float(line.total_amount),
            "goldRate": float(line.gold_rate),
            "weight": float(line.weight),
            "productRate": float(line.price.metal_value),
            "makingCharge": float(line.making_charge),
            "wastageCharge": float(line.wastage_charge),
            "discount": float(line.discount),
        }
        for sent, line in zip(wanted.items, lines, strict=True)
    ]
    return PricesChanged(
        "The prices have changed since you saw them. Please look at the new total and confirm.",
        data={
            "reason": "prices_changed",
            "oldTotalAmount": float(wanted.total_amount),
            "totalAmount": float(total),
            "items": items,
        },
    )


async def _address(database: AsyncSession, wanted: OrderIn) -> dict[str, str] | None:
    """Return the address to deliver to: the one named, else the shopper's newest."""
    query = select(Address).where(Address.customer_id == wanted.customer_id).order_by(Address.id.desc()).limit(1)
    if wanted.address_id is not None:
        query = query.where(Address.id == wanted.address_id)
    address = await database.scalar(query)
    if address is None and wanted.address_id is not None:
        sentence = "Please select a valid address"
        raise Invalid(sentence, fields={"addressId": sentence})
    return address.snapshot() if address else None


def _order(
    customer: Customer, wanted: OrderIn, lines: list[OrderItem], address: dict[str, str] | None, at: datetime
) -> Order:
    return Order(
        customer=customer,
        name=wanted.name or customer.name,
        email=wanted.email or customer.email,
        phone=wanted.phone or customer.phone,
        address=address,
        total_quantity=sum(line.quantity for line in lines),
        total_amount=sum((line.total_amount for line in lines), Decimal(0)),
        ordered_at=at,
        delivery_date=today(at + DELIVERED_WITHIN),
        items=lines,
    )


async def _empty_cart(database: AsyncSession, order: Order) -> None:
    await database.execute(
        delete(CartItem).where(
            CartItem.customer_id == order.customer_id,
            CartItem.product_id.in_([item.product_id for item in order.items]),
        )
    )
