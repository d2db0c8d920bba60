"""Mails about payments."""

from collections.abc import Sequence

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.events.deliveries import ClaimedEvent
from shop.orders import queries
from shop.payments.model import PaymentStatus
from shop.settings import settings
from workers import mailer


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
