"""The events of invoices and credit notes."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Audience
from shop.orders.events import OrderEvent
from shop.text.json_numbers import plain_number


@dataclass(frozen=True, kw_only=True)
class InvoicePdfRequested(Event):
    """Somebody requested the PDF of an invoice or a credit note that does not exist yet."""

    type: ClassVar[str] = "invoice.pdf_requested"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "invoice:{invoice_id}"

    invoice_id: int

    def data(self) -> dict[str, Any]:
        return {"id": self.invoice_id}


@dataclass(frozen=True, kw_only=True)
class InvoiceIssued(OrderEvent):
    """A tax invoice or a credit note was issued."""

    type: ClassVar[str] = "invoice.issued"

    invoice_id: int
    kind: str
    number: str
    total: Decimal
    at: dt.datetime

    def data(self) -> dict[str, Any]:
        return {
            "id": self.invoice_id,
            "kind": self.kind,
            "number": self.number,
            "orderId": self.order_id,
            "customerId": self.customer_id,
            "total": plain_number(self.total),
            "issuedAt": iso(self.at),
        }
