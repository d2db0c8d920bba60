"""Placing an order: priced by the server, once for each key, in one transaction with its event."""

import hashlib
from collections.abc import Sequence
from dataclasses import dataclass
from datetime import datetime, timedelta
from decimal import Decimal
from functools import cached_property
from operator import attrgetter
from typing import Any

from sqlalchemy.exc import DBAPIError

from api import throttling
from api.orders.schemas import OrderIn, OrderItemIn, OrderOut
from shop.audit.acting import Actor, acting
from shop.catalogue.pricing import PriceBreakUp
from shop.clock import now, today
from shop.customers.contact_rules import PHONE_RULE, is_phone
from shop.db.pool import Pool, is_clash
from shop.db.query import BoundQuery
from shop.errors import Conflict, Invalid, NotFound
from shop.orders import checkout
from shop.orders.model import DELIVERED_WITHIN
from shop.orders.placed import Buyer, PlacedLine, PlacedOrder
from shop.throttles import limits

SAME_WITHOUT_KEY = timedelta(seconds=60)
"""Without a key, the same order sent again within this time is the same order."""
MOST_LOOKS = 3
"""How often an order is looked at anew before the shopper is asked to."""
_PAISA = Decimal("0.01")


class PricesChanged(Conflict):
    """What the shopper saw is no longer what the shop charges. ``data`` has the old and the new figures."""

    code = "prices_changed"


class Unavailable(Conflict):
    """A product of the order is gone, in active or out of stock. ``data`` names each."""

    code = "unavailable"


@dataclass(frozen=True)
class Wish:
    """An order that somebody sends; ``given_key`` is the Idempotency-Key of the request, 1 to 200 characters.

    ``is_limited`` tells whether it counts against the limit of the shopper's orders: what staff order does not.
    """

    order: OrderIn
    given_key: str | None
    is_limited: bool = True

    @cached_property
    def hash(self) -> bytes:
        """What tells it from other orders."""
        return hashlib.sha256(self.order.model_dump_json().encode()).digest()

    @property
    def key(self) -> str:
        """For what there is one order: its key or, where it has none, its content."""
        return self.given_key or f"body {self.hash.hex()}"

    def look(self, at: datetime) -> BoundQuery:
        """Ask for all that it depends on."""
        return checkout.look(
            customer_id=self.order.customer_id,
            product_ids=[item.product_id for item in self.order.items],
            address_id=self.order.address_id,
            key=self.key,
            at=at,
        )


async def place_order(pool: Pool, wish: Wish, actor: Actor | None) -> OrderOut | int:
    """Place the order and return it, committed. Where its key stands for an order, that order's number is returned.

    It is decided by a look that locks nothing. Where that no longer holds when it is written, or stands in another
    transaction's way, it is looked at again.

    :param actor: the admin who orders for the shopper, for the audit.
    :raises Invalid: for a body that no cart gives, or a key that stands for another order.
    :raises NotFound, Unavailable, PricesChanged, TooMany: nothing is ordered.
    """
    _check_lines(wish.order)
    for _ in range(MOST_LOOKS):
        at = now()
        void_before = at - SAME_WITHOUT_KEY if wish.given_key is None else None
        (seen,) = await pool.fetch_batched(wish.look(at))
        if not seen:
            raise NotFound("Customer not found")
        about = seen[0]
        if about.placed_id is not None and not (void_before and about.placed_at < void_before):
            return _placed_before(about, wish.hash)
        order = _order(wish.order, seen, at)
        if wish.is_limited and about.paused_until is not None:
            raise throttling.too_many(limits.ORDERS, about.paused_until)
        placed = OrderOut.of(order)
        placing = checkout.place(
            order,
            shown=placed,
            key=wish.key,
            request_hash=wish.hash,
            void_before=void_before,
            is_limited=wish.is_limited,
        )
        written = await _write(pool, [*([acting(actor)] if actor else []), *placing])
        if written is not None:
            return placed.numbered(written.order_id, written.item_ids)
    raise Conflict("What you order is being changed just now. Please try again.")


async def _write(pool: Pool, placing: Sequence[BoundQuery]) -> Any | None:
    """Return the numbers of what was written, or None where it no longer holds or was in somebody's way."""
    try:
        *_, written = await pool.fetch_blocking(*placing)
    except DBAPIError as error:
        if not is_clash(error):
            raise
        return None
    return written[0] if written else None


def _check_lines(wanted: OrderIn) -> None:
    if not wanted.items:
        raise Invalid("Your Shopping Cart is Empty!", fields={"items": "An order needs at least one item."})
    ids = [item.product_id for item in wanted.items]
    if len(set(ids)) != len(ids):
        raise Conflict("A product stands twice in the order.", fields={"items": "Name each product once."})


def _placed_before(about: Any, request_hash: bytes) -> int:
    if about.placed_hash != request_hash:
        raise Invalid(
            "This request's key was already used for another order.",
            fields={"Idempotency-Key": "Use a new key for a new order."},
        )
    number: int = about.placed_id
    return number


def _order(wanted: OrderIn, seen: Sequence[Any], at: datetime) -> PlacedOrder:
    lines = _priced_lines(wanted, seen, at)
    about = seen[0]
    if about.address is None and wanted.address_id is not None:
        sentence = "Please select a valid address"
        raise Invalid(sentence, fields={"addressId": sentence})
    if wanted.phone not in {"", about.customer_phone} and not is_phone(wanted.phone):
        raise Invalid(PHONE_RULE, fields={"phone": PHONE_RULE})
    customer = Buyer(wanted.customer_id, about.customer_name, about.customer_email, about.customer_phone)
    return PlacedOrder(
        customer=customer,
        name=wanted.name or customer.name,
        email=wanted.email or customer.email,
        phone=wanted.phone or customer.phone,
        address=about.address,
        total_quantity=wanted.total_quantity,
        total_amount=_total(lines),
        ordered_at=at,
        delivery_date=today(at + DELIVERED_WITHIN),
        items=lines,
    )


def _priced_lines(wanted: OrderIn, seen: Sequence[Any], at: datetime) -> list[PlacedLine]:
    missing = [item for item, row in zip(wanted.items, seen, strict=True) if row.id is None]
    gone = sorted((row for row in seen if row.is_for_sale is False), key=attrgetter("id"))
    if missing or gone:
        raise _unavailable(missing, gone)
    rate = seen[0].rate
    if not rate:
        raise Conflict("There is no gold rate yet, so nothing can be priced. Please try again later.")
    lines = [
        _priced_line(product, item.product_quantity, line, at)
        for line, (item, product) in enumerate(zip(wanted.items, seen, strict=True), start=1)
    ]
    if wanted.total_amount != _total(lines) or not all(map(_agrees, wanted.items, lines)):
        raise _prices_changed(wanted, lines)
    if wanted.total_quantity != _pieces(lines):
        raise _miscounted(wanted, lines)
    return lines


def _priced_line(product: Any, quantity: int, line: int, at: datetime) -> PlacedLine:
    price = PriceBreakUp.of(product, product.rate)
    return PlacedLine(
        line=line,
        product_id=product.id,
        product_name=product.name,
        product_image_url=product.image_url or "",
        purity=product.purity,
        quantity=quantity,
        price=price,
        total_amount=price.ornament_price * quantity,
        ordered_at=at,
    )


def _total(lines: Sequence[PlacedLine]) -> Decimal:
    return sum((line.total_amount for line in lines), Decimal(0))


def _pieces(lines: Sequence[PlacedLine]) -> int:
    return sum(line.quantity for line in lines)


def _agrees(item: OrderItemIn, line: PlacedLine) -> bool:
    """Whether every figure that the client sent is the server's."""
    pairs = [
        (item.total_amount, line.total_amount),
        (item.weight, line.price.weight),
        (item.gold_rate, line.price.gold_rate),
        (item.product_rate, line.price.metal_value),
        (item.making_charge, line.price.making_charge),
        (item.wastage_charge, line.price.wastage_charge),
        (item.discount, line.price.discount),
    ]
    return all(sent is None or abs(sent - ours) <= _PAISA for sent, ours in pairs)


def _unavailable(missing: list[OrderItemIn], gone: list[Any]) -> Unavailable:
    names = [product.name for product in gone] + [f"Product {item.product_id}" for item in missing]
    items: list[dict[str, Any]] = [{"productId": product.id, "productName": product.name} for product in gone]
    items += [{"productId": item.product_id, "productName": "Unknown"} for item in missing]
    verb = "is" if len(names) == 1 else "are"
    return Unavailable(
        f"{', '.join(names)} {verb} no longer available. Please take {'it' if len(names) == 1 else 'them'} out"
        " of the cart.",
        data={"reason": "unavailable", "items": items},
    )


def _miscounted(wanted: OrderIn, lines: list[PlacedLine]) -> PricesChanged:
    sentence = f"The items add up to {_pieces(lines)} pieces, and not to {wanted.total_quantity}."
    return PricesChanged(sentence, fields={"totalQuantity": sentence}, data=_figures(wanted, lines))


def _prices_changed(wanted: OrderIn, lines: list[PlacedLine]) -> PricesChanged:
    return PricesChanged(
        "The prices have changed since you saw them. Please look at the new total and confirm.",
        data=_figures(wanted, lines),
    )


def _figures(wanted: OrderIn, lines: list[PlacedLine]) -> dict[str, Any]:
    """Return the old and the new figures, for the shopper to confirm."""
    items = [
        {
            "productId": line.product_id,
            "productName": line.product_name,
            "productQuantity": line.quantity,
            "oldTotalAmount": float(sent.total_amount),
            "totalAmount": float(line.total_amount),
            "goldRate": float(line.price.gold_rate),
            "weight": float(line.price.weight),
            "productRate": float(line.price.metal_value),
            "makingCharge": float(line.price.making_charge),
            "wastageCharge": float(line.price.wastage_charge),
            "discount": float(line.price.discount),
        }
        for sent, line in zip(wanted.items, lines, strict=True)
    ]
    return {
        "reason": "prices_changed",
        "oldTotalAmount": float(wanted.total_amount),
        "totalAmount": float(_total(lines)),
        "oldTotalQuantity": wanted.total_quantity,
        "totalQuantity": _pieces(lines),
        "items": items,
    }
