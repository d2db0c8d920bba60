"""The rules of returns: which lines may be returned, until when, and which status changes are allowed."""

import datetime as dt
import re
from dataclasses import replace
from enum import StrEnum

from shop.clock import end_of_day, today
from shop.errors import Conflict
from shop.orders.model import OrderItem, Status
from shop.payments import rules as payment_rules
from shop.payments.model import EntryKind, PaymentStatus
from shop.payments.rules import Cause, Move, Who
from shop.payments.state import OPEN, PaymentState
from shop.returns.model import Return, ReturnStatus, ReturnStep


class NotReturnable(Conflict):
    """The line is not delivered, its time is over, or its pieces are being returned already."""

    code = "not_returnable"


class StaleReturn(Conflict):
    """The return has another version than this person saw, or its status or its money does not allow the step."""

    code = "return_changed"


class ReturnAction(StrEnum):
    """An action on a return.

    ``close`` ends a received return whose money was already refunded, for example by a refund that did not name it, or
    whose order was never paid.
    """

    WITHDRAW = "withdraw"
    APPROVE = "approve"
    DECLINE = "decline"
    RECEIVE = "receive"
    CLOSE = "close"


MOVES = {
    ReturnAction.WITHDRAW: ({ReturnStatus.REQUESTED, ReturnStatus.APPROVED}, ReturnStatus.WITHDRAWN),
    ReturnAction.APPROVE: ({ReturnStatus.REQUESTED}, ReturnStatus.APPROVED),
    ReturnAction.DECLINE: ({ReturnStatus.REQUESTED}, ReturnStatus.DECLINED),
    ReturnAction.RECEIVE: ({ReturnStatus.APPROVED}, ReturnStatus.RECEIVED),
    ReturnAction.CLOSE: ({ReturnStatus.RECEIVED}, ReturnStatus.REFUNDED),
}
"""For each action, the statuses in which it is possible, and the resulting status."""


_NUMBER = re.compile(r"R-([1-9][0-9]{0,9})", re.IGNORECASE)


def read_number(text: str) -> str | None:
    """Return the id in the number of a return, as the shop writes it: ``R-12``. None if the text is not one."""
    found = _NUMBER.fullmatch(text.strip())
    return found[1] if found else None


def returnable_until(item: OrderItem, *, days: int) -> dt.datetime | None:
    """Return until when a delivered line may be returned: the end of the last day. None if it is not delivered.

    A shop that promises no days takes no returns, not even on the day of the delivery.
    """
    if item.status != Status.DELIVERED or item.delivered_at is None:
        return None
    return end_of_day(today(item.delivered_at) + dt.timedelta(days=days)) if days else item.delivered_at


def request_return(
    item: OrderItem,
    returned: int,
    *,
    customer_id: int,
    quantity: int,
    reason: str,
    note: str,
    days: int,
    name: str,
    at: dt.datetime,
) -> Return:
    """Return a new return of pieces of this line, which the caller has locked.

    :param returned: the number of pieces in the line's received and open returns.
    :raises NotReturnable: if the line, or this number of its pieces, may not be returned.
    """
    until = returnable_until(item, days=days)
    if until is None:
        raise NotReturnable(f"Only delivered items can be returned; this one is {item.status_word}.")
    if at > until:
        raise NotReturnable(f"This item could be returned for {days} days after its delivery.")
    if quantity > item.quantity - returned:
        left = item.quantity - returned
        pieces = "No piece" if left == 0 else f"Only {left} piece{'s' if left > 1 else ''}"
        raise NotReturnable(f"{pieces} of this item can still be returned.", data={"quantityLeft": left})
    wanted = Return(
        item=item,
        customer_id=customer_id,
        quantity=quantity,
        reason=reason,
        note=note,
        status=ReturnStatus.REQUESTED.value,
        answer="",
        version=1,
        requested_at=at,
    )
    wanted.history = [ReturnStep(version=1, to_status=ReturnStatus.REQUESTED.value, at=at, changed_by=name, note=note)]
    return wanted


def take_step(
    found: Return,
    action: ReturnAction,
    *,
    version: int,
    note: str,
    admin_id: int | None,
    name: str,
    at: dt.datetime,
    payment: PaymentState | None,
) -> None:
    """Change the status of a return, which the caller has locked.

    :param payment: the payment of its order, locked; only closing needs it.
    :raises StaleReturn: if the version or the status differs, or a return to be closed has yet to be refunded.
    """
    possible, status = MOVES[action]
    if found.version != version:
        raise StaleReturn(f"This return was changed meanwhile: it is {found.status} now. Look at it again.")
    if found.status not in possible:
        raise StaleReturn(f"This return is {found.status}, so that is not possible now.")
    if action is ReturnAction.CLOSE and (payment is None or found.amount > payment.closable_return):
        if payment is not None and payment.status == PaymentStatus.CLAIMED:
            raise StaleReturn("The shopper says that the order is paid. Confirm or reject that in the order first.")
        raise StaleReturn("The money of this return has not gone back yet. Refund the return instead.")
    _advance(found, status, note=note, admin_id=admin_id, name=name, at=at)
    if action is ReturnAction.DECLINE:
        found.answer = note


def settle_closed(found: Return, payment: PaymentState, *, who: Who, at: dt.datetime) -> Move | None:
    """Return the move that settles the money of a closed return; None if there is no money to settle.

    Money that was refunded before counts for the return, so it is not taken as a refund of lines that are cancelled
    later. If nothing was paid, the price of its pieces is no longer due.
    """
    is_unpaid = payment.status in OPEN
    amount = found.amount if is_unpaid else min(found.amount, payment.refunded - payment.refunded_for_returns)
    if not amount:
        return None
    settled = "returned_unpaid" if is_unpaid else "refunded_for_returns"
    changes = {settled: getattr(payment, settled) + amount}
    step = payment_rules.move(payment, EntryKind.RETURN_CLOSED, who, at, changes, amount=amount)
    return replace(step, cause=Cause(return_id=found.id))


def note_refund(found: Return, *, note: str, admin_id: int, name: str, at: dt.datetime) -> None:
    """Record the refund of a return, which the caller has locked.

    :raises StaleReturn: if its pieces are not received, or it is already refunded.
    """
    if found.status != ReturnStatus.RECEIVED:
        raise StaleReturn(f"This return is {found.status}. Its money goes back once its pieces are received.")
    _advance(found, ReturnStatus.REFUNDED, note=note, admin_id=admin_id, name=name, at=at)


def _advance(
    found: Return, status: ReturnStatus, *, note: str, admin_id: int | None, name: str, at: dt.datetime
) -> None:
    found.version += 1
    found.history.append(
        ReturnStep(
            version=found.version,
            from_status=found.status,
            to_status=status.value,
            at=at,
            admin_id=admin_id,
            changed_by=name,
            note=note,
        )
    )
    found.status = status.value
