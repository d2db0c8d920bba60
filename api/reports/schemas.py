"""The reports of a month, on the wire. Amounts are in rupees."""

import datetime as dt

from pydantic import Field

from api.http.base_schemas import Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import Number
from shop.reports.settlements import RefundState


class DaySalesOut(Out):
    """The items that were ordered on a day in India and not cancelled."""

    day: dt.date
    orders: int
    pieces: int
    amount: Number


class CategorySalesOut(Out):
    """The sales of a category: ``""`` is for deleted products, ``Without items`` for orders without lines."""

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
    """The money of one payment method. The method ``surplus`` is money for orders that needed no payment; it was
    refunded.

    Refunds count at the time of their request. ``failed`` and ``requested`` are the parts of ``refunded`` that are not
    paid yet: failed refunds, and those that the provider has not accepted.
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
    """Sums of documents. Those of credit notes are positive."""

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
    """GST at ``rate`` percent by the state of the delivery. ``invoices`` minus ``creditNotes`` is to be reported."""

    gstin: str = Field(description="the shop's GST number; empty where it issues no tax invoices")
    rate: Number
    invoices: TaxSumOut
    credit_notes: TaxSumOut
    tax: Number = Field(description="the tax of the invoices less that of the credit notes")
    invoice_states: list[StateTaxOut]
    credit_note_states: list[StateTaxOut]


class ReconciliationOut(Out):
    """The difference between the invoiced and the kept amount: ``invoiced + ahead - behind = kept``.

    ``invoiced`` is reduced by the credit notes. ``ahead`` is money for orders that are invoiced in another month, or
    not yet. ``behind`` is invoiced money that came in another month, or is still due.
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
    """A payment or a refund; ``changedBy`` is null if the shop itself recorded it.

    A refund has a ``state``. Its ``reference`` is that of the last attempt to pay it, and ``sentAt`` is when the
    provider accepted it, or staff transferred it; null if its money was not sent.
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
