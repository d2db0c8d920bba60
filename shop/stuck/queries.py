"""Queries of stuck orders and of their report."""

import datetime as dt
from decimal import Decimal
from typing import Any

from sqlalchemy import (
    ColumnElement,
    Date,
    Select,
    bindparam,
    func,
    literal,
    literal_column,
    null,
    or_,
    select,
    union,
    union_all,
)
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.sql.dml import ReturningInsert

from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem
from shop.payments.model import RETURNED_UNPAID, Payment
from shop.payments.state import REFUNDABLE
from shop.returns.model import Return, ReturnStatus
from shop.stuck.model import StuckReport
from shop.stuck.rules import StuckRule

_RETURNED = RETURNED_UNPAID.cte("returned_unpaid")  # read once, unlike Payment.returned_unpaid


def _before(rule: StuckRule) -> ColumnElement[Any]:
    return bindparam(f"stuck_{rule.value}", type_=Order.ordered_at.type)


def _waiting(rule: StuckRule) -> Select[*tuple[Any, ...]]:
    """Select the orders that are stuck by a rule, each with the start of its wait.

    For claims and owed money there is an ``amount``. An order may be listed several times.

    The statuses are literals, so that the planner sees that they are those of the partial indexes.
    """
    before = _before(rule)
    if rule is StuckRule.CLAIMED:
        is_claimed = Payment.status == literal_column("'claimed'")
        claims = select(Payment.order_id, Payment.claimed_at.label("at"), Payment.claim_amount.label("amount"))
        return claims.where(is_claimed, Payment.claimed_at < before)
    if rule is StuckRule.RETURN:
        query = select(OrderItem.order_id, Return.requested_at.label("at")).join(Return.item)
        is_requested = Return.status == ReturnStatus.REQUESTED.value
        return query.where(is_requested, Return.requested_at < before)
    if rule is StuckRule.REFUND:
        return _money_owed(before)
    stamp = OrderItem.ordered_at if rule is StuckRule.ORDERED else OrderItem.packed_at
    has_status = OrderItem.status == literal_column(f"'{rule.value}'")
    return select(OrderItem.order_id, stamp.label("at")).where(has_status, stamp < before)


def _money_owed(before: ColumnElement[Any]) -> Select[*tuple[Any, ...]]:
    """Select the orders for which more was paid than they cost after cancellations, returns and refunds.

    The ``amount`` is the difference.

    This is :attr:`shop.payments.state.PaymentState.refund_due` as a query, in three parts that each read few orders.
    Those with cancelled lines wait since the first cancellation. Others, of which pieces came back before they were
    paid, wait since they were paid. So do those without any lines: their amount may have been lowered while they were
    being paid online. An order without lines has no address, and an order is not erased while it has such money.
    """
    cancelled = select(
        OrderItem.order_id,
        func.sum(OrderItem.total_amount).label("amount"),
        func.min(OrderItem.cancelled_at).label("at"),
    )
    is_cancelled = OrderItem.status == literal_column("'cancelled'")
    lines = cancelled.where(is_cancelled).group_by(OrderItem.order_id).subquery()
    paid = select(Payment.order_id).join(Order, Order.id == Payment.order_id).where(Payment.paid > Payment.refunded)
    paid = paid.where(or_(*(Payment.status == status.value for status in REFUNDABLE)))
    excess = Payment.paid - (Payment.refunded - Payment.refunded_for_returns) - Order.total_amount
    left = Payment.paid - Payment.refunded
    of_both = excess + lines.c.amount + func.coalesce(_RETURNED.c.amount, 0)
    of_cancelled = paid.add_columns(lines.c.at, func.least(of_both, left).label("amount"))
    of_cancelled = of_cancelled.join(lines, lines.c.order_id == Payment.order_id)
    of_cancelled = of_cancelled.outerjoin(_RETURNED, _RETURNED.c.order_id == Payment.order_id)
    of_cancelled = of_cancelled.where(of_both > 0, lines.c.at < before)
    without_lines = paid.add_columns(Payment.paid_at, func.least(excess, left))
    without_lines = without_lines.where(excess > 0, Payment.paid_at < before, ~Order.items.any())
    without_lines = without_lines.where(Order.address.is_(None), Order.erased_at.is_(None))
    of_returned = paid.add_columns(Payment.paid_at, func.least(excess + _RETURNED.c.amount, left))
    of_returned = of_returned.join(_RETURNED, _RETURNED.c.order_id == Payment.order_id)
    of_returned = of_returned.where(excess + _RETURNED.c.amount > 0, Payment.paid_at < before)
    of_returned = of_returned.where(~Order.items.any(is_cancelled))
    owed = union_all(of_cancelled, of_returned, without_lines).subquery()
    return select(owed)


ORDERS = {rule: _waiting(rule).with_only_columns(_waiting(rule).selected_columns[0]) for rule in StuckRule}
"""The query of the orders that are stuck by each rule; its parameter is ``stuck_`` with the rule's name."""


def _counted(rule: StuckRule) -> Select[str, int, Any]:
    waiting = _waiting(rule).subquery()
    number = func.count(waiting.c.order_id.distinct()).label("orders")
    return select(literal(rule.value).label("rule"), number, func.min(waiting.c.at).label("oldest"))


COUNTS = union_all(*(_counted(rule) for rule in StuckRule))
"""The query of how many orders are stuck by each rule, and since when the oldest is."""


ORDERS_COUNT = select(func.count()).select_from(union(*ORDERS.values()).subquery())
"""The query of how many orders are stuck, by one rule or several."""


def listed(rule: StuckRule, *, limit: int) -> Select[int, str, Decimal, Any]:
    """Select the orders that are stuck by a rule, those that wait longest first, for a mail.

    The amount is the claimed or owed one; for other rules it is the order's.
    """
    waiting = _waiting(rule).subquery()
    at = func.min(waiting.c.at).label("at")
    own_amount = func.min(waiting.c.amount) if rule in {StuckRule.CLAIMED, StuckRule.REFUND} else null()
    amount = func.coalesce(own_amount, Order.total_amount)
    query = select(Order.id, Customer.name, amount, at).join(Order.customer)
    query = query.join(waiting, waiting.c.order_id == Order.id)
    return query.group_by(Order.id, Customer.name).order_by(at, Order.id).limit(limit)


def claim_report() -> ReturningInsert[dt.date]:
    """Return the statement that claims the report of ``day``: it returns a row only once."""
    written = insert(StuckReport).values(day=bindparam("day", type_=Date()), at=bindparam("at"))
    return written.on_conflict_do_nothing().returning(StuckReport.day)
