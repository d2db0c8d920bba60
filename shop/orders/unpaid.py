"""Payments that wait too long: whom to remind, and which are over. The scheduler asks every few seconds."""

from datetime import datetime, timedelta

from sqlalchemy import Select, exists, select, text
from sqlalchemy.orm import aliased

from shop.db import sql_files
from shop.orders.model import OrderItem, StatusChange
from shop.payments.model import Payment, PaymentStatus

CANCELLATION_WAIT = timedelta(seconds=25)
"""How long the lines of an order are cancelled before its payment is: a cancellation can be undone for 20 s."""
BATCH = 50

REMIND = text(sql_files.read("queue_payment_reminders"))
"""Records an event for each payment of which a mail is to remind by ``:at``."""


def expired(at: datetime) -> Select[int]:
    """Select the orders that were not paid in time. One that staff have begun to pack stays."""
    line = aliased(OrderItem)
    is_begun = exists().where(line.order_id == Payment.order_id, line.status.not_in(("ordered", "cancelled")))
    return (
        select(Payment.order_id)
        .where(Payment.status.in_((PaymentStatus.DUE.value, PaymentStatus.FAILED.value)), Payment.expires_at <= at)
        .where(~is_begun)
        .order_by(Payment.expires_at)
        .limit(BATCH)
    )


def cancelled(at: datetime) -> Select[int]:
    """Select the orders that are cancelled whole, whose payments are still due."""
    line, other = aliased(OrderItem), aliased(OrderItem)
    recent = StatusChange.at > at - CANCELLATION_WAIT
    may_be_undone = exists().where(StatusChange.order_item_id == other.id, other.order_id == Payment.order_id, recent)
    is_open = exists().where(other.order_id == Payment.order_id, other.status != "cancelled")
    return (
        select(Payment.order_id)
        .join(line, line.order_id == Payment.order_id)
        .where(Payment.status == PaymentStatus.DUE.value, line.status == "cancelled", ~is_open, ~may_be_undone)
        .group_by(Payment.order_id)
        .order_by(Payment.order_id)
        .limit(BATCH)
    )
