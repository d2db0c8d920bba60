"""The reports of a month as CSV files."""

from collections.abc import AsyncIterator, Callable, Sequence
from dataclasses import replace
from decimal import Decimal
from enum import StrEnum
from functools import partial
from typing import Any

from fastapi import Response
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.csv_export import Batches, CsvExport, batches_of
from api.reports.schemas import MethodMoneyOut, MoneyEntryOut
from api.reports.service import document, money_by_method, money_entries
from shop.invoices import states
from shop.invoices.rules import GST_RATE, Kind
from shop.payments.model import EntryKind, Method
from shop.reports import queries
from shop.reports.month import Month
from shop.reports.settlements import RefundState


class Part(StrEnum):
    """A table of the report."""

    SALES = "sales"
    CATEGORIES = "categories"
    METHODS = "methods"
    PAYMENTS = "payments"
    REFUNDS = "refunds"
    GST = "gst"
    INVOICES = "invoices"
    CREDIT_NOTES = "creditNotes"


def _signed(name: str) -> Callable[[Any], Decimal]:
    """Return the cell of an amount.

    It is negative for credit notes, so that the columns add up to the reported sums.
    """
    # The minus sign makes no -0.00 of 0.00, unlike a multiplication by -1.
    return lambda row: getattr(row, name) if row.kind == Kind.INVOICE else -getattr(row, name)


_SALES: CsvExport[Any] = CsvExport(
    "sales",
    {
        "Day": lambda row: row.day,
        "Orders": lambda row: row.orders,
        "Pieces": lambda row: row.pieces,
        "Sales": lambda row: row.amount,
    },
)
_CATEGORIES: CsvExport[Any] = CsvExport(
    "sales-by-category",
    {
        "Category": lambda row: row.category or "Deleted products",
        "Pieces": lambda row: row.pieces,
        "Sales": lambda row: row.amount,
    },
)
_WAYS: dict[str, str] = {
    Method.COD: "On delivery",
    Method.UPI: "UPI",
    Method.BANK: "Bank transfer",
    Method.ONLINE: "Online",
    EntryKind.SURPLUS: "Online, sent back by itself",
}


def _way(entry: MoneyEntryOut) -> str:
    """Return the name of the way by which ``methods`` counts an entry."""
    return _WAYS[entry.kind if entry.kind == EntryKind.SURPLUS else entry.method]


_METHODS: CsvExport[MethodMoneyOut] = CsvExport(
    "payments-and-refunds",
    {
        "Way": lambda row: _WAYS[row.method],
        "Payments": lambda row: row.payments,
        "Received": lambda row: row.received,
        "Refunds": lambda row: row.refunds,
        "Refunded": lambda row: -row.refunded,
        "Net": lambda row: row.received - row.refunded,
        "Refunds failed, not paid yet": lambda row: -row.failed,
        "Refunds requested, not sent yet": lambda row: -row.requested,
    },
)
_PAYMENTS: CsvExport[MoneyEntryOut] = CsvExport(
    "payments",
    {
        "When": lambda entry: entry.at,
        "Order": lambda entry: entry.order_id,
        "Customer": lambda entry: entry.customer,
        "Way": _way,
        "Kind": lambda entry: entry.kind,
        "Amount": lambda entry: entry.amount,
        "Reference": lambda entry: entry.reference,
        "Reason": lambda entry: entry.reason,
        "Recorded by": lambda entry: entry.changed_by,
    },
)
_STATES = {
    RefundState.REQUESTED: "Requested",
    RefundState.SENT: "Sent",
    RefundState.FAILED: "Failed, not paid yet",
    RefundState.BY_HAND: "Sent by hand",
}
_REFUNDS: CsvExport[MoneyEntryOut] = CsvExport(
    "refunds",
    {
        **_PAYMENTS.columns,
        "State": lambda entry: _STATES[entry.state] if entry.state else None,
        "Sent": lambda entry: entry.sent_at,
    },
)
_GST: CsvExport[Any] = CsvExport(
    "gst",
    {
        "Document": lambda row: row.kind,
        "Delivered to": lambda row: states.name_of(row.state_code) or "Outside India",
        "Code": lambda row: row.state_code,
        "Rate": lambda _: GST_RATE,
        "Documents": lambda row: row.documents,
        "Taxable value": _signed("taxable"),
        "CGST": _signed("cgst"),
        "SGST": _signed("sgst"),
        "IGST": _signed("igst"),
        "Value": _signed("total"),
    },
)
_INVOICES: CsvExport[Any] = CsvExport(
    "invoices",
    {
        "Number": lambda row: row.number,
        "Date": lambda row: row.issued_at,
        "Order": lambda row: row.order_id,
        "Customer": lambda row: document(row).customer,
        "State": lambda row: document(row).state or "Outside India",
        "Taxable value": _signed("taxable"),
        "CGST": _signed("cgst"),
        "SGST": _signed("sgst"),
        "IGST": _signed("igst"),
        "Value": _signed("total"),
        "Invoice": lambda row: document(row).invoice,
        "Reason": lambda row: document(row).reason,
    },
)
_CREDIT_NOTES = replace(_INVOICES, name="credit-notes")


def export(database: AsyncSession, month: Month, part: Part) -> Response:
    """Return a table of a month as a file, whose name has the month."""
    period = queries.period(month)
    tables: dict[Part, tuple[CsvExport[Any], Batches]] = {
        Part.SALES: (_SALES, batches_of(queries.SALES_BY_DAY.bindparams(**period))),
        Part.CATEGORIES: (_CATEGORIES, batches_of(queries.SALES_BY_CATEGORY.bindparams(**period))),
        Part.METHODS: (_METHODS, partial(_methods, month)),
        Part.PAYMENTS: (_PAYMENTS, partial(_money, month, is_refund=False)),
        Part.REFUNDS: (_REFUNDS, partial(_money, month, is_refund=True)),
        Part.GST: (_GST, batches_of(queries.GST_BY_STATE.bindparams(**period))),
        Part.INVOICES: (_INVOICES, batches_of(queries.documents(month, Kind.INVOICE))),
        Part.CREDIT_NOTES: (_CREDIT_NOTES, batches_of(queries.documents(month, Kind.CREDIT_NOTE))),
    }
    table, batches = tables[part]
    return replace(table, name=f"{table.name}-{month}").respond_in_batches(database, batches)


async def _methods(month: Month, database: AsyncSession) -> AsyncIterator[Sequence[tuple[MethodMoneyOut]]]:
    yield [(method,) for method in await money_by_method(database, month)]


async def _money(
    month: Month, database: AsyncSession, *, is_refund: bool
) -> AsyncIterator[Sequence[tuple[MoneyEntryOut]]]:
    async for rows in batches_of(queries.money(month, is_refund=is_refund))(database):
        yield [(entry,) for entry in await money_entries(database, rows, is_refund=is_refund)]
