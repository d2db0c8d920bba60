"""Place an order.

The server prices it, and writes it with its event in one transaction, once for each idempotency key.
"""

import hashlib
from collections.abc import Callable, Sequence
from dataclasses import dataclass
from datetime import date, datetime, timedelta
from decimal import Decimal
from functools import cached_property, partial
from typing import Any

from sqlalchemy.exc import DBAPIError

from api.auth import throttling
from api.orders.price_check import price_lines, total_of
from api.orders.schemas import OrderIn, OrderOut
from shop.audit.context import Actor, set_actor_query
from shop.clock import now
from shop.customers.contact_rules import PHONE_RULE, is_phone
from shop.db.pool import Pool, is_conflict, is_locked_out
from shop.db.query import BoundQuery
from shop.errors import Conflict, Invalid, NotFound
from shop.idempotency import queries as keys
from shop.idempotency.queries import OwnedKey
from shop.orders import checkout
from shop.orders.draft import DraftOrder
from shop.orders.model import Buyer
from shop.pan import queries as pans
from shop.pan import rules as pan_rules
from shop.payments import methods
from shop.payments.state import reference_of
from shop.price_holds import queries as holds
from shop.shipping.pin_codes import estimate_of
from shop.shipping.settings import pin_codes
from shop.stock.availability import check_named_once, quantities_of
from shop.throttles import limits

DUPLICATE_WINDOW = timedelta(seconds=60)
"""Without a key, the same order within this time counts as a repeated request."""
MAX_TRIES = 3
Addition = Callable[[int], BoundQuery]
"""Returns a statement for an order's number, which returns a row if it wrote."""


@dataclass(frozen=True)
class PlaceOrder:
    """A request to place an order.

    :param given_key: the Idempotency-Key of the request, 1 to 200 characters.
    :param is_limited: whether it counts against the shopper's limit. Orders placed by staff do not.
    :param sender_key: the given key with its sender, if that is not the shopper. The sender may use it for one order.
    """

    order: OrderIn
    given_key: str | None
    is_limited: bool = True
    sender_key: OwnedKey | None = None

    @cached_property
    def hash(self) -> bytes:
        """The SHA-256 of the order's content without the PAN, which could be guessed from it."""
        # without omitted fields, so that the hash equals that of earlier versions
        left_out: dict[str, Any] = {
            name: True for name in ("payment_method", "hold_id", "gift") if getattr(self.order, name) is None
        }
        if all(item.size is None for item in self.order.items):
            left_out["items"] = {"__all__": {"size"}}
        return hashlib.sha256(self.order.model_dump_json(exclude=left_out | {"pan": True}).encode()).digest()

    @property
    def key(self) -> str:
        """The key of the order: the given one, otherwise one derived from the content."""
        return self.given_key or f"body {self.hash.hex()}"

    def load_state(self, at: datetime) -> BoundQuery:
        """Return the query of the state that the order depends on."""
        return checkout.load_state(
            customer_id=self.order.customer_id,
            product_ids=[item.product_id for item in self.order.items],
            sizes=[item.size for item in self.order.items],
            address_id=self.order.address_id,
            key=self.key,
            at=at,
        )


async def place_order(pool: Pool, command: PlaceOrder, actor: Actor | None) -> dict[str, Any] | int:
    """Place the order, commit, and return it as on the wire.

    If its key was used before, return the number of that order.

    The order is checked against a state that is read without locks. If that state has changed when the order is
    written, or another transaction conflicts, it is read again.

    :param actor: the admin who orders for the shopper, for the audit and the history.
    :raises Invalid: for a body that does not come from a cart, or a key that was used for another order.
    :raises NotFound, Unavailable, PricesChanged, TooMany: nothing is ordered.
    """
    _check_products(command.order)
    for _ in range(MAX_TRIES):
        at = now()
        void_before = at - DUPLICATE_WINDOW if command.given_key is None else None
        (products,) = await pool.fetch_batched(command.load_state(at))
        if not products:
            raise NotFound("Customer not found")
        state = products[0]
        if state.placed_id is not None and not (void_before and state.placed_at < void_before):
            _check_same_order(state.placed_hash, command.hash)
            number: int = state.placed_id
            return number
        if command.sender_key is not None:
            for used in await pool.fetch(keys.find_hash(command.sender_key)):
                _check_same_order(used.request_hash, command.hash)
        draft = _draft(command.order, products, at, await _held_rate(pool, command.order, products, at))
        if command.is_limited and state.paused_until is not None:
            raise throttling.too_many(limits.ORDERS, state.paused_until)
        pan = _needed_pan(command.order, draft)
        draft = draft._replace(has_pan=pan is not None)
        order = OrderOut.of(draft).data()  # serialised once, for the event and for the response
        insert = partial(
            checkout.insert_order,
            draft,
            event_data=order,
            key=command.key,
            request_hash=command.hash,
            void_before=void_before,
            is_limited=command.is_limited,
            admin=actor,
        )
        written = await _write(pool, draft, insert, _additions(command, draft, pan), actor)
        if written is not None:
            return _as_written(order, written.order_id, written.item_ids, actor)
    raise Conflict("What you order is being changed just now. Please try again.")


def _as_written(order: dict[str, Any], order_id: int, item_ids: Sequence[int], actor: Actor | None) -> dict[str, Any]:
    """Set the ids that PostgreSQL assigned to the order and its lines, and the admin who entered it."""
    order["id"] = order_id
    order["payment"]["reference"] = reference_of(order_id)
    for item, item_id in zip(order["items"], item_ids, strict=True):
        item |= {"orderId": order_id, "itemId": item_id, "id": item_id}
        item["history"][0]["changedBy"] = actor.name if actor else None
    return order


async def _held_rate(pool: Pool, wanted: OrderIn, products: Sequence[Any], at: datetime) -> Decimal | None:
    """Return the gold rate of the order's hold; None if it has no valid hold for these items."""
    if wanted.hold_id is None:
        return None
    rows = await pool.fetch(holds.open_hold(wanted.hold_id, wanted.customer_id, at=at))
    # as sent: how earlier versions stored the items of a hold
    same = (quantities_of(wanted.items, products), quantities_of(wanted.items))
    return next((hold.gold_rate for hold in rows if hold.items in same), None)


def _needed_pan(wanted: OrderIn, draft: DraftOrder) -> str | None:
    """Return the PAN that is stored with the order.

    :raises Invalid: if it is missing or malformed, and the client sends a payment method.
    """
    given = wanted.pan.get_secret_value() if wanted.pan else None
    return pan_rules.of_order(given, draft.total_amount, is_required=wanted.payment_method is not None)


def _additions(command: PlaceOrder, draft: DraftOrder, pan: str | None) -> list[Addition]:
    """Return the statements for the order's other rows: the sender's key, the hold's use, the buyer's PAN, the gift."""
    wanted, sender_key = command.order, command.sender_key
    additions: list[Addition] = []
    if sender_key is not None:
        claim = keys.claim_for_order(sender_key, request_hash=command.hash, at=draft.ordered_at)
        additions.append(lambda _order_id: claim)
    if wanted.hold_id is not None:
        hold_id, customer_id = wanted.hold_id, draft.customer_id
        additions.append(lambda order_id: holds.use_hold(hold_id, customer_id, order_id, at=draft.ordered_at))
    if pan is not None:
        additions.append(partial(pans.add, pan, at=draft.ordered_at))
    if draft.gift is not None:
        additions.append(partial(checkout.add_gift, draft.gift))
    return additions


async def _write(
    pool: Pool,
    draft: DraftOrder,
    insert: Callable[..., list[BoundQuery]],
    additions: Sequence[Addition],
    actor: Actor | None,
) -> Any | None:
    """Return the ids of what was written, or None if the state has changed or another transaction conflicts.

    An order without additions shares a transaction with orders of other shoppers, unless another transaction holds one
    of its locks.

    :param insert: returns the statements of :func:`shop.orders.checkout.insert_order`.
    :param additions: statements for the other rows of the order.
    """
    try:
        if actor is None and not additions and not any(item.is_counted for item in draft.items):
            try:
                *_, written = await pool.fetch_write_batched(*insert(may_wait=False))
            except DBAPIError as error:
                if not is_locked_out(error):
                    raise
            else:
                return written[0] if written else None
        statements = [*([set_actor_query(actor)] if actor else []), *insert()]
        if additions:
            return await _write_with_additions(pool, statements, additions)
        *_, written = await pool.fetch_blocking(*statements)
    except DBAPIError as error:
        if not is_conflict(error):
            raise
        return None
    return written[0] if written else None


async def _write_with_additions(
    pool: Pool, statements: Sequence[BoundQuery], additions: Sequence[Addition]
) -> Any | None:
    """Write the order and its rows, or nothing. Orders of one shopper are serialised by the lock of the shopper's row.

    If its hold or its sender's key has been used meanwhile, nothing is written.
    """
    async with pool.transaction() as transaction:
        *_, written = await transaction.fetch(*statements)
        if not written:
            return None
        if not all(await transaction.fetch(*(add(written[0].order_id) for add in additions))):
            return None
        await transaction.commit()
        return written[0]


def _check_products(wanted: OrderIn) -> None:
    if not wanted.items:
        raise Invalid("Your Shopping Cart is Empty!", fields={"items": "An order needs at least one item."})
    check_named_once(wanted.items)


def _check_same_order(used_for: bytes, request_hash: bytes) -> None:
    if used_for != request_hash:
        raise Invalid(
            "This request's key was already used for another order.",
            fields={"Idempotency-Key": "Use a new key for a new order."},
        )


def _draft(wanted: OrderIn, products: Sequence[Any], at: datetime, held_rate: Decimal | None) -> DraftOrder:
    lines = price_lines(wanted, products, at, held_rate=held_rate)
    state = products[0]
    if state.address is None and wanted.address_id is not None:
        sentence = "Please select a valid address"
        raise Invalid(sentence, fields={"addressId": sentence})
    if wanted.phone not in {"", state.customer_phone} and not is_phone(wanted.phone):
        raise Invalid(PHONE_RULE, fields={"phone": PHONE_RULE})
    delivery_from, delivery_date = _delivery(state.address, at)
    customer = Buyer(wanted.customer_id, state.customer_name, state.customer_email, state.customer_phone)
    return DraftOrder(
        buyer=customer,
        name=wanted.name or customer.name,
        email=wanted.email or customer.email,
        phone=wanted.phone or customer.phone,
        address=state.address,
        total_quantity=wanted.total_quantity,
        total_amount=total_of(lines),
        ordered_at=at,
        delivery_from=delivery_from,
        delivery_date=delivery_date,
        items=lines,
        held_rate=held_rate,
        gift=wanted.gift.model_dump() if wanted.gift else None,
        payment=methods.new_payment(wanted.payment_method, total_of(lines), customer_id=customer.id, at=at),
    )


def _delivery(address: dict[str, str] | None, at: datetime) -> tuple[date, date]:
    """Return the first and the last day on which an order for this address is expected there.

    :raises Invalid: if the shop does not deliver to it.
    """
    zip_code = (address or {}).get("zip_code", "")
    estimate = estimate_of(pin_codes(), zip_code)
    if estimate is None:
        sentence = f"We do not deliver to {zip_code} yet. Please choose another address."
        raise Invalid(sentence, fields={"addressId": sentence})
    return estimate.window(at)
