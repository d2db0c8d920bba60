"""End overdue payments and those of cancelled orders, and queue payment reminders."""

from datetime import datetime
from functools import cache
from typing import Any

import structlog
from sqlalchemy import ColumnElement, Connection, Engine, Exists, Select, bindparam, exists, or_, select, text
from sqlalchemy.orm import aliased

from shop.db import sql_files
from shop.db.engine import DATABASE_ERRORS, is_unavailable
from shop.db.query import send
from shop.orders import cancellation, status_rules
from shop.orders.model import BEFORE_PACKING, NOT_BEGUN, OrderItem, Status, StatusChange, is_before_packing
from shop.orders.status_rules import MONEY_DELAY, Line
from shop.payments import methods, online, rules, writes
from shop.payments.model import Payment, PaymentStatus

BATCH = 50
_MAY_EXPIRE = [status.value for status, following in rules.MOVES.items() if PaymentStatus.EXPIRED in following]
_MAY_BE_CANCELLED = (PaymentStatus.DUE, PaymentStatus.FAILED)
_BEFORE_PACKING = [status.value for status in BEFORE_PACKING]
_REMIND = text(sql_files.read("queue_payment_reminders"))

log = structlog.get_logger()


def settle(engine: Engine, at: datetime) -> None:
    """Do everything that is due at ``at``, each payment in its own transaction. A failed one does not stop the others.

    :raises SQLAlchemyError, psycopg.Error: if PostgreSQL is unavailable.
    """
    with engine.begin() as connection:
        connection.execute(_REMIND, {"at": at})
        overdue = list(connection.scalars(_expired(), _times(at)))
        cancelled = list(connection.scalars(_cancelled(), _times(at)))
    for end, order_ids in ((expire, overdue), (cancel, cancelled)):
        for order_id in order_ids:
            try:
                with engine.begin() as connection:
                    end(connection, order_id, at)
            except Exception as error:  # staff may hold its lock, for example
                if is_unavailable(error):
                    raise
                reason, is_expected = type(error).__name__, isinstance(error, DATABASE_ERRORS)
                log.warning("a payment was not ended", order=order_id, reason=reason, exc_info=not is_expected)


def expire(connection: Connection, order_id: int, at: datetime) -> None:
    """Cancel an order that was not paid in time and restore its stock, unless it was paid or changed meanwhile."""
    *_, rows = send(connection, *cancellation.lock(order_id))
    *_, [row] = send(connection, *writes.load_locked(order_id))
    if connection.scalar(_expired().where(Payment.order_id == order_id), _times(at)) is None:
        return
    payment, lines = writes.state_of(row), [Line(*row) for row in rows]
    statements = writes.move(rules.expire(payment, at=at))
    if any(is_before_packing(line.status) for line in lines):
        reason, changed_by = cancellation.NOT_PAID, cancellation.SHOP_NAME
        events = status_rules.cancel(lines, None, is_staff=True, reason=reason, changed_by=changed_by, at=at)
        statements += cancellation.cancel(events, lines, admin_id=None)[0]
    send(connection, *statements)


def cancel(connection: Connection, order_id: int, at: datetime) -> None:
    """End the payment of a completely cancelled order, unless it was paid or claimed meanwhile.

    A failed payment must become due again first: a change from failed to cancelled is not permitted.
    """
    *_, [row] = send(connection, *writes.load_locked(order_id))
    payment = writes.state_of(row)
    if payment.status not in _MAY_BE_CANCELLED or payment.due:
        return
    steps = []
    if payment.status == PaymentStatus.FAILED:
        steps.append(online.retry(payment, who=rules.THE_SHOP, at=at))
        payment = steps[0].after
    send(connection, *writes.move(*steps, rules.cancel(payment, at=at)))


def _times(at: datetime) -> dict[str, datetime]:
    return {"at": at, "undoable_since": at - MONEY_DELAY, "taken_back_since": at - methods.SECOND_CHANCE}


def _is_changed(*conditions: ColumnElement[bool]) -> Exists:
    """Whether the status of a line of the payment's order was changed in this way since it was placed."""
    line = aliased(OrderItem)
    of_order = (StatusChange.order_item_id == line.id, line.order_id == Payment.order_id)
    return exists().where(*of_order, StatusChange.from_status.is_not(None), *conditions)


def _may_be_undone() -> ColumnElement[bool]:
    return StatusChange.at > bindparam("undoable_since")


@cache
def _expired() -> Select[Any]:
    """Select the orders that were not paid by ``:at``, except those that staff have begun to pack.

    An order whose last change may still be undone is left out: the undo could not restore it afterwards. An order that
    staff moved back from packing has :data:`methods.SECOND_CHANCE` from that time.
    """
    line = aliased(OrderItem)
    is_begun = exists().where(line.order_id == Payment.order_id, line.status.not_in(NOT_BEGUN))
    was_begun = StatusChange.from_status.not_in(NOT_BEGUN)
    is_not_begun = StatusChange.to_status.in_(_BEFORE_PACKING)
    is_taken_back = was_begun & is_not_begun & (StatusChange.at > bindparam("taken_back_since"))
    return (
        select(Payment.order_id)
        .where(Payment.status.in_(_MAY_EXPIRE), Payment.expires_at <= bindparam("at"))
        .where(~is_begun, ~_is_changed(or_(_may_be_undone(), is_taken_back)))
        .order_by(Payment.expires_at)
        .limit(BATCH)
    )


@cache
def _cancelled() -> Select[Any]:
    """Select the completely cancelled orders whose payments are still due or failed."""
    line, other = aliased(OrderItem), aliased(OrderItem)
    is_open = exists().where(other.order_id == Payment.order_id, other.status != Status.CANCELLED.value)
    return (
        select(Payment.order_id)
        .join(line, line.order_id == Payment.order_id)
        .where(Payment.status.in_(_MAY_BE_CANCELLED), line.status == Status.CANCELLED.value)
        .where(~is_open, ~_is_changed(_may_be_undone()))
        .group_by(Payment.order_id)
        .order_by(Payment.order_id)
        .limit(BATCH)
    )
