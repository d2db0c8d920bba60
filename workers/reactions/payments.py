"""Refunds through the payment provider, and mails about payments."""

from collections.abc import Sequence

from sqlalchemy import Connection, bindparam, func, select
from sqlalchemy.orm import Session, aliased

from shop.clock import now
from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import send
from shop.orders import queries
from shop.payments import online, provider, writes
from shop.payments.model import EntryKind, PaymentEntry, PaymentStatus
from shop.settings import settings
from workers import mailer

_paid = aliased(PaymentEntry)
_TO_SEND = select(
    PaymentEntry.amount,
    func.coalesce(
        PaymentEntry.reference,
        select(_paid.reference)
        .where(_paid.order_id == PaymentEntry.order_id, _paid.kind == EntryKind.PAYMENT.value)
        .scalar_subquery(),
    ),
).where(PaymentEntry.order_id == bindparam("orderId"), PaymentEntry.version == bindparam("version"))
"""What an entry of the ledger pays back, and the provider's id of the payment: that of a surplus is its own."""


def send_refund(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell the provider to pay money back, once: the delivery's id is its idempotency key.

    :raises ProviderAway, ProviderRefused: where it does not.
    """
    for event in events:
        order_id, version = event.data["orderId"], event.data["version"]
        amount, payment_id = connection.execute(_TO_SEND, event.data).one()
        refund_id = provider.refund(payment_id, amount, key=f"refund-{order_id}-{version}-{event.delivery_id}")
        *_, [row] = send(connection, *writes.load_locked(order_id))
        known = select(PaymentEntry.id).where(PaymentEntry.reference == refund_id)
        if connection.scalar(known) is None:
            step = online.refund_sent(writes.state_of(row), refund_id, amount, at=now())
            send(connection, writes.move(step))


def mail_surplus(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Tell a shopper that a payment came when nothing was to be paid, and goes back."""
    with Session(connection) as session:
        for event in events:
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            if not event.data["isSurplus"] or order is None:
                continue
            email = mailer.Email(
                "payment_surplus",
                f"Your payment for order {order.id} goes back to you",
                order.customer.name,
                order.customer.email,
                {"order": order, "payment": order.payment},
            )
            mailer.send(mailer.render(email, delivery_id=event.delivery_id))


def mail_reminder(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Remind a shopper of a payment, unless it was made or claimed meanwhile."""
    with Session(connection) as session:
        for event in events:
            order = session.scalars(queries.by_number(event.data["orderId"])).unique().one_or_none()
            if order is None or order.payment.status != PaymentStatus.DUE or not order.payment.due:
                continue
            content = {"order": order, "payment": order.payment.data(), "config": settings()}
            email = mailer.Email(
                "payment_reminder",
                f"Your payment for order {order.id}",
                order.customer.name,
                order.customer.email,
                {**content, "due": order.payment.due, "expires_at": order.payment.expires_at},
            )
            mailer.send(mailer.render(email, delivery_id=event.delivery_id))
