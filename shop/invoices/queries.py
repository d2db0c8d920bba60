"""Queries of invoices and of their PDFs, and the statement that assigns numbers."""

from collections.abc import Sequence
from datetime import datetime

from sqlalchemy import Select, TextClause, func, select, text
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.orm import Session, joinedload

from shop.invoices.model import Invoice, InvoiceCounter
from shop.invoices.rules import Kind, financial_year
from shop.orders.model import OrderItem
from shop.returns.model import Return, ReturnStatus


def next_number(session: Session, kind: Kind, at: datetime) -> tuple[str, int, datetime]:
    """Return the year, the next number and its time, which is never before that of the previous number.

    The counter's row is locked until the transaction ends, and a failed transaction restores it. So numbers have
    neither gaps nor duplicates.
    """
    year = financial_year(at)
    given = insert(InvoiceCounter).values(kind=kind.value, year=year, last=1, issued_at=at)
    counted = given.on_conflict_do_update(
        index_elements=["kind", "year"],
        set_={
            "last": InvoiceCounter.last + 1,
            "issued_at": func.greatest(InvoiceCounter.issued_at, given.excluded.issued_at),
        },
    ).returning(InvoiceCounter.last, InvoiceCounter.issued_at)
    last, issued_at = session.execute(counted).one()
    return year, last, issued_at


_PDF_IS_AWAITED = text("""
    SELECT EXISTS (
        SELECT FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
        WHERE delivery.consumer = 'make_invoice_pdf' AND delivery.done_at IS NULL AND delivery.dead_at IS NULL
            AND (event.data ->> 'id')::bigint = :id
    ) OR EXISTS (
        SELECT FROM domain_event
        WHERE position IS NULL AND type IN ('invoice.issued', 'invoice.pdf_requested')
            AND (data ->> 'id')::bigint = :id
    )
""")


def pdf_is_awaited(invoice_id: int) -> TextClause:
    """Return the query that tests whether the PDF of a document was already requested from a worker."""
    return _PDF_IS_AWAITED.bindparams(id=invoice_id)


def by_number(number: str) -> Select[Invoice]:
    """Select the invoice or credit note that has a number."""
    return select(Invoice).where(Invoice.number == number)


def of_order(order_id: int) -> Select[Invoice]:
    """Select the invoice of an order, which comes first, and its credit notes."""
    return select(Invoice).where(Invoice.order_id == order_id).order_by(Invoice.id)


def of_orders(order_ids: Sequence[int]) -> Select[Invoice]:
    """Select the invoices of some orders, without their credit notes."""
    return select(Invoice).where(Invoice.order_id.in_(order_ids), Invoice.kind == Kind.INVOICE).order_by(Invoice.id)


def returned(order_id: int) -> Select[Return]:
    """Select the returns of an order that the shop has received, with their lines."""
    return (
        select(Return)
        .join(OrderItem, OrderItem.id == Return.order_item_id)
        .where(OrderItem.order_id == order_id)
        .where(Return.status.in_([ReturnStatus.RECEIVED.value, ReturnStatus.REFUNDED.value]))
        .options(joinedload(Return.item))
        .order_by(Return.id)
    )
