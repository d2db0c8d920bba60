"""Issue the documents that an order's state requires: its invoice, and credit notes for returns and cancellations."""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import asdict
from datetime import datetime
from decimal import Decimal
from typing import Any

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.clock import today
from shop.events import outbox
from shop.invoices import queries, states
from shop.invoices.events import InvoiceIssued
from shop.invoices.model import Invoice
from shop.invoices.rules import HSN, Kind, Tax, number_of, tax_of, tax_of_pieces
from shop.orders import queries as orders
from shop.orders.model import Order, OrderItem, Status
from shop.orders.status_rules import UNDO_TIME
from shop.pan.model import OrderPan
from shop.settings import Settings

_SENT = (Status.SHIPPED, Status.DELIVERED)
MAY_REQUIRE_DOCUMENT = f"event.data ->> 'status' IN ({', '.join(repr(s.value) for s in (*_SENT, Status.CANCELLED))})"
"""Whether the change of a line's status may require a document of its order: a condition in SQL."""
_AMOUNTS = ("taxable", "cgst", "sgst", "igst")


def issue_due(session: Session, order_id: int, *, config: Settings, at: datetime) -> datetime | None:
    """Issue the documents that an order lacks. It may run repeatedly and concurrently for one order.

    :return: when to check again, if the last change of a line can still be undone.
    """
    if session.scalar(select(Order.id).where(Order.id == order_id).with_for_update()) is None:
        return None
    order = session.scalars(orders.by_number(order_id)).unique().one()
    documents = list(session.scalars(queries.of_order(order_id)))
    if not documents and not any(item.status in _SENT for item in order.items):
        return None
    settled_at = max(item.history[-1].at for item in order.items) + UNDO_TIME
    if settled_at > at:
        return settled_at
    if not documents:
        _issue_invoice(session, order, config, at)
        documents = list(session.scalars(queries.of_order(order_id)))
    _issue_credit_notes(session, order, documents, at)
    return None


def _issue_invoice(session: Session, order: Order, config: Settings, at: datetime) -> None:
    address = order.address or {}
    state_code = states.code_of(address.get("state", "")) if order.address else config.gst_state_code
    within_state = state_code == config.gst_state_code
    items = [item for item in order.items if item.status != Status.CANCELLED]
    taxes = [tax_of(item.total_amount, within_state=within_state) for item in items]
    has_pan = session.get(OrderPan, order.id) is not None
    content = {
        "seller": {
            "gstin": config.gstin,
            "name": config.legal_name,
            "address": config.legal_address,
            "stateCode": config.gst_state_code,
        },
        "buyer": {"name": order.name, "address": order.address, "hasPan": has_pan},
        "lines": [_line(item, tax) for item, tax in zip(items, taxes, strict=True)],
    }
    _add(session, order, Kind.INVOICE, taxes, content, state_code=state_code, at=at)


def _issue_credit_notes(session: Session, order: Order, documents: Sequence[Invoice], at: datetime) -> None:
    """Issue a credit note for each received return, then one for all cancelled lines."""
    invoice, notes = documents[0], documents[1:]
    credited = Counter[int]()
    for note in notes:
        credited.update({line["itemId"]: line["quantity"] for line in note.content["lines"]})
    known = {note.return_id for note in notes}
    for request in session.scalars(queries.returned(order.id)):
        if request.id not in known:
            pieces = {request.order_item_id: request.quantity}
            _credit(session, order, invoice, pieces, credited, reason="Returned", return_id=request.id, at=at)
    cancelled = {item.id: item.quantity - credited[item.id] for item in order.items if item.status == Status.CANCELLED}
    _credit(session, order, invoice, cancelled, credited, reason="Cancelled", return_id=None, at=at)


def _credit(
    session: Session,
    order: Order,
    invoice: Invoice,
    pieces: Mapping[int, int],
    credited: Counter[int],
    *,
    reason: str,
    return_id: int | None,
    at: datetime,
) -> None:
    """Issue a credit note for some pieces of invoiced lines, unless there are none, and count them as credited."""
    lines, taxes = [], []
    for line in invoice.content["lines"]:
        count = pieces.get(line["itemId"], 0)
        if count > 0:
            invoiced = Tax(**{part: Decimal(line[part]) for part in _AMOUNTS})
            before = credited[line["itemId"]]
            tax = tax_of_pieces(invoiced, quantity=line["quantity"], before=before, pieces=count)
            huids = line.get("huids", []) if count == line["quantity"] else []  # it is not known which pieces these are
            lines.append(line | {"quantity": count, "huids": huids} | _amounts(tax))
            taxes.append(tax)
            credited[line["itemId"]] += count
    if not lines:
        return
    invoiced_on = today(invoice.issued_at).isoformat()
    about = {"invoice": invoice.number, "invoiceDate": invoiced_on, "reason": reason}
    content = invoice.content | {"lines": lines} | about
    _add(
        session,
        order,
        Kind.CREDIT_NOTE,
        taxes,
        content,
        state_code=invoice.state_code,
        at=at,
        invoice_id=invoice.id,
        return_id=return_id,
    )


def _add(
    session: Session,
    order: Order,
    kind: Kind,
    taxes: Sequence[Tax],
    content: dict[str, Any],
    *,
    state_code: str,
    at: datetime,
    **reference: int | None,
) -> None:
    year, sequence, issued_at = queries.next_number(session, kind, at)
    tax = sum(taxes, Tax())
    made = Invoice(
        kind=kind.value,
        year=year,
        sequence=sequence,
        number=number_of(kind, year, sequence),
        order_id=order.id,
        customer_id=order.customer_id,
        issued_at=issued_at,
        state_code=state_code,
        total=tax.total,
        content=content,
        **asdict(tax),
        **reference,
    )
    session.add(made)
    session.flush()
    event = InvoiceIssued(
        invoice_id=made.id,
        kind=made.kind,
        number=made.number,
        order_id=order.id,
        customer_id=order.customer_id,
        total=made.total,
        at=issued_at,
    )
    outbox.record_sync(session, event, at=issued_at)


def _line(item: OrderItem, tax: Tax) -> dict[str, Any]:
    return {
        "itemId": item.id,
        "name": item.product_name,
        "purity": item.purity,
        "hallmark": item.hallmark,
        "huids": list(item.huids),
        "size": item.size,
        "hsn": HSN,
        "quantity": item.quantity,
        "netWeight": str(item.weight),
        "grossWeight": None if item.gross_weight is None else str(item.gross_weight),
        "stones": item.stones,
        "goldRate": str(item.gold_rate),
        "makingCharge": str(item.making_charge),
        "wastageCharge": str(item.wastage_charge),
        "stoneCharge": str(item.stone_charge),
        "discount": str(item.discount),
    } | _amounts(tax)


def _amounts(tax: Tax) -> dict[str, str]:
    return {part: str(getattr(tax, part)) for part in (*_AMOUNTS, "total")}
