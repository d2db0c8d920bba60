"""Refunds and payment links at the payment provider, and what decides which news of a payment is sent."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextlib import suppress
from typing import Any

from sqlalchemy import Connection, bindparam, case, select
from sqlalchemy.orm import Session, aliased

from shop.clock import now
from shop.db.query import send
from shop.events.deliveries import ClaimedEvent
from shop.orders import queries
from shop.orders.model import Order
from shop.payments import online, provider, reconcile, refunds, writes
from shop.payments.model import EntryKind, Method, PaymentEntry, PaymentRefund
from shop.payments.provider import ProviderAway, ProviderRefused

IS_PAYMENT = f"event.data ->> 'kind' = '{EntryKind.PAYMENT.value}'"
"""A condition in SQL on ``payment.changed``: whether money arrived."""
IS_REJECTION = f"event.data ->> 'kind' = '{EntryKind.REJECTION.value}'"
"""A condition in SQL on ``payment.changed``: whether staff rejected a claim."""
IS_REFUND_BY_HAND = (
    f"(event.data ->> 'kind' = '{EntryKind.REFUND_BY_HAND.value}' OR event.data ->> 'kind' = '{EntryKind.REFUND.value}'"
    f" AND event.data -> 'payment' ->> 'method' <> '{Method.ONLINE.value}')"
)
"""A condition in SQL on ``payment.changed``: whether staff recorded money that they sent back outside the shop."""
IS_SURPLUS = "event.data -> 'isSurplus' = 'true'"
"""A condition in SQL on ``payment.refund_requested``: whether the payment was not for the amount due."""
LONGEST_BUSY = dt.timedelta(hours=1)
"""How long after its request a refund waits for another one of the same payment at the provider. Then staff decide."""

_paid = aliased(PaymentEntry)
_TO_SEND = select(
    PaymentEntry.amount,
    case(
        (
            PaymentEntry.kind == EntryKind.REFUND_RETRY.value,
            select(PaymentRefund.payment_id).where(PaymentRefund.id == PaymentEntry.reference).scalar_subquery(),
        ),
        (PaymentEntry.kind == EntryKind.SURPLUS.value, PaymentEntry.reference),
        else_=select(_paid.reference)
        .where(_paid.order_id == PaymentEntry.order_id, _paid.kind == EntryKind.PAYMENT.value)
        .scalar_subquery(),
    ),
).where(PaymentEntry.order_id == bindparam("orderId"), PaymentEntry.version == bindparam("version"))
"""The ledger entries of refunds to send, with the provider's id of the payment to refund."""


def send_refund(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Request a refund from the provider once. The delivery's id is the idempotency key.

    A refused request is recorded as a failed refund: staff request it again, or send the money by hand.

    :raises ProviderAway: if the provider does not respond, or still works on another refund of the same payment.
    """
    for event in events:
        order_id, version = event.data["orderId"], event.data["version"]
        amount, payment_id = connection.execute(_TO_SEND, event.data).one()
        key = f"{refunds.KEY_PREFIX}{order_id}-{version}-{event.delivery_id}"
        try:
            made = provider.refund(payment_id, amount, key=key)
        except ProviderRefused as refusal:
            if refusal.is_busy and now() - event.occurred_at < LONGEST_BUSY:
                raise ProviderAway(refusal.reason) from refusal
            *_, [row], is_recorded = send(connection, *refunds.load_locked(order_id, key))
            payment, reason = writes.state_of(row), str(refusal)[:200]
            if not is_recorded:
                send(connection, *refunds.refuse(payment, key, payment_id, amount, reason=reason, at=now()))
            continue
        *_, [row] = send(connection, *writes.load_locked(order_id))
        known = select(PaymentEntry.id).where(PaymentEntry.reference == made.id)
        if connection.scalar(known) is None:
            send(connection, *refunds.record_accepted(writes.state_of(row), made, now()))


def close_links(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Close the provider's payment pages of an order that must not be paid any more.

    A page that was paid in the meantime is handled as if the provider's webhook had arrived.

    :raises ProviderAway: if the provider does not respond.
    """
    for event in events:
        order_id = event.data["orderId"]
        [row], links = send(connection, writes.load(order_id), online.links_of(order_id))
        for link in online.obsolete_links(writes.state_of(row), links, now()):
            with suppress(ProviderRefused):
                provider.cancel_link(link.id)
            for report in provider.fetch_link(link.id):
                reconcile.apply(connection, report, now())


def order_of_rejection(session: Session, data: Mapping[str, Any]) -> Order | None:
    """Return the order of a rejected claim.

    None if its payment has changed again, nothing is due any more, or the order was moved to another customer, which
    removes the rejection.
    """
    order = queries.find(session, data["orderId"])
    if order is None or order.payment.version != data["payment"]["version"]:
        return None
    return order if order.payment.due and order.payment.rejection is not None else None
