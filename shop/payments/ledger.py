"""Verify payments against their ledger."""

from collections.abc import Iterable, Iterator, Sequence
from decimal import Decimal

from sqlalchemy import select
from sqlalchemy.orm import Session

from shop.payments.model import EntryKind, Method, Payment, PaymentEntry, PaymentStatus
from shop.payments.rules import MOVES
from shop.payments.state import OPEN

_STATUS_STAYS = {
    EntryKind.METHOD,
    EntryKind.SURPLUS,
    EntryKind.REFUND_SENT,
    EntryKind.REFUND_FAILED,
    EntryKind.REFUND_REFUSED,
    EntryKind.REFUND_RETRY,
    EntryKind.REFUND_BY_HAND,
    EntryKind.RETURN_CLOSED,
}
"""Steps that do not change the status."""


def entries_of(session: Session, order_ids: Sequence[int]) -> dict[int, list[PaymentEntry]]:
    """Return the ledger entries of these orders, oldest first."""
    entries: dict[int, list[PaymentEntry]] = {order_id: [] for order_id in order_ids}
    query = select(PaymentEntry).where(PaymentEntry.order_id.in_(order_ids)).order_by(PaymentEntry.version)
    for entry in session.scalars(query):
        entries[entry.order_id].append(entry)
    return entries


def faults(payment: Payment | None, entries: Sequence[PaymentEntry]) -> Iterator[str]:
    """Yield the differences between a payment and its ledger."""
    if payment is None:
        yield "it has no payment"
        return
    status, paid, refunded = PaymentStatus.DUE, Decimal(0), Decimal(0)
    if [entry.version for entry in entries] != list(range(2, payment.version + 1)):
        yield f"its payment is at version {payment.version}, its ledger has {len(entries)} entries"
    for entry in entries:
        step = f"entry {entry.version} ({entry.kind})"
        if entry.from_status != status:
            yield f"{step} left {entry.from_status}, but the payment was {status}"
        if entry.to_status not in MOVES[status] and entry.kind not in _STATUS_STAYS:
            yield f"{step} moved the payment from {status} to {entry.to_status}, which is not allowed"
        status = PaymentStatus(entry.to_status)
        paid += entry.amount if entry.kind == EntryKind.PAYMENT else 0
        refunded += entry.amount if entry.kind == EntryKind.REFUND else 0
        if refunded > paid:
            yield f"{step} refunded {refunded} of {paid} in all"
    for name, found in _sums(entries).items():
        if found < 0 or getattr(payment, name) != found:
            yield f"its {name} is {getattr(payment, name)}; its ledger makes {found}"
    if (payment.status, payment.paid, payment.refunded) != (status, paid, refunded):
        stated = f"{payment.status}, paid {payment.paid}, refunded {payment.refunded}"
        yield f"its payment is {stated}; its ledger makes {status}, paid {paid}, refunded {refunded}"


def _sums(entries: Sequence[PaymentEntry]) -> dict[str, Decimal]:
    """Return the other amounts that can be computed from the ledger, by column."""

    def of(kind: EntryKind) -> Decimal:
        return _sum(entry for entry in entries if entry.kind == kind)

    refunds = [entry for entry in entries if entry.kind == EntryKind.REFUND]
    for_returns = _sum(entry for entry in refunds if entry.return_id is not None)
    online = _sum(entry for entry in refunds if entry.method == Method.ONLINE)
    counted = _sum(
        entry for entry in entries if entry.kind == EntryKind.RETURN_CLOSED and entry.from_status not in OPEN
    )
    surplus, failed, by_hand = of(EntryKind.SURPLUS), of(EntryKind.REFUND_FAILED), of(EntryKind.REFUND_BY_HAND)
    return {
        "refunded_for_returns": for_returns + counted,
        "surplus": surplus,
        "refund_pending": surplus + online - of(EntryKind.REFUND_SENT) + failed - by_hand,
        "refund_failed": failed + of(EntryKind.REFUND_REFUSED) - of(EntryKind.REFUND_RETRY) - by_hand,
    }


def _sum(entries: Iterable[PaymentEntry]) -> Decimal:
    return sum((entry.amount for entry in entries), Decimal(0))
