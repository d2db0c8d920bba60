"""Tax invoices, credit notes, and the counters of their numbers."""

import datetime as dt
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key, Rupees


class Invoice(Base):
    """A tax invoice, or a credit note that names its invoice. Rows are only added.

    ``content`` is the document as it was issued: the seller, the buyer and the lines, with amounts as text.
    ``state_code`` is the code of the state of delivery, empty outside India. The amounts of a credit note are positive.
    """

    __tablename__ = "invoice"
    __table_args__ = (
        CheckConstraint("kind IN ('invoice', 'credit_note')", name="kind"),
        CheckConstraint("(kind = 'credit_note') = (invoice_id IS NOT NULL)", name="invoice_id"),
        CheckConstraint("taxable + cgst + sgst + igst = total", name="total"),
        UniqueConstraint("kind", "year", "sequence"),
        Index("invoice_order_id_idx", "order_id"),
        Index("invoice_of_order_idx", "order_id", unique=True, postgresql_where=text("kind = 'invoice'")),
        Index("invoice_return_id_idx", "return_id", unique=True, postgresql_where=text("return_id IS NOT NULL")),
        Index(None, "issued_at", "id"),
    )

    id: Mapped[Key]
    kind: Mapped[str]
    year: Mapped[str]
    sequence: Mapped[int]
    number: Mapped[str] = mapped_column(unique=True)
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id"))
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id"), index=True)
    invoice_id: Mapped[int | None] = mapped_column(ForeignKey("invoice.id"))
    return_id: Mapped[int | None] = mapped_column(ForeignKey("return_request.id"))
    issued_at: Mapped[dt.datetime]
    state_code: Mapped[str]
    taxable: Mapped[Rupees]
    cgst: Mapped[Rupees]
    sgst: Mapped[Rupees]
    igst: Mapped[Rupees]
    total: Mapped[Rupees]
    content: Mapped[dict[str, Any]] = mapped_column(JSONB)

    @property
    def has_pan(self) -> bool:
        """Whether the buyer had given a PAN when the document was issued. The PAN itself is stored in another table."""
        return bool(self.content["buyer"].get("hasPan"))


class InvoiceCounter(Base):
    """The last number of a series in a financial year, and when it was given."""

    __tablename__ = "invoice_counter"

    kind: Mapped[str] = mapped_column(primary_key=True)
    year: Mapped[str] = mapped_column(primary_key=True)
    last: Mapped[int]
    issued_at: Mapped[dt.datetime]
