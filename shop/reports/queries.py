"""The queries of a month's reports. Each has the parameters ``start`` and ``end``."""

from collections.abc import Collection, Sequence
from datetime import datetime

from sqlalchemy import Select, TextClause, bindparam, func, select, text
from sqlalchemy.dialects.postgresql import TIMESTAMP

from shop.clock import FIRST_ORDERS
from shop.customers.model import Customer
from shop.db import sql_files
from shop.invoices.model import Invoice
from shop.invoices.rules import Kind
from shop.orders.model import Order
from shop.payments.model import EntryKind, Payment, PaymentEntry, PaymentRefund
from shop.reports.month import Month

_PERIOD = (bindparam("start", type_=TIMESTAMP(timezone=True)), bindparam("end", type_=TIMESTAMP(timezone=True)))


def _report(name: str) -> TextClause:
    return text(sql_files.read(f"report_{name}")).bindparams(*_PERIOD)


SALES_BY_DAY = _report("sales_by_day")
"""Rows of ``day``, ``orders``, ``pieces`` and ``amount``, for days with sales."""
SALES_BY_CATEGORY = _report("sales_by_category")
"""Rows of ``category``, ``pieces`` and ``amount``: ``""`` are deleted products, ``Without items`` orders without."""
MONEY_BY_METHOD = _report("money_by_method")
"""Rows of ``method``, ``payments``, ``received``, ``refunds`` and ``refunded``."""
GST_BY_STATE = _report("gst_by_state")
"""Rows of ``kind``, ``state_code``, ``documents`` and their sums, invoices first."""
RECONCILIATION = _report("reconciliation")
"""One row of ``ahead_orders``, ``ahead``, ``behind_orders`` and ``behind``."""
FAULTS = _report("faults")
"""One row with the counts of each fault: ``documents``, ``missing_numbers`` and ``payments``."""


def period(month: Month) -> dict[str, object]:
    """Return the parameters of a month."""
    return {"start": month.start, "end": month.end}


def first_order() -> Select[datetime]:
    """Select when the first order was placed; null in a new shop. An order with a mistyped year does not count."""
    return select(func.min(Order.ordered_at)).where(Order.ordered_at >= FIRST_ORDERS)


def documents(month: Month, kind: Kind) -> Select[Invoice]:
    """Select the invoices or the credit notes of a month, the newest first."""
    return (
        select(Invoice)
        .where(Invoice.kind == kind.value, Invoice.issued_at >= month.start, Invoice.issued_at < month.end)
        .order_by(Invoice.issued_at.desc(), Invoice.id.desc())
    )


def customers_of(order_ids: Sequence[int]) -> Select[int, int]:
    """Select the customers of orders: the order's number and the customer's id."""
    return select(Order.id, Order.customer_id).where(Order.id.in_(order_ids))


def money(month: Month, *, is_refund: bool) -> Select[PaymentEntry, str, int]:
    """Select the payments or the refunds of a month with the name of the ``customer``, the newest first.

    Money that was received for an order without an amount due, and refunded, is in both.
    """
    kinds = [EntryKind.SURPLUS.value, (EntryKind.REFUND if is_refund else EntryKind.PAYMENT).value]
    return (
        select(PaymentEntry, Customer.name.label("customer"), Customer.id.label("customer_id"))
        .join(Order, Order.id == PaymentEntry.order_id)
        .join(Customer, Customer.id == Order.customer_id)
        .where(PaymentEntry.kind.in_(kinds), PaymentEntry.at >= month.start, PaymentEntry.at < month.end)
        .order_by(PaymentEntry.at.desc(), PaymentEntry.id.desc())
    )


def with_unpaid_refunds(month: Month) -> Select[int]:
    """Select the orders with refunds of this month, if some of their refunds, of any month, are not paid yet."""
    refunds = select(PaymentEntry.order_id).where(
        PaymentEntry.kind.in_([EntryKind.REFUND.value, EntryKind.SURPLUS.value]),
        PaymentEntry.at >= month.start,
        PaymentEntry.at < month.end,
    )
    return select(Payment.order_id).where(Payment.refund_pending > 0, Payment.order_id.in_(refunds))


def ledgers(order_ids: Collection[int] | Select[int]) -> Select[PaymentEntry, str | None]:
    """Select the ledgers of orders for :func:`shop.reports.settlements.settlements`."""
    return (
        select(PaymentEntry, PaymentRefund.payment_id)
        .join(PaymentRefund, PaymentRefund.id == PaymentEntry.reference, isouter=True)
        .where(PaymentEntry.order_id.in_(order_ids))
        .order_by(PaymentEntry.order_id, PaymentEntry.version)
    )
