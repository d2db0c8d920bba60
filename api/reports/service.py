"""Build the reports of a month."""

import datetime as dt
from collections import defaultdict
from collections.abc import Iterator, Mapping, Sequence
from dataclasses import asdict
from decimal import Decimal
from typing import Any

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.pagination import CursorPage
from api.reports.schemas import (
    CategorySalesOut,
    DaySalesOut,
    DocumentOut,
    GstOut,
    MethodMoneyOut,
    MoneyEntryOut,
    MoneyOut,
    ReconciliationOut,
    ReportOut,
    SalesOut,
    StateTaxOut,
    TaxSumOut,
)
from shop.invoices import states
from shop.invoices.model import Invoice
from shop.invoices.rules import GST_RATE, Kind
from shop.orders import statistics
from shop.payments.model import EntryKind, PaymentEntry
from shop.reports import queries
from shop.reports.month import Month
from shop.reports.settlements import RefundState, Settlement, settlements

_SUMS = ("documents", "taxable", "cgst", "sgst", "igst", "total")


async def report(database: AsyncSession, month: Month, *, gstin: str, at: dt.datetime) -> ReportOut:
    """Return the report of a month as of ``at``."""
    period = queries.period(month)
    sales = await _sales(database, month, at)
    money = await _money(database, month)
    gst = await _gst(database, period, gstin)
    difference = (await database.execute(queries.RECONCILIATION, period)).one()
    faults = (await database.execute(queries.FAULTS, period)).one()
    first = await database.scalar(queries.first_order())
    return ReportOut(
        month=str(month),
        first_month=str(Month.at(first or at)),
        last_month=str(Month.at(at)),
        is_closed=at >= month.end,
        checked_at=at,
        sales=sales,
        money=money,
        gst=gst,
        reconciliation=ReconciliationOut(
            invoiced=gst.invoices.total - gst.credit_notes.total,
            ahead=difference.ahead,
            ahead_orders=difference.ahead_orders,
            behind=difference.behind,
            behind_orders=difference.behind_orders,
            kept=money.kept,
        ),
        faults=list(_faults(faults)),
    )


async def _sales(database: AsyncSession, month: Month, at: dt.datetime) -> SalesOut:
    period = queries.period(month)
    days = [DaySalesOut.model_validate(row) for row in await database.execute(queries.SALES_BY_DAY, period)]
    categories = await database.execute(queries.SALES_BY_CATEGORY, period)
    before = month.previous
    is_over = at >= month.end  # the month before may be longer
    end = before.end if is_over else min(before.end, before.start + max(at - month.start, dt.timedelta(0)))
    return SalesOut(
        orders=sum(day.orders for day in days),
        pieces=sum(day.pieces for day in days),
        amount=sum((day.amount for day in days), Decimal(0)),
        before=(await database.execute(statistics.sales(before.start, end))).one().sales,
        days=days,
        categories=[CategorySalesOut.model_validate(row) for row in categories],
    )


async def _money(database: AsyncSession, month: Month) -> MoneyOut:
    methods = await money_by_method(database, month)
    amounts = ("received", "refunded", "failed", "requested")
    sums = {name: sum((getattr(method, name) for method in methods), Decimal(0)) for name in amounts}
    return MoneyOut(
        payments=sum(method.payments for method in methods),
        refunds=sum(method.refunds for method in methods),
        kept=sums["received"] - sums["refunded"],
        methods=methods,
        **sums,
    )


async def money_by_method(database: AsyncSession, month: Month) -> list[MethodMoneyOut]:
    """Return the money of each way to pay, the largest amount received first."""
    unpaid = await _unpaid_refunds(database, month)
    rows = await database.execute(queries.MONEY_BY_METHOD, queries.period(month))
    return [
        MethodMoneyOut(
            **row,
            failed=unpaid[row["method"], RefundState.FAILED],
            requested=unpaid[row["method"], RefundState.REQUESTED],
        )
        for row in rows.mappings()
    ]


async def _unpaid_refunds(database: AsyncSession, month: Month) -> Mapping[tuple[str, str], Decimal]:
    """Return the amounts of the month's refunds by method and state, of orders with refunds that are not paid yet."""
    ledgers = (await database.execute(queries.ledgers(queries.with_unpaid_refunds(month)))).all()
    settled = settlements(ledgers)
    amounts: defaultdict[tuple[str, str], Decimal] = defaultdict(lambda: Decimal("0.00"))
    for entry, _ in ledgers:
        if entry.id in settled and month.start <= entry.at < month.end:
            method = EntryKind.SURPLUS if entry.kind == EntryKind.SURPLUS else entry.method
            amounts[method, settled[entry.id].state] += entry.amount
    return amounts


async def _gst(database: AsyncSession, period: dict[str, object], gstin: str) -> GstOut:
    rows = (await database.execute(queries.GST_BY_STATE, period)).all()
    by_kind = {kind: [row for row in rows if row.kind == kind.value] for kind in Kind}
    invoices, credit_notes = _sum(by_kind[Kind.INVOICE]), _sum(by_kind[Kind.CREDIT_NOTE])
    return GstOut(
        gstin=gstin,
        rate=GST_RATE,
        invoices=invoices,
        credit_notes=credit_notes,
        tax=(invoices.total - invoices.taxable) - (credit_notes.total - credit_notes.taxable),
        invoice_states=[_state(row) for row in by_kind[Kind.INVOICE]],
        credit_note_states=[_state(row) for row in by_kind[Kind.CREDIT_NOTE]],
    )


def _sum(rows: Sequence[Row[Any]]) -> TaxSumOut:
    return TaxSumOut.model_validate({name: sum((getattr(row, name) for row in rows), Decimal(0)) for name in _SUMS})


def _state(row: Row[Any]) -> StateTaxOut:
    return StateTaxOut(
        state=states.name_of(row.state_code),
        state_code=row.state_code,
        **{name: getattr(row, name) for name in _SUMS},
    )


def _faults(counts: Row[Any]) -> Iterator[str]:
    if counts.documents:
        yield f"The lines of {counts.documents} documents make other sums: run `shop invoices verify`."
    if counts.missing_numbers:
        yield f"{counts.missing_numbers} invoice numbers are missing: run `shop invoices verify`."
    if counts.payments:
        yield f"{counts.payments} payments differ from their ledger: run `shop orders verify`."


async def documents(
    database: AsyncSession, page: CursorPage, month: Month, kind: Kind
) -> tuple[list[DocumentOut], str | None]:
    """Return a page of the month's invoices or credit notes."""
    order = f"{kind.value} {month.start:%Y-%m}"
    query = page.select_newest(queries.documents(month, kind).order_by(None), order, Invoice.issued_at, Invoice.id)
    issued = (await database.scalars(query)).all()
    found, cursor = page.split(issued, order, lambda each: (each.issued_at, each.id))
    owners = dict((await database.execute(queries.customers_of([issued.order_id for issued in found]))).all())
    return [document(issued, customer_id=owners.get(issued.order_id)) for issued in found], cursor


def document(issued: Invoice, *, customer_id: int | None = None) -> DocumentOut:
    """Return a document as a row of a list."""
    buyer = issued.content["buyer"]
    return DocumentOut(
        id=issued.id,
        number=issued.number,
        issued_at=issued.issued_at,
        order_id=issued.order_id,
        customer=(buyer["address"] or {}).get("name") or buyer["name"],
        customer_id=customer_id,
        state=states.name_of(issued.state_code),
        taxable=issued.taxable,
        tax=issued.cgst + issued.sgst + issued.igst,
        total=issued.total,
        invoice=issued.content.get("invoice", ""),
        reason=issued.content.get("reason", ""),
    )


async def money(
    database: AsyncSession, page: CursorPage, month: Month, *, is_refund: bool
) -> tuple[list[MoneyEntryOut], str | None]:
    """Return a page of the month's payments or refunds."""
    order = f"{'refunds' if is_refund else 'payments'} {month.start:%Y-%m}"
    query = queries.money(month, is_refund=is_refund).order_by(None)
    rows = (await database.execute(page.select_newest(query, order, PaymentEntry.at, PaymentEntry.id))).all()
    found, cursor = page.split(rows, order, lambda row: (row.PaymentEntry.at, row.PaymentEntry.id))
    return await money_entries(database, found, is_refund=is_refund), cursor


async def money_entries(database: AsyncSession, rows: Sequence[Any], *, is_refund: bool) -> list[MoneyEntryOut]:
    """Return rows of :func:`shop.reports.queries.money` as rows of a list."""
    orders = {row.PaymentEntry.order_id for row in rows}
    settled = settlements(await database.execute(queries.ledgers(orders))) if is_refund else {}
    return [_money_entry(row, settled.get(row.PaymentEntry.id)) for row in rows]


def _money_entry(row: Any, settlement: Settlement | None) -> MoneyEntryOut:
    entry = row.PaymentEntry
    columns = ("id", "at", "order_id", "kind", "method", "amount", "reason", "changed_by")
    known = {"reference": entry.reference, "state": None, "sent_at": None} if settlement is None else asdict(settlement)
    customer = {"customer": row.customer, "customer_id": row.customer_id}
    return MoneyEntryOut(**customer, **known, **{name: getattr(entry, name) for name in columns})
