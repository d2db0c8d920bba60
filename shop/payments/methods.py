"""The payment methods that an order may have, according to the settings."""

import datetime as dt
from decimal import Decimal

from shop.errors import Invalid
from shop.payments.model import Method
from shop.payments.state import PaymentState
from shop.settings import Settings, settings
from shop.text.formatting import indian_rupees

LABELS = {
    Method.ONLINE: "Pay online",
    Method.UPI: "UPI",
    Method.BANK: "Bank transfer",
    Method.COD: "Pay on delivery",
}
SECOND_CHANCE = dt.timedelta(hours=24)
"""The minimum wait for a payment whose wait starts later than the order."""


def offered(config: Settings | None = None) -> list[Method]:
    """Return the methods that the shop offers, in the order of the checkout page.

    :param config: the settings; without it, those of this process.
    """
    config = config or settings()
    is_on = {
        Method.ONLINE: bool(config.razorpay_key_id),
        Method.UPI: bool(config.upi_id),
        Method.BANK: bool(config.bank_account),
    }
    is_on[Method.COD] = config.cod_limit > 0 or not any(is_on.values())
    return [method for method in LABELS if is_on[method]]


def limit_of(method: Method) -> Decimal | None:
    """Return the maximum amount of a method in rupees. Without another method there is no limit."""
    return settings().cod_limit if method is Method.COD and offered() != [Method.COD] else None


def is_offered(method: Method, amount: Decimal) -> bool:
    """Whether a method is permitted for this amount."""
    limit = limit_of(method)
    return method in offered() and (limit is None or amount <= limit)


def default(amount: Decimal) -> Method:
    """Return the default method of an order."""
    ranking = (Method.COD, Method.BANK, Method.UPI, Method.ONLINE)
    return next(method for method in ranking if is_offered(method, amount))


def check(method: Method, amount: Decimal) -> None:
    """Check that a method is permitted for this amount.

    :raises Invalid: if it is not.
    """
    if is_offered(method, amount):
        return
    limit = limit_of(method)
    label = LABELS.get(method, method.value)
    sentence = f"{label} is not offered."
    if method in offered() and limit is not None:
        sentence = f"{label} is for orders up to {indian_rupees(limit)}."
    raise Invalid(sentence, fields={"paymentMethod": sentence})


def new_payment(method: Method | None, amount: Decimal, *, customer_id: int, at: dt.datetime) -> PaymentState:
    """Return the payment of a new order.

    :raises Invalid: if the method is not permitted.
    """
    if method is not None:
        check(method, amount)
    chosen = method or default(amount)
    expires_at, remind_at = waiting_times(chosen, ordered_at=at, at=at)
    return PaymentState(
        order_id=0,
        customer_id=customer_id,
        amount=amount,
        ordered_at=at,
        method=chosen.value,
        expires_at=expires_at,
        remind_at=remind_at,
    )


def waiting_times(
    method: Method, *, ordered_at: dt.datetime, at: dt.datetime
) -> tuple[dt.datetime | None, dt.datetime | None]:
    """Return when an unpaid order is cancelled and when a reminder is mailed; None if it does not wait.

    Both are computed from the time of the order, so that a change of the method does not change them.
    """
    if method is Method.COD:
        return None, None
    if method is Method.ONLINE:
        expires_at = ordered_at + dt.timedelta(minutes=settings().online_minutes)
        return (expires_at if expires_at > at else at + SECOND_CHANCE), None
    expires_at = ordered_at + dt.timedelta(hours=settings().payment_hours)
    remind_at = ordered_at + dt.timedelta(hours=settings().payment_reminder_hours)
    if expires_at <= at:  # the order's earlier method was payment on delivery
        return at + SECOND_CHANCE, None
    return expires_at, remind_at if at < remind_at < expires_at else None
