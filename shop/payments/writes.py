"""The statements of a move: lock and load the payment, then write the step. Links for another amount are closed."""

import datetime as dt
from collections.abc import Iterator
from dataclasses import fields
from typing import Any

from sqlalchemy import Update, update

from shop.db import sql_files
from shop.db.query import BoundQuery
from shop.events import outbox
from shop.payments.events import LinksObsolete
from shop.payments.model import EntryKind, Payment
from shop.payments.rules import Move
from shop.payments.state import PAYMENT_COLUMNS, PaymentState

_ENDS_LINKS = {
    EntryKind.CLAIM,
    EntryKind.PAYMENT,
    EntryKind.METHOD,
    EntryKind.EXPIRY,
    EntryKind.CANCELLATION,
    EntryKind.RETURN_CLOSED,
}
"""Steps after which open payment pages must be closed."""

_LOCK = sql_files.query("lock_payment")
_LOAD = sql_files.query("load_payment")
_MOVE = sql_files.query("move_payment")
_CLOSE_LINKS = sql_files.query("close_links")


def load_locked(order_id: int, *, reference: str = "") -> list[BoundQuery]:
    """Return the statements that lock a payment and load it: see :func:`state_of`.

    :param reference: the reference of a claim. Concurrent claims of the same reference wait for this transaction.
    """
    return [_LOCK(order_id=order_id, reference=reference), _LOAD(order_id=order_id, reference=reference)]


def load(order_id: int) -> BoundQuery:
    """Return the statement that loads a payment without a lock."""
    return _LOAD(order_id=order_id, reference="")


def state_of(row: Any) -> PaymentState:
    """Convert a row of :func:`load_locked` for the rules."""
    values = {field.name: getattr(row, field.name) for field in fields(PaymentState)}
    return PaymentState(**values | {"used_in": tuple(row.used_in)})


def move(*steps: Move) -> list[BoundQuery]:
    """Return the statements that write steps of a payment: see ``move_payment.sql`` and ``close_links.sql``."""
    return [statement for step in steps for statement in _move(step)]


def _move(step: Move) -> Iterator[BoundQuery]:
    yield _MOVE(
        order_id=step.after.order_id,
        **{name: getattr(step.after, name) for name in PAYMENT_COLUMNS},
        **outbox.values(step.event, at=step.at),
        seen_version=step.before.version,
        seen_status=step.before.status,
        kind=step.kind.value,
        amount=step.amount,
        reference=step.reference,
        reason=step.reason,
        return_id=step.cause.return_id,
        item_ids=step.cause.item_ids,
        admin_id=step.who.admin_id,
        changed_by=step.who.name,
        at=step.at,
    )
    if step.kind in _ENDS_LINKS:
        yield close_links(step.after.order_id, at=step.at)


def forget_claim(order_id: int) -> Update:
    """Forget the last claim of an order that is moved to another customer, and why it was rejected."""
    claim = {"claim_reference": None, "claim_amount": None, "claimed_at": None, "rejection": None}
    return update(Payment).where(Payment.order_id == order_id).values(claim)


def close_links(order_id: int, *, at: dt.datetime) -> BoundQuery:
    """Return the statement that closes open payment pages, as the amount due or the way to pay has changed."""
    return _CLOSE_LINKS(**outbox.values(LinksObsolete(order_id=order_id), at=at), order_id=order_id)
