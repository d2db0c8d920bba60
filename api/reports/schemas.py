"""The reports of a month, on the wire. Amounts are in rupees."""

import datetime as dt

from pydantic import Field

from api.http.base_schemas import Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import Number
from shop.reports.settlements import RefundState


class DaySalesOut(Out):
    """What was ordered on a day in India and not cancelled."""

    day: dt.date
    orders: int
    pieces: int
    amount: Number


class CategorySalesOut(Out):
    """The sales of a category; ``""`` are products that were deleted, ``Without items`` orders without lines."""

    category: str
    pieces: int
    amount: Number


class SalesOut(Out):
    """The sales of a month. ``before`` is the amount of the month before, up to the same moment while a month runs."""

    orders: int
    pieces: int
    amount: Number
    before: Number
    days: list[DaySalesOut]
    categories: list[CategorySalesOut]


class MethodMoneyOut(Out):
    """The money of one way to pay; ``surplus`` is what came for orders that needed no payment, and went back.

    Refunds count when they were requested. ``failed`` and ``requested`` are the parts of ``refunded`` that are not paid
    yet: what failed, and what the provider has not accepted.
    """

    method: str
    payments: int
    received: Number
    refunds: int
    refunded: Number
    failed: Number
    requested: Number


class MoneyOut(Out):
    """The money that moved in a month: the sums of ``methods``. ``kept`` is ``received`` less ``refunded``."""

    payments: int
    received: Number
    refunds: int
    refunded: Number
    failed: Number
    requested: Number
    kept: Number
    methods: list[MethodMoneyOut]


class TaxSumOut(Out):
    """Sums of documents; of credit notes they are positive."""

    documents: int
    taxable: Number
    cgst: Number
    sgst: Number
    igst: Number
    total: Number


class StateTaxOut(TaxSumOut):
    """The documents of one state; both ``state`` and ``stateCode`` are empty for deliveries outside India."""

    state: str
    state_code: str


class GstOut(Out):
    """GST at ``rate`` percent by the state of the delivery. ``invoices`` less ``creditNotes`` is to be reported."""

    gstin: str = Field(description="the shop's GST number; empty where it issues no tax invoices")
    rate: Number
    invoices: TaxSumOut
    credit_notes: TaxSumOut
    tax: Number = Field(description="the tax of the invoices less that of the credit notes")
    invoice_states: list[StateTaxOut]
    credit_note_states: list[StateTaxOut]


class ReconciliationOut(Out):
    """From what was invoiced to what was kept: ``invoiced + ahead - behind = kept``.

    ``invoiced`` is less the credit notes. ``ahead`` is money for what another month invoices, or nobody yet; ``behind``
    was invoiced, and its money came in another month or is still to come.
    """

    invoiced: Number
    ahead: Number
    ahead_orders: int
    behind: Number
    behind_orders: int
    kept: Number


class ReportOut(Out):
    """The report of a month in India's time; ``faults`` has a sentence for each thing that contradicts the ledger."""

    month: str
    first_month: str
    last_month: str
    is_closed: bool
    checked_at: Time
    sales: SalesOut
    money: MoneyOut
    gst: GstOut
    reconciliation: ReconciliationOut
    faults: list[str]


class DocumentOut(Out):
    """A tax invoice or a credit note in a list."""

    id: int
    number: str
    issued_at: Time
    order_id: int
    customer: str
    customer_id: int | None
    state: str
    taxable: Number
    tax: Number
    total: Number
    invoice: str = Field(description="of a credit note, the number of its invoice")
    reason: str = Field(description="of a credit note, why it was issued")


class MoneyEntryOut(Out):
    """A payment or a refund; ``changedBy`` is null where the shop recorded it by itself.

    A refund has a ``state``. Its ``reference`` is that of the last attempt to pay it, and ``sentAt`` is when the
    provider accepted it, or staff transferred it; null where its money has not gone.
    """

    id: int
    at: Time
    order_id: int
    customer: str
    customer_id: int
    kind: str
    method: str
    amount: Number
    reference: str | None
    reason: str | None
    changed_by: str | None
    state: RefundState | None
    sent_at: Time | None


class DocumentPage(PageOf[DocumentOut]):
    """A page of documents, the newest first."""


class MoneyPage(PageOf[MoneyEntryOut]):
    """A page of payments or refunds, the newest first."""
