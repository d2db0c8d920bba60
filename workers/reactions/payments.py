"""Refunds through the payment provider, and mails about payments."""

import datetime as dt
from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Select, bindparam, case, select
from sqlalchemy.orm import Session, aliased

from shop.clock import now
from shop.db.query import send
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.notifications.queries import wants_mail
from shop.orders import queries
from shop.orders.model import Order
from shop.payments import online, provider, reconcile, refunds, writes
from shop.payments.model import EntryKind, Method, PaymentEntry, PaymentRefund, PaymentStatus
from shop.payments.provider import ProviderAway, ProviderRefused
from shop.payments.transfer_references import TRANSFERS
from shop.settings import settings
from workers.mail import rendering
from workers.reactions.each_event import for_each_event
from workers.reactions.notifications import mail_choices, sent_mails
from workers.reactions.notifications.order_links import links_of

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


@for_each_event
def mail_refund_sent(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that the provider has accepted a refund, and how long banks take."""
    order = queries.find(session, event.data["orderId"])
    if order is None:
        return
    subject = f"Your money for order {order.id} is on its way"
    content = {"amount": Decimal(str(event.data["amount"])), "refund_id": event.data["refundId"]}
    _mail(session, event, order, "payment_refund", subject, content)


@for_each_event
def mail_refund_by_hand(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that the shop sent money back itself. The refund of a return is told by its own mail."""
    order_id, version = event.data["orderId"], event.data["payment"]["version"]
    order = queries.find(session, order_id)
    entry = session.scalars(_entry(order_id, version)).one_or_none()
    if order is None or entry is None or entry.return_id is not None:
        return
    subject = f"Your money for order {order.id} was sent back"
    _mail(session, event, order, "refund_by_hand", subject, {"refund": entry})


@for_each_event
def mail_surplus(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that a payment arrived when nothing or more was due, and that it is refunded."""
    order = queries.find(session, event.data["orderId"])
    entry = session.scalars(_entry(event.data["orderId"], event.data["version"])).one_or_none()
    if order is None or entry is None:
        return
    subject = f"Your payment for order {order.id} goes back to you"
    is_claimed = order.payment.status == PaymentStatus.CLAIMED  # then the shopper has paid in another way as well
    content = {"amount": entry.amount, "due": Decimal(0) if is_claimed else order.payment.due}
    _mail(session, event, order, "payment_surplus", subject, content)


@for_each_event
def mail_received(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that a payment has arrived."""
    if event.data["kind"] != EntryKind.PAYMENT:  # a relay of the version before queues mails for other kinds too
        return
    order = queries.find(session, event.data["orderId"])
    if order is None:
        return
    subject, content = f"Payment for order {order.id} received", {"paid": order.payment.paid}
    _mail(session, event, order, "payment_received", subject, content, topic=Subject.PAYMENTS)


def order_of_rejection(session: Session, data: Mapping[str, Any]) -> Order | None:
    """Return the order of a rejected claim.

    None if its payment has changed again, nothing is due any more, or the order was moved to another customer, which
    removes the rejection.
    """
    order = queries.find(session, data["orderId"])
    if order is None or order.payment.version != data["payment"]["version"]:
        return None
    return order if order.payment.due and order.payment.rejection is not None else None


@for_each_event
def mail_rejected(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that the claimed money was not found and why, unless the payment has changed again.

    Without the money the order may soon be cancelled, so the mail is always sent.
    """
    order = order_of_rejection(session, event.data)
    if order is None:
        return
    subject = f"Your payment for order {order.id} was not found"
    content = {"payment": order.payment, "expires_at": _ends_at(order)}
    _mail(session, event, order, "payment_rejected", subject, content)


@for_each_event
def mail_reminder(session: Session, event: ClaimedEvent) -> None:
    """Remind a shopper of a payment, unless it was made or claimed meanwhile."""
    order = queries.find(session, event.data["orderId"])
    if order is None or order.payment.status != PaymentStatus.DUE or not order.payment.due:
        return
    is_transfer = order.payment.method in TRANSFERS
    content = {"payment": order.payment.data(), "is_transfer": is_transfer, "config": settings()}
    content |= {"due": order.payment.due, "expires_at": _ends_at(order)}
    subject = f"Your payment for order {order.id}"
    _mail(session, event, order, "payment_reminder", subject, content, topic=Subject.PAYMENTS)


def _ends_at(order: Order) -> dt.datetime | None:
    """Return when an unpaid order is cancelled; None if it will not be cancelled."""
    return None if order.is_begun else order.payment.expires_at


def _entry(order_id: int, version: int) -> Select[PaymentEntry]:
    """Select the ledger entry of one step of a payment."""
    return select(PaymentEntry).where(PaymentEntry.order_id == order_id, PaymentEntry.version == version)


def _mail(
    session: Session,
    event: ClaimedEvent,
    order: Order,
    template: str,
    subject: str,
    content: Mapping[str, Any],
    *,
    topic: Subject | None = None,
) -> None:
    """Mail an order's buyer. A mail with a ``topic`` can be switched off; it is then recorded as unwanted."""
    connection, customer_id, about = session.connection(), order.customer_id, f"order {order.id}"
    if topic and not wants_mail(connection, customer_id, topic):
        sent_mails.note_unwanted(connection, event, subject, customer_id=customer_id, about=about)
        return
    buyer, headers = order.buyer, mail_choices.headers(customer_id, topic) if topic else {}
    content = {"order": order, **links_of(session, order, at=now()), **content}
    email = rendering.Email(template, subject, buyer.name, buyer.email, content, headers=headers)
    sent_mails.send(connection, event, email, customer_id=customer_id, about=about)
