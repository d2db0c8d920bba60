"""Refunds through the provider: accepted, done, failed or refused, and requested again or sent by hand by staff.

The provider may send a report twice, late or out of order, so each rule checks the current state of the refund.
"""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import any_, bindparam, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.payments import online, rules, writes
from shop.payments.events import RefundSent
from shop.payments.model import EntryKind, PaymentEntry, PaymentRefund, RefundStatus
from shop.payments.provider import Refund
from shop.payments.rules import THE_SHOP, Move, NotPossible, Who
from shop.payments.state import PaymentState

KEY_PREFIX = "refund-"
"""The prefix of the idempotency keys with which the shop requests refunds."""
_LONGEST_WAIT = dt.timedelta(seconds=5)
"""The maximum time from a refund's timestamp, which is taken before the lock, to its commit."""

_OF_LINE = Query.of(
    select(PaymentEntry.id)
    .where(
        PaymentEntry.order_id == bindparam("order_id"),
        PaymentEntry.kind == EntryKind.REFUND.value,
        PaymentEntry.at >= bindparam("since"),
        PaymentEntry.return_id.is_(None),
        or_(PaymentEntry.item_ids.is_(None), bindparam("item_id") == any_(PaymentEntry.item_ids)),
    )
    .limit(1)
)
_COLUMNS = (PaymentRefund.id, PaymentRefund.order_id, PaymentRefund.amount, PaymentRefund.status)
_FIND = Query.of(select(*_COLUMNS).where(PaymentRefund.id.in_([bindparam("refund"), bindparam("key")])))
_FAILED = Query.of(
    select(*_COLUMNS)
    .where(PaymentRefund.order_id == bindparam("order_id"), PaymentRefund.status == RefundStatus.FAILED.value)
    .order_by(PaymentRefund.created_at, PaymentRefund.id)
)
_ADD = Query.of(
    insert(PaymentRefund)
    .values(
        {name: bindparam(name) for name in ("id", "order_id", "payment_id", "amount", "created_at", "asked_at")},
    )
    .on_conflict_do_nothing()
)
_HEARD = Query.of(
    update(PaymentRefund)
    .where(PaymentRefund.id == bindparam("refund"))
    .values(status=bindparam("new_status"), asked_at=bindparam("at"))
)


def of_cancelled_line(order_id: int, item_id: int, *, since: dt.datetime) -> BoundQuery:
    """Return the query of refunds that may include the amount of this line, which was cancelled at ``since``."""
    return _OF_LINE(order_id=order_id, item_id=item_id, since=since - _LONGEST_WAIT)


def find(refund_id: str, key: str = "") -> BoundQuery:
    """Return the query of an accepted refund, or of a refused one with the key of its request: at most one row."""
    return _FIND(refund=refund_id, key=key)


def failed(order_id: int) -> BoundQuery:
    """Return the query of an order's failed refunds that were neither requested again nor sent by hand."""
    return _FAILED(order_id=order_id)


def load_locked(order_id: int, refund_id: str) -> list[BoundQuery]:
    """Return the statements that lock and load a payment, then one of its refunds."""
    return [*writes.load_locked(order_id), find(refund_id)]


def record_accepted(payment: PaymentState, refund: Refund, at: dt.datetime) -> list[BoundQuery]:
    """Return the statements that record a refund accepted by the provider, and its immediate result."""
    sent = rules.move(
        payment,
        EntryKind.REFUND_SENT,
        THE_SHOP,
        at,
        {"refund_pending": payment.refund_pending - refund.amount},
        amount=refund.amount,
        reference=refund.id,
    )
    whose = {"order_id": payment.order_id, "customer_id": payment.customer_id}
    event = RefundSent(**whose, refund_id=refund.id, amount=refund.amount)
    accepted = _ADD(
        id=refund.id,
        order_id=payment.order_id,
        payment_id=refund.payment_id,
        amount=refund.amount,
        created_at=at,
        asked_at=at,
    )
    applied = apply_report(sent.after, refund, known=RefundStatus.PENDING, amount=refund.amount, at=at)
    return [*writes.move(sent), accepted, outbox.statement(event, at=at), *applied]


def apply_report(
    payment: PaymentState, report: Refund, *, known: str, amount: Decimal, at: dt.datetime
) -> list[BoundQuery]:
    """Return the statements that apply the provider's report about a refund.

    :param known: the stored status of the refund, read under the lock of the payment.
    :param amount: the stored amount of the refund.
    """
    known, new = RefundStatus(known), RefundStatus(report.status)
    heard = _HEARD(refund=report.id, new_status=new.value, at=at)
    if known is RefundStatus.PENDING and new is not RefundStatus.FAILED:
        return [heard]
    if new is RefundStatus.FAILED and known in {RefundStatus.PENDING, RefundStatus.PROCESSED}:
        return [*writes.move(fail(payment, report.id, amount, at=at)), heard]
    if new is RefundStatus.PROCESSED and known in {RefundStatus.FAILED, RefundStatus.RETRIED}:
        return [notice("refund done after it failed", report, payment.order_id, at)]
    if new is RefundStatus.PROCESSED and known is RefundStatus.BY_HAND:
        return [notice("refund done after it was sent by hand", report, payment.order_id, at)]
    return []


def fail(payment: PaymentState, refund_id: str, amount: Decimal, *, at: dt.datetime) -> Move:
    """Record that the provider could not pay an accepted refund."""
    changes = {"refund_pending": payment.refund_pending + amount, "refund_failed": payment.refund_failed + amount}
    return rules.move(payment, EntryKind.REFUND_FAILED, THE_SHOP, at, changes, amount=amount, reference=refund_id)


def refuse(
    payment: PaymentState, key: str, payment_id: str, amount: Decimal, *, reason: str, at: dt.datetime
) -> list[BoundQuery]:
    """Return the statements that record a request refused by the provider as a failed refund, for staff to decide.

    :param key: the key of the request.
    """
    changes = {"refund_failed": payment.refund_failed + amount}
    step = rules.move(
        payment, EntryKind.REFUND_REFUSED, THE_SHOP, at, changes, amount=amount, reference=key, reason=reason
    )
    refused = {"payment_id": payment_id, "amount": amount, "created_at": at, "asked_at": at}
    return [
        *writes.move(step),
        _ADD(id=key, order_id=payment.order_id, **refused),
        _HEARD(refund=key, new_status=RefundStatus.FAILED.value, at=at),
    ]


def retry(payment: PaymentState, rows: Sequence[Any], *, who: Who, at: dt.datetime) -> tuple[Move, list[BoundQuery]]:
    """Request failed refunds again. Return the last step, and the statements that write all of them.

    :raises NotPossible: if none failed.
    """
    _check_failed(payment, rows)
    statements = []
    for row in rows:
        changes = {"refund_failed": payment.refund_failed - row.amount}
        step = rules.move(payment, EntryKind.REFUND_RETRY, who, at, changes, amount=row.amount, reference=row.id)
        payment = step.after
        event = online.refund_requested(payment)
        statements += [
            *writes.move(step),
            _HEARD(refund=row.id, new_status=RefundStatus.RETRIED.value, at=at),
            outbox.statement(event, at=at),
        ]
    return step, statements


def send_by_hand(
    payment: PaymentState, rows: Sequence[Any], *, reference: str, who: Who, at: dt.datetime
) -> tuple[Move, list[BoundQuery]]:
    """Record that staff sent the money of failed refunds themselves. Return the step, and the statements that write it.

    :raises NotPossible: if none failed.
    """
    _check_failed(payment, rows)
    amount = sum((row.amount for row in rows), Decimal(0))
    changes = {"refund_pending": payment.refund_pending - amount, "refund_failed": payment.refund_failed - amount}
    step = rules.move(payment, EntryKind.REFUND_BY_HAND, who, at, changes, amount=amount, reference=reference)
    settled = [_HEARD(refund=row.id, new_status=RefundStatus.BY_HAND.value, at=at) for row in rows]
    return step, [*writes.move(step), *settled]


def _check_failed(payment: PaymentState, rows: Sequence[Any]) -> None:
    if not rows:
        raise NotPossible(f"No refund of order {payment.order_id} has failed.", data=payment.for_admins())


def unknown(report: Refund, at: dt.datetime) -> list[BoundQuery]:
    """Return the statements that record a refund unknown to the shop.

    A refund that the shop requested is not recorded here, as the worker that requested it does so.
    """
    return [] if report.key.startswith(KEY_PREFIX) else [notice("unknown refund", report, None, at)]


def notice(problem: str, report: Refund, order_id: int | None, at: dt.datetime) -> BoundQuery:
    """Return the statement that lists an unexpected refund for staff."""
    return online.notice(
        problem, link_id=report.id, payment_id=report.payment_id, order_id=order_id, amount=report.amount, at=at
    )
