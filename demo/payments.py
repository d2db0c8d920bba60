"""Payments of the demo's orders, with all methods and all lasting states."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import replace
from decimal import Decimal
from itertools import cycle

from sqlalchemy.orm import Session

from shop.orders.model import Order, OrderItem, Status
from shop.payments import methods, online, rules
from shop.payments.model import EntryKind, Method, Payment, PaymentEntry, PaymentStatus
from shop.payments.rules import THE_SHOP, Move, Who
from shop.payments.state import PAYMENT_COLUMNS, PaymentState
from shop.settings import settings
from shop.staff.model import Admin

_PROVIDER_PREFIX = "pay_demo"
"""The id prefix of online payments. The demo provider accepts refunds of such payments, although they are not in its
book."""
_SMALL = (Method.COD, Method.COD, Method.ONLINE, Method.COD, Method.UPI)
_LARGE = (Method.ONLINE, Method.BANK, Method.UPI)
WAITING = {35: (Method.BANK, None), 37: (Method.UPI, 70), 38: (Method.UPI, 25)}
"""Orders that wait for payment, by index: method, and how many minutes ago the shopper claimed to have paid. The shop
warns about claims that wait for hours."""
EXPIRED, FAILED = 14, 34
"""The indexes of an order that was not paid in time, and of one whose online payment has just failed."""


def expiry_of_unpaid(ordered_at: dt.datetime) -> dt.datetime:
    """Return when the order that was not paid in time was cancelled. It was to be paid by bank transfer."""
    expires_at, _ = methods.waiting_times(Method.BANK, ordered_at=ordered_at, at=ordered_at)
    assert expires_at is not None  # noqa: S101 - a bank transfer always expires
    return expires_at


class _Book:
    """Writes the entries of one order's payment."""

    def __init__(self, session: Session, order: Order, method: Method) -> None:
        self._session = session
        self._row = session.get_one(Payment, order.id)
        self.state = PaymentState(
            order_id=order.id,
            customer_id=order.customer_id,
            amount=order.total_amount,
            ordered_at=order.ordered_at,
            method=method.value,
        )
        self._row.method = method.value

    def wait(self, order: Order, *, at: dt.datetime) -> None:
        """Record when the order's payment expires and when the reminder is due."""
        method = Method(self.state.method)
        self._row.expires_at, self._row.remind_at = methods.waiting_times(method, ordered_at=order.ordered_at, at=at)

    def write(self, step: Move) -> None:
        """Store an entry as a call of the API does, but without an event."""
        after = self.state = step.after
        for column in PAYMENT_COLUMNS:
            setattr(self._row, column, getattr(after, column))
        self._session.add(
            PaymentEntry(
                order_id=after.order_id,
                version=after.version,
                kind=step.kind.value,
                from_status=step.before.status,
                to_status=after.status,
                method=after.method,
                amount=step.amount,
                reference=step.reference,
                reason=step.reason,
                item_ids=list(step.cause.item_ids) if step.cause.item_ids else None,
                admin_id=step.who.admin_id,
                changed_by=step.who.name,
                at=step.at,
            )
        )


def pay(session: Session, placed: Sequence[Order], admin: Admin, *, at: dt.datetime) -> None:
    """Record the payment of each order, or leave it due. The refunds of the last cancelled lines are left open."""
    limit = settings().cod_limit
    small, large = cycle(_SMALL), cycle(_LARGE)
    staff = Who(admin.name, admin.id)
    last_cancelled = [order for order in placed if any(item.cancelled_at for item in order.items)][-1]
    for place, order in enumerate(placed):
        if place in WAITING:
            method, minutes = WAITING[place]
            book = _Book(session, order, method)
            book.wait(order, at=at)
            if minutes:
                _claim(book, order, at=at - dt.timedelta(minutes=minutes))
            continue
        method = next(small) if order.total_amount <= limit else next(large)
        if place == EXPIRED:
            _expire(_Book(session, order, Method.BANK))
            continue
        if place == FAILED:
            _fail(_Book(session, order, Method.UPI), order, at=at)
            continue
        book = _Book(session, order, method)
        sent = [item for item in order.items if item.status != Status.CANCELLED]
        if method is Method.COD:
            _pay_on_delivery(book, order, sent, staff)
            continue
        if not sent and method is Method.BANK:
            book.write(rules.cancel(book.state, at=_last_change(order.items)))
            continue
        _pay_ahead(book, order, staff)
        if order is not last_cancelled:
            _pay_back(book, order, staff, at=at)


def _pay_on_delivery(book: _Book, order: Order, sent: Sequence[OrderItem], staff: Who) -> None:
    if not sent:
        book.write(rules.cancel(book.state, at=_last_change(order.items)))
    elif all(item.delivered_at for item in sent):
        amount = sum((item.total_amount for item in sent), Decimal(0))
        at = max(item.delivered_at for item in sent if item.delivered_at)
        paid = {"paid": amount}
        book.write(rules.move(book.state, EntryKind.PAYMENT, staff, at, paid, status=PaymentStatus.PAID, amount=amount))


def _expire(book: _Book) -> None:
    at = expiry_of_unpaid(book.state.ordered_at)
    book.state = replace(book.state, expires_at=at)
    book.write(rules.expire(book.state, at=at))


def _fail(book: _Book, order: Order, *, at: dt.datetime) -> None:
    """Record that the shopper chose to pay online, and that this payment failed."""
    chosen_at = at - dt.timedelta(minutes=12)
    expires_at, _ = methods.waiting_times(Method.ONLINE, ordered_at=order.ordered_at, at=chosen_at)
    changes = {"method": Method.ONLINE.value, "expires_at": expires_at}
    shopper = Who(order.customer.name)
    book.write(rules.move(book.state, EntryKind.METHOD, shopper, chosen_at, changes, status=PaymentStatus.DUE))
    failed_at = chosen_at + dt.timedelta(minutes=3)
    book.write(online.fail(book.state, f"{_PROVIDER_PREFIX}{order.id}", at=failed_at))


def _claim(book: _Book, order: Order, *, at: dt.datetime) -> None:
    reference = f"{431_000_000_000 + order.id}" if book.state.method == Method.UPI else f"HDFCR5202611{order.id:010}"
    book.write(rules.claim(book.state, reference, who=Who(order.customer.name), at=at))


def _pay_ahead(book: _Book, order: Order, staff: Who) -> None:
    if book.state.method == Method.ONLINE:
        at = order.ordered_at + dt.timedelta(minutes=3)
        [step] = online.receive(book.state, f"{_PROVIDER_PREFIX}{order.id}", order.total_amount, at=at)
        book.write(step)
    else:
        _claim(book, order, at=order.ordered_at + dt.timedelta(minutes=18))
        book.write(rules.confirm(book.state, who=staff, at=order.ordered_at + dt.timedelta(minutes=47)))


def _pay_back(book: _Book, order: Order, staff: Who, *, at: dt.datetime) -> None:
    """Refund cancelled lines."""
    cancelled = [item for item in order.items if item.status == Status.CANCELLED]
    if not cancelled:
        return
    is_online = book.state.method == Method.ONLINE
    refunded_at = _last_change(cancelled) + dt.timedelta(minutes=25)
    if refunded_at > at:
        return
    amount = sum((item.total_amount for item in cancelled), Decimal(0))
    who, reference = (THE_SHOP, None) if is_online else (staff, f"SWRN{order.id:010}")
    book.write(rules.refund(book.state, amount, reason="Cancelled items", reference=reference, who=who, at=refunded_at))
    if is_online:
        sent = {"refund_pending": Decimal(0)}
        book.write(
            rules.move(
                book.state,
                EntryKind.REFUND_SENT,
                THE_SHOP,
                refunded_at + dt.timedelta(seconds=4),
                sent,
                amount=amount,
                reference=f"rfnd_demo{order.id}",
            )
        )


def _last_change(items: Sequence[OrderItem]) -> dt.datetime:
    return max(item.history[-1].at for item in items)
