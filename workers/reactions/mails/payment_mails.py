"""Mails about payments and refunds."""

import datetime as dt
from collections.abc import Mapping
from decimal import Decimal
from typing import Any

from sqlalchemy import Select, select
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.notifications.model import Subject
from shop.notifications.queries import wants_mail
from shop.orders import queries
from shop.orders.model import Order
from shop.payments.model import EntryKind, PaymentEntry, PaymentStatus
from shop.payments.transfer_references import TRANSFERS
from shop.settings import settings
from workers.mail import mail_choices, rendering, sent_mails
from workers.mail.order_links import links_of
from workers.reactions import payments
from workers.reactions.each_event import for_each_event


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


@for_each_event
def mail_rejected(session: Session, event: ClaimedEvent) -> None:
    """Tell a shopper that the claimed money was not found and why, unless the payment has changed again.

    Without the money the order may soon be cancelled, so the mail is always sent.
    """
    order = payments.order_of_rejection(session, event.data)
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
