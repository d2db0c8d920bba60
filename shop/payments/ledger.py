"""Prove that payments follow from their ledger."""

from collections.abc import Iterator, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.payments.model import EntryKind, Payment, PaymentEntry, PaymentStatus
from shop.payments.rules import MOVES


def entries_of(session: Session, order_ids: Sequence[int]) -> dict[int, list[PaymentEntry]]:
    """Return the steps of the payments of these orders, the oldest first."""
    entries: dict[int, list[PaymentEntry]] = {order_id: [] for order_id in order_ids}
    query = select(PaymentEntry).where(PaymentEntry.order_id.in_(order_ids)).order_by(PaymentEntry.version)
    for entry in session.scalars(query):
        entries[entry.order_id].append(entry)
    return entries


def faults(payment: Payment | None, entries: Sequence[PaymentEntry]) -> Iterator[str]:
    """Yield what is wrong with a payment."""
    if payment is None:
        yield "it has no payment"
        return
    status, paid, refunded, returned = PaymentStatus.DUE, Decimal(0), Decimal(0), Decimal(0)
    if [entry.version for entry in entries] != list(range(2, payment.version + 1)):
        yield f"its payment is at version {payment.version}, its ledger has {len(entries)} entries"
    for entry in entries:
        step = f"entry {entry.version} ({entry.kind})"
        if entry.from_status != status:
            yield f"{step} left {entry.from_status}, but the payment was {status}"
        if entry.to_status not in MOVES[status] and entry.kind != EntryKind.METHOD:
            yield f"{step} moved the payment from {status} to {entry.to_status}, which is not allowed"
        status = PaymentStatus(entry.to_status)
        paid += entry.amount if entry.kind == EntryKind.PAYMENT else 0
        refunded += entry.amount if entry.kind == EntryKind.REFUND else 0
        returned += entry.amount if entry.kind == EntryKind.REFUND and entry.return_id is not None else 0
        if refunded > paid:
            yield f"{step} refunded {refunded} of {paid} in all"
    if payment.refunded_for_returns != returned:
        yield f"{payment.refunded_for_returns} were refunded for returns; its ledger makes {returned}"
    if (payment.status, payment.paid, payment.refunded) != (status, paid, refunded):
        stated = f"{payment.status}, paid {payment.paid}, refunded {payment.refunded}"
        yield f"its payment is {stated}; its ledger makes {status}, paid {paid}, refunded {refunded}"
