"""The payment of an order as JSON that PostgreSQL writes, in the form of :class:`PaymentOut`.

The amounts are those of :class:`shop.payments.state.PaymentState`.
"""

from typing import Any

from sqlalchemy import ColumnElement, case, func, or_, select
from sqlalchemy.orm import aliased

from api.db import sql_json
from api.payments.schemas import ClaimOut, PaymentOut
from shop.orders.model import Order, OrderItem
from shop.payments.model import Payment, PaymentStatus
from shop.payments.state import OPEN, REFERENCE_PREFIX, REFUNDABLE


def of_order(schema: type[PaymentOut]) -> ColumnElement[Any]:
    """Return the payment of an order, for a query of orders."""
    line = aliased(OrderItem)
    cancelled = (
        select(func.coalesce(func.sum(line.total_amount), 0))
        .where(line.order_id == Order.id, line.status == "cancelled")
        .correlate(Order)
        .scalar_subquery()
    )
    net_amount = Order.total_amount - cancelled - Payment.returned_unpaid
    is_open = or_(*(Payment.status == status.value for status in OPEN))
    is_refundable = or_(*(Payment.status == status.value for status in REFUNDABLE))
    values = dict(Payment.__table__.columns) | {
        "amount": Order.total_amount,
        "due": case((is_open, net_amount), else_=0),
        "refund_due": case((is_refundable, _refund_due(net_amount)), else_=0),
        "reference": func.concat(REFERENCE_PREFIX, Order.id),
        "claim": _claim(),
        "used_in": func.array_to_json(Payment.used_in),
        "closable_return": _closable_return(net_amount),
    }
    payment = sql_json.fields(schema, values).where(Payment.order_id == Order.id)
    return sql_json.one(payment.correlate(Order), "payment_json")


def _refund_due(net_amount: ColumnElement[Any]) -> ColumnElement[Any]:
    for_no_return = Payment.refunded - Payment.refunded_for_returns
    return func.greatest(func.least(Payment.paid - for_no_return - net_amount, Payment.paid - Payment.refunded), 0)


def _closable_return(net_amount: ColumnElement[Any]) -> ColumnElement[Any]:
    for_no_return = Payment.refunded - Payment.refunded_for_returns
    early = func.greatest(func.least(for_no_return, for_no_return + net_amount - Payment.paid), 0)
    nothing_left = (Payment.paid == Payment.refunded) & (Payment.status != PaymentStatus.CLAIMED.value)
    return case((nothing_left, Order.total_amount), else_=early)


def _claim() -> ColumnElement[Any]:
    values = {"reference": Payment.claim_reference, "amount": Payment.claim_amount, "at": Payment.claimed_at}
    return sql_json.one(
        sql_json.fields(ClaimOut, values).where(Payment.claim_reference.is_not(None)).correlate(Payment), "claim_json"
    )
