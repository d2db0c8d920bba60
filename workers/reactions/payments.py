"""Refunds through the payment provider, and mails about payments."""

from collections.abc import Mapping, Sequence
from contextlib import suppress
from decimal import Decimal
from typing import Any

from sqlalchemy import Connection, Select, bindparam, case, select
from sqlalchemy.orm import Session, aliased

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import send
from shop.notifications.model import Subject
from shop.orders import queries
from shop.orders.model import Order
from shop.payments import online, provider, reconcile, refunds, writes
from shop.payments.model import EntryKind, Method, PaymentEntry, PaymentRefund, PaymentStatus
from shop.payments.provider import ProviderRefused
from shop.payments.transfer_references import TRANSFERS
from workers import mailer
from workers.reactions.notifications import mail_choices, sent_mails

IS_REJECTION = f"event.data ->> 'kind' = '{EntryKind.REJECTION.value}'"
"""A condition in SQL on ``payment.changed``: whether staff rejected a claim."""
IS_REFUND_BY_HAND = (
    f"event.data ->> 'kind' = '{EntryKind.REFUND.value}'"
    f" AND event.data -> 'payment' ->> 'method' <> '{Method.ONLINE.value}'"
)
"""A condition in SQL on ``payment.changed``: whether staff recorded money that they sent back outside the shop."""

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

    :raises ProviderAway, ProviderRefused: if the request fails.
    """
    for event in events:
        order_id, version = event.data["orderId"], event.data["version"]
        amount, payment_id = connection.execute(_TO_SEND, event.data).one()
        key = f"{refunds.KEY_PREFIX}{order_id}-{version}-{event.delivery_id}"
        made = provider.refund(payment_id, amount, key=key)
        *_, [row] = send(connection, *writes.load_locked(order_id))
        known = select(PaymentEntry.id).where(PaymentEntry.reference == made.id)
        if connection.scalar(known) is None:
            send(connection, *refunds.take(writes.state_of(row), made, now()))


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


def mail_refund_sent(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that the provider has accepted a refund, and how long banks take."""
    with Session(connection) as session:
        for event in events:
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            if order is None:
                continue
            email = mailer.Email(
                "payment_refund",
                f"Your money for order {order.id} is on its way",
                order.buyer.name,
                order.buyer.email,
                {"order": order, "amount": Decimal(str(event.data["amount"])), "refund_id": event.data["refundId"]},
            )
            _send(connection, event, email, order)


def mail_refund_by_hand(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that the shop sent money back itself. The refund of a return is told by its own mail."""
    with Session(connection) as session:
        for event in events:
            order_id, version = event.data["orderId"], event.data["payment"]["version"]
            order = session.scalars(queries.by_number(order_id)).unique().one_or_none()
            entry = session.scalars(_entry(order_id, version)).one_or_none()
            if order is None or entry is None or entry.return_id is not None:
                continue
            email = mailer.Email(
                "refund_by_hand",
                f"Your money for order {order.id} was sent back",
                order.buyer.name,
                order.buyer.email,
                {"order": order, "refund": entry},
            )
            _send(connection, event, email, order)


def mail_surplus(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that a payment arrived when nothing was due, and that it is refunded."""
    with Session(connection) as session:
        for event in events:
            if not event.data["isSurplus"]:
                continue
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            entry = session.scalars(_entry(event.data["orderId"], event.data["version"])).one_or_none()
            if order is None or entry is None:
                continue
            email = mailer.Email(
                "payment_surplus",
                f"Your payment for order {order.id} goes back to you",
                order.buyer.name,
                order.buyer.email,
                {"order": order, "amount": entry.amount},
            )
            _send(connection, event, email, order)


def mail_received(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that a payment has arrived."""
    with Session(connection) as session:
        for event in events:
            if event.data["kind"] != EntryKind.PAYMENT:
                continue
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            if order is None:
                continue
            subject, about = f"Payment for order {order.id} received", f"order {order.id}"
            if not mail_choices.is_wanted(connection, order.customer_id, Subject.PAYMENTS):
                sent_mails.note_unwanted(connection, event, subject, customer_id=order.customer_id, about=about)
                continue
            email = mailer.Email(
                "payment_received",
                subject,
                order.buyer.name,
                order.buyer.email,
                {"order": order, "paid": order.payment.paid},
                headers=mail_choices.headers(order.customer_id, Subject.PAYMENTS),
            )
            _send(connection, event, email, order)


def order_of_rejection(session: Session, data: Mapping[str, Any]) -> Order | None:
    """Return the order of a rejected claim.

    None if its payment has changed again, nothing is due any more, or the order was moved to another customer, which
    forgets the rejection.
    """
    order = session.scalars(queries.by_number(data["orderId"])).unique().one_or_none()
    if order is None or order.payment.version != data["payment"]["version"]:
        return None
    return order if order.payment.due and order.payment.rejection is not None else None


def mail_rejected(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that the claimed money was not found and why, unless the payment has changed again.

    Without the money the order may soon be cancelled, so the mail is always sent.
    """
    with Session(connection) as session:
        for event in events:
            order = order_of_rejection(session, event.data)
            if order is None:
                continue
            email = mailer.Email(
                "payment_rejected",
                f"Your payment for order {order.id} was not found",
                order.buyer.name,
                order.buyer.email,
                {"order": order, "payment": order.payment},
            )
            _send(connection, event, email, order)


def mail_reminder(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Remind a shopper of a payment, unless it was made or claimed meanwhile."""
    with Session(connection) as session:
        for event in events:
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            if order is None or order.payment.status != PaymentStatus.DUE or not order.payment.due:
                continue
            subject, about = f"Your payment for order {order.id}", f"order {order.id}"
            if not mail_choices.is_wanted(connection, order.customer_id, Subject.PAYMENTS):
                sent_mails.note_unwanted(connection, event, subject, customer_id=order.customer_id, about=about)
                continue
            is_transfer = order.payment.method in TRANSFERS
            content = {"order": order, "payment": order.payment.data(), "is_transfer": is_transfer}
            email = mailer.Email(
                "payment_reminder",
                subject,
                order.buyer.name,
                order.buyer.email,
                {**content, "due": order.payment.due, "expires_at": order.payment.expires_at},
                headers=mail_choices.headers(order.customer_id, Subject.PAYMENTS),
            )
            _send(connection, event, email, order)


def _entry(order_id: int, version: int) -> Select[PaymentEntry]:
    """Select the ledger entry of one step of a payment."""
    return select(PaymentEntry).where(PaymentEntry.order_id == order_id, PaymentEntry.version == version)


def _send(connection: Connection, event: ClaimedEvent, mail: mailer.Email, order: Order) -> None:
    sent_mails.send(connection, event, mail, customer_id=order.customer_id, about=f"order {order.id}")
