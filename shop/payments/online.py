"""Apply the provider's reports to payments: pure rules, which return SQL statements.

The provider may send a report twice, late or out of order, so each rule checks the current state of the payment.
"""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any

from sqlalchemy import Update, bindparam, or_, select, update
from sqlalchemy.dialects.postgresql import insert

from shop.db.query import BoundQuery, Query
from shop.events import outbox
from shop.payments import rules, writes
from shop.payments.events import LinksObsolete, RefundRequested
from shop.payments.model import EntryKind, Method, PaymentEntry, PaymentLink, PaymentNotice, PaymentStatus
from shop.payments.provider import Link, Report
from shop.payments.rules import THE_SHOP, Move, NotPossible, Who
from shop.payments.state import PaymentState, reference_of
from shop.text.email_addresses import without_addresses

_FIND = Query.of(
    select(PaymentLink.id, PaymentLink.order_id, PaymentLink.amount, PaymentLink.status).where(
        or_(PaymentLink.id == bindparam("link"), PaymentLink.reference == bindparam("link"))
    )
)
_KNOWN = Query.of(select(PaymentEntry.kind).where(PaymentEntry.reference == bindparam("reference")))
_LINKS = Query.of(
    select(
        *(PaymentLink.id, PaymentLink.reference, PaymentLink.amount, PaymentLink.pay_url, PaymentLink.expires_at),
        PaymentLink.status,
    )
    .where(PaymentLink.order_id == bindparam("order_id"))
    .order_by(PaymentLink.created_at)
)
_ANSWERED = Query.of(
    update(PaymentLink)
    .where(PaymentLink.id == bindparam("link"))
    .values(status=bindparam("new_status"), asked_at=bindparam("at"))
)
_ADD_LINK = Query.of(
    insert(PaymentLink)
    .values(
        {
            name: bindparam(name)
            for name in ("id", "order_id", "reference", "amount", "pay_url", "expires_at", "created_at", "asked_at")
        }
    )
    .on_conflict_do_nothing()
)
_ADD_NOTICE = Query.of(
    insert(PaymentNotice)
    .values(
        {name: bindparam(name) for name in ("problem", "link_id", "payment_id", "order_id", "amount", "at")},
    )
    .on_conflict_do_nothing()
)

_MONEY = {EntryKind.PAYMENT, EntryKind.SURPLUS}
_MOST = Decimal(10**12)
"""The column of a notice's amount holds fewer rupees than this."""


def find(report: Report) -> BoundQuery:
    """Return the query of the reported link. It has at most one row."""
    return _FIND(link=report.link_id)


def load_locked(order_id: int, payment_id: str) -> list[BoundQuery]:
    """Return the statements that lock and load a payment, then the ledger entries of the reported payment."""
    return [*writes.load_locked(order_id), _KNOWN(reference=payment_id)]


def links_of(order_id: int) -> BoundQuery:
    """Return the query of the links of an order, oldest first."""
    return _LINKS(order_id=order_id)


def unknown_link(report: Report, at: dt.datetime) -> BoundQuery:
    """Return the statement that records a report about a link that the shop did not make."""
    return _notice("unknown order", report, None, at)


def refused_page(payment: PaymentState, reason: str, *, number: int, at: dt.datetime) -> BoundQuery:
    """Return the statement that lists for staff a payment whose page the provider refused. It is listed once.

    Email addresses are removed from the provider's text, because nothing erases them from this list.
    """
    return notice(
        f"page refused: {_words(without_addresses(reason))}",
        link_id=f"{reference_of(payment.order_id)}-{number}",
        payment_id="",
        order_id=payment.order_id,
        amount=payment.due,
        at=at,
    )


def not_taken(payment: PaymentState, reason: str) -> NotPossible:
    """Return the error for the shopper whose payment page the provider refused."""
    sentence = (
        f"The payment provider does not take this payment. It says: {_words(reason)}. "
        "Nothing was charged. Please choose another way to pay, or ask us."
    )
    return NotPossible(sentence, data=payment.data())


def apply_report(link: Any, rows: list[Any], report: Report, at: dt.datetime) -> list[BoundQuery]:
    """Return the statements that apply a report.

    :param link: the row of :func:`find`.
    :param rows: the rows of :func:`load_locked`.
    """
    *_, [row], entries = rows
    payment, known = writes.state_of(row), {EntryKind(entry.kind) for entry in entries}
    if report.kind == "closed":
        return [_ANSWERED(link=link.id, new_status="closed", at=at)] if link.status == "open" else []
    if report.kind == "failed":
        is_open = payment.status == PaymentStatus.DUE and payment.method == Method.ONLINE and link.status == "open"
        return writes.move(fail(payment, report.payment_id, at=at)) if is_open and not known else []
    paid = _ANSWERED(link=link.id, new_status="paid", at=at)
    if known & _MONEY:  # a failure alone is no money: such a payment may still be authorised later
        return [paid]
    if report.amount not in {None, link.amount}:
        return [_notice("wrong amount", report, link.order_id, at)]
    steps = receive(payment, report.payment_id, link.amount, at=at)
    statements = [paid, *writes.move(*steps)]
    if steps[-1].kind is EntryKind.SURPLUS:
        statements += [request_refund(steps[-1]), _notice("nothing to pay", report, link.order_id, at)]
    return statements


def request_refund(step: Move) -> BoundQuery:
    """Return the statement that records the event which requests a refund from the provider."""
    event = refund_requested(step.after, is_surplus=step.kind is EntryKind.SURPLUS)
    return outbox.statement(event, at=step.at)


def refund_requested(payment: PaymentState, *, is_surplus: bool = False) -> RefundRequested:
    """Return the event that requests the refund of the payment's last step from the provider."""
    return RefundRequested(
        order_id=payment.order_id, customer_id=payment.customer_id, version=payment.version, is_surplus=is_surplus
    )


def receive(payment: PaymentState, payment_id: str, amount: Decimal, *, at: dt.datetime) -> list[Move]:
    """Return the steps for money that came through the provider. If too little or nothing is due, it is refunded."""
    steps: list[Move] = []
    if payment.due and amount >= payment.due and payment.status in {PaymentStatus.DUE, PaymentStatus.FAILED}:
        if payment.status == PaymentStatus.FAILED:
            steps = [retry(payment, who=THE_SHOP, at=at)]
            payment = steps[0].after
        paid = {"method": Method.ONLINE.value, "paid": amount, "expires_at": None, "remind_at": None, "rejection": None}
        kind, status = EntryKind.PAYMENT, PaymentStatus.PAID
    else:
        paid = {"surplus": payment.surplus + amount, "refund_pending": payment.refund_pending + amount}
        kind, status = EntryKind.SURPLUS, None
    return [*steps, rules.move(payment, kind, THE_SHOP, at, paid, status=status, amount=amount, reference=payment_id)]


def fail(payment: PaymentState, payment_id: str, *, at: dt.datetime) -> Move:
    """Record a failed attempt to pay."""
    rules.require(payment, PaymentStatus.FAILED)
    return rules.move(payment, EntryKind.FAILURE, THE_SHOP, at, {}, status=PaymentStatus.FAILED, reference=payment_id)


def retry(payment: PaymentState, *, who: Who, at: dt.datetime) -> Move:
    """Make a failed payment due again. An overdue reminder is dropped, because the shopper is about to pay."""
    rules.require(payment, PaymentStatus.DUE)
    changes = {"remind_at": rules.reminder_ahead(payment, at)}
    return rules.move(payment, EntryKind.RETRY, who, at, changes, status=PaymentStatus.DUE)


def check_startable(payment: PaymentState) -> None:
    """Check that the order can be paid online now.

    :raises NotPossible: if it cannot.
    """
    if payment.status == PaymentStatus.CLAIMED:
        raise NotPossible(f"The payment of order {payment.order_id} is being checked.", data=payment.data())
    if payment.status not in {PaymentStatus.DUE, PaymentStatus.FAILED} or not payment.due:
        raise NotPossible(f"Nothing is to be paid for order {payment.order_id}.", data=payment.data())
    if payment.method != Method.ONLINE:
        raise NotPossible("This order is not paid online. Choose another way to pay first.", data=payment.data())


def open_link(payment: PaymentState, links: list[Any], at: dt.datetime) -> Any | None:
    """Return the open link for the amount due, if there is one."""
    return next((link for link in links if link.status == "open" and _fits(link, payment, at)), None)


def end_links(order_id: int, *, at: dt.datetime) -> Update:
    """End the open links of an order that is moved to another customer, so that nobody uses them any more."""
    open_links = update(PaymentLink).where(PaymentLink.order_id == order_id, PaymentLink.status == "open")
    return open_links.values(expires_at=at)


def obsolete_links(payment: PaymentState, links: Sequence[Any], at: dt.datetime) -> list[Any]:
    """Return the open links to close: the order can no longer be paid, the amount differs, or the link was ended."""
    is_startable = payment.method == Method.ONLINE and payment.status in {PaymentStatus.DUE, PaymentStatus.FAILED}
    return [link for link in links if link.status == "open" and not (is_startable and _fits(link, payment, at))]


def _fits(link: Any, payment: PaymentState, at: dt.datetime) -> bool:
    return bool(link.amount == payment.due and link.expires_at > at)


def start(
    payment: PaymentState, link: Link | None, *, older: Sequence[Any] = (), who: Who, at: dt.datetime
) -> list[BoundQuery]:
    """Return the statements that start an online payment, and store its new link, if any.

    :param older: earlier links. Those for another amount are closed, and so is the new one if the amount due has
        changed while the provider made it.
    """
    statements = []
    if payment.status == PaymentStatus.FAILED:
        statements.extend(writes.move(retry(payment, who=who, at=at)))
    if link is not None:
        values = {name: getattr(link, name) for name in ("id", "reference", "amount", "pay_url", "expires_at")}
        statements.append(_ADD_LINK(order_id=payment.order_id, created_at=at, asked_at=at, **values))
        if link.amount != payment.due or any(one.status == "open" for one in older):
            statements.append(outbox.statement(LinksObsolete(order_id=payment.order_id), at=at))
    return statements


def notice(
    problem: str, *, link_id: str, payment_id: str, order_id: int | None, amount: Decimal | None, at: dt.datetime
) -> BoundQuery:
    """Return the statement that lists an unexpected report for staff, once.

    An amount that is too large for the column is left out.
    """
    return _ADD_NOTICE(
        problem=problem,
        link_id=link_id[:100],
        payment_id=payment_id[:100],
        order_id=order_id,
        amount=amount if amount is None or abs(amount) < _MOST else None,
        at=at,
    )


def _words(reason: str) -> str:
    """Return the provider's message without a full stop. PostgreSQL cannot store the character NUL."""
    return reason.replace("\0", "")[:200].rstrip(". ")


def _notice(problem: str, report: Report, order_id: int | None, at: dt.datetime) -> BoundQuery:
    return notice(
        problem,
        link_id=report.link_id,
        payment_id=report.payment_id,
        order_id=order_id,
        amount=report.amount,
        at=at,
    )
