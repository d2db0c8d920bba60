"""The state machine of payments, which decides every change. Functions take plain values and return a move."""

import datetime as dt
from dataclasses import dataclass, replace
from decimal import Decimal
from typing import Any

from shop.errors import Conflict, Invalid
from shop.payments import methods, transfer_references
from shop.payments.events import PaymentChanged
from shop.payments.model import EntryKind, Method, PaymentStatus
from shop.payments.state import OPEN, PaymentState
from shop.text.formatting import indian_rupees

MOVES: dict[PaymentStatus, frozenset[PaymentStatus]] = {
    PaymentStatus.DUE: frozenset(
        {
            PaymentStatus.CLAIMED,
            PaymentStatus.PAID,
            PaymentStatus.FAILED,
            PaymentStatus.EXPIRED,
            PaymentStatus.CANCELLED,
        }
    ),
    PaymentStatus.CLAIMED: frozenset({PaymentStatus.PAID, PaymentStatus.DUE}),
    PaymentStatus.FAILED: frozenset({PaymentStatus.DUE, PaymentStatus.EXPIRED}),
    PaymentStatus.PAID: frozenset({PaymentStatus.PART_REFUNDED, PaymentStatus.REFUNDED}),
    PaymentStatus.PART_REFUNDED: frozenset({PaymentStatus.PART_REFUNDED, PaymentStatus.REFUNDED}),
    PaymentStatus.EXPIRED: frozenset(),
    PaymentStatus.CANCELLED: frozenset(),
    PaymentStatus.REFUNDED: frozenset(),
}
"""The permitted next statuses of each status. A further partial refund does not change the status."""

_TIMES = {EntryKind.PAYMENT: "paid_at", EntryKind.REFUND: "refunded_at"}


class StalePayment(Conflict):
    """The payment was changed after the caller read it. ``data`` has the current payment."""

    code = "stale_version"


class NotPossible(Conflict):
    """A payment of this status does not allow the move. ``data`` has the current payment."""

    code = "not_possible"


class TooMuch(Conflict):
    """The refund would exceed the payment."""

    code = "too_much"


@dataclass(frozen=True)
class Who:
    """The author of a move: a member of staff with an id, a shopper by name, or the shop itself."""

    name: str | None = None
    admin_id: int | None = None


THE_SHOP = Who()


@dataclass(frozen=True)
class Cause:
    """The reason for a refund: a return, or cancelled lines of the order, if staff name them."""

    return_id: int | None = None
    item_ids: tuple[int, ...] | None = None


NO_CAUSE = Cause()


@dataclass(frozen=True, kw_only=True)
class Move:
    """One step of a payment: its ledger entry, and the payment afterwards."""

    before: PaymentState
    after: PaymentState
    kind: EntryKind
    who: Who
    at: dt.datetime
    amount: Decimal = Decimal(0)
    reference: str | None = None
    reason: str | None = None
    cause: Cause = NO_CAUSE

    @property
    def event(self) -> PaymentChanged:
        """The event of this step."""
        return PaymentChanged(
            payment=self.after,
            kind=self.kind.value,
            previous=self.before.status,
            changed_by=self.who.name,
            at=self.at,
        )


def check_version(payment: PaymentState, seen: int | None, *, is_staff: bool) -> None:
    """Check that the caller has seen the current payment.

    :raises StalePayment: if it has changed since.
    """
    if seen is not None and seen != payment.version:
        sentence = f"The payment of order {payment.order_id} has changed in the meantime. Please look at it again."
        raise StalePayment(sentence, data=_shown(payment, is_staff=is_staff))


def claim(payment: PaymentState, reference: str, *, who: Who, at: dt.datetime) -> Move:
    """Record the shopper's claim that the order was paid.

    :raises Invalid: if the reference does not fit the method.
    :raises NotPossible: if nothing is due, or the method has no references.
    """
    require(payment, PaymentStatus.CLAIMED)
    if payment.method not in transfer_references.TRANSFERS:
        raise NotPossible("This order is not paid by a transfer. Choose another way to pay first.", data=payment.data())
    if not payment.due:
        raise NotPossible(f"Nothing is to be paid for order {payment.order_id}.", data=payment.data())
    written = transfer_references.written(reference)
    transfer_references.check(Method(payment.method), written)
    claimed = {"claim_reference": written, "claim_amount": payment.due, "claimed_at": at, "rejection": None}
    return move(
        payment, EntryKind.CLAIM, who, at, claimed, status=PaymentStatus.CLAIMED, amount=payment.due, reference=written
    )


def confirm(
    payment: PaymentState, *, who: Who, at: dt.datetime, reason: str | None = None, amount: Decimal | None = None
) -> Move:
    """Record that the money has arrived: by default the claimed amount, otherwise the amount due.

    :param amount: what has arrived, if that differs, such as a transfer that was sent before items were cancelled. It
        is required if nothing is due because all pieces were returned. A courier may still bring money that was paid on
        delivery.
    :raises Invalid: if the amount is less than is due, or more than the order's.
    :raises NotPossible: if nothing is due and nothing was returned, or the provider decides whether it was paid.
    """
    require(payment, PaymentStatus.PAID)
    if payment.method == Method.ONLINE:
        raise NotPossible("The payment provider says when an online payment is made.", data=payment.for_admins())
    is_claimed = payment.status == PaymentStatus.CLAIMED
    expected = payment.claim_amount if is_claimed and payment.claim_amount is not None else payment.due
    if not expected and (amount is None or not payment.returned_unpaid):
        raise NotPossible(f"Nothing is to be paid for order {payment.order_id}.", data=payment.for_admins())
    received = expected if amount is None else amount
    if amount is not None and not payment.due <= amount <= payment.amount:
        sentence = f"The amount is from {indian_rupees(payment.due)} to {indian_rupees(payment.amount)}."
        raise Invalid(sentence, fields={"amount": sentence})
    reference = payment.claim_reference if is_claimed else None
    paid = {"paid": received, "expires_at": None, "remind_at": None, "rejection": None}
    known = {"reference": reference, "reason": reason}
    return move(payment, EntryKind.PAYMENT, who, at, paid, status=PaymentStatus.PAID, amount=received, **known)


def reject(payment: PaymentState, reason: str, *, who: Who, at: dt.datetime) -> Move:
    """Record that staff did not find the claimed money. The shopper gets some time to correct the claim.

    :raises NotPossible: if nothing was claimed.
    """
    if payment.status != PaymentStatus.CLAIMED:
        raise NotPossible(f"Order {payment.order_id} has no claim to reject.", data=payment.for_admins())
    expires_at = payment.expires_at and max(payment.expires_at, at + methods.SECOND_CHANCE)
    rejected = {"rejection": reason, "expires_at": expires_at, "remind_at": reminder_ahead(payment, at)}
    claim = payment.claim_reference
    return move(
        payment, EntryKind.REJECTION, who, at, rejected, status=PaymentStatus.DUE, reference=claim, reason=reason
    )


def reminder_ahead(payment: PaymentState, at: dt.datetime) -> dt.datetime | None:
    """Return when the shopper is reminded of a payment that is due again. None if that time has passed.

    The shopper was just notified about the payment, so no reminder is sent at once.
    """
    return payment.remind_at if payment.remind_at and payment.remind_at > at else None


def change_method(payment: PaymentState, method: Method, *, who: Who, at: dt.datetime) -> Move:
    """Choose another method while nothing is paid or claimed. A failed payment is then due again.

    The label of a packed order says what its courier collects, so pay on delivery cannot be chosen after packing began.

    :raises Invalid: if the method is not permitted.
    :raises NotPossible: if it is too late, nothing is due, or the order already has this method.
    """
    if payment.status not in {PaymentStatus.DUE, PaymentStatus.FAILED}:
        status = payment.status.replace("_", " ")
        sentence = f"The payment of order {payment.order_id} is {status}, so the way to pay stays."
        raise NotPossible(sentence, data=payment.data())
    if not payment.due:
        raise NotPossible(f"Nothing is to be paid for order {payment.order_id}.", data=payment.data())
    methods.check(method, payment.due)
    if method == payment.method:
        raise NotPossible("The order is to be paid so already.", data=payment.data())
    if method is Method.COD and payment.is_begun:
        sentence = f"Order {payment.order_id} is being packed already, so it cannot be paid on delivery any more."
        raise NotPossible(sentence, data=payment.data())
    expires_at, remind_at = methods.waiting_times(method, ordered_at=payment.ordered_at, at=at)
    if payment.expires_at is not None and expires_at is not None:
        if payment.method == Method.ONLINE:  # the deadline of a transfer is later
            expires_at = max(payment.expires_at, expires_at)
        else:
            expires_at, remind_at = payment.expires_at, payment.remind_at
    changes = {"method": method.value, "expires_at": expires_at, "remind_at": remind_at, "rejection": None}
    return move(payment, EntryKind.METHOD, who, at, changes, status=PaymentStatus.DUE)


def refund(
    payment: PaymentState,
    amount: Decimal,
    *,
    reason: str,
    reference: str | None,
    who: Who,
    at: dt.datetime,
    cause: Cause = NO_CAUSE,
) -> Move:
    """Record a refund. Online payments are refunded through the provider.

    :raises NotPossible: if nothing was paid, or everything is already refunded.
    :raises TooMuch: if it is more than what was paid and not refunded.
    """
    left = payment.paid - payment.refunded
    target = PaymentStatus.PART_REFUNDED if amount < left else PaymentStatus.REFUNDED
    require(payment, target)
    if amount > left:
        sentence = f"At most {indian_rupees(left)} of order {payment.order_id} can be refunded."
        raise TooMuch(sentence, fields={"amount": sentence}, data=payment.for_admins())
    back = {"refunded": payment.refunded + amount}
    if payment.method == Method.ONLINE:
        back["refund_pending"] = payment.refund_pending + amount
        reference = None
    if cause.return_id is not None:
        back["refunded_for_returns"] = payment.refunded_for_returns + amount
    known = {"reference": reference, "reason": reason}
    step = move(payment, EntryKind.REFUND, who, at, back, status=target, amount=amount, **known)
    return replace(step, cause=cause)


def expire(payment: PaymentState, *, at: dt.datetime) -> Move:
    """End an overdue payment."""
    require(payment, PaymentStatus.EXPIRED)
    return move(payment, EntryKind.EXPIRY, THE_SHOP, at, {"remind_at": None}, status=PaymentStatus.EXPIRED)


def cancel(payment: PaymentState, *, at: dt.datetime) -> Move:
    """End the payment of an order whose lines are all cancelled."""
    require(payment, PaymentStatus.CANCELLED)
    changes = {"expires_at": None, "remind_at": None}
    return move(payment, EntryKind.CANCELLATION, THE_SHOP, at, changes, status=PaymentStatus.CANCELLED)


def require(payment: PaymentState, target: PaymentStatus) -> None:
    """Check that the payment may change to this status.

    :raises NotPossible: if it may not.
    """
    if target not in MOVES[PaymentStatus(payment.status)]:
        is_open = payment.status in OPEN
        now = "nothing was paid" if is_open and target not in OPEN else f"it is {payment.status.replace('_', ' ')}"
        sentence = f"This cannot be done with the payment of order {payment.order_id}: {now}."
        raise NotPossible(sentence, data=payment.data())


def move(
    payment: PaymentState,
    kind: EntryKind,
    who: Who,
    at: dt.datetime,
    changes: dict[str, Any],
    *,
    status: PaymentStatus | None = None,
    amount: Decimal = Decimal(0),
    reference: str | None = None,
    reason: str | None = None,
) -> Move:
    """Return a step after which the payment has these changes, and this status unless it stays."""
    times: dict[str, Any] = {_TIMES[kind]: at} if kind in _TIMES else {}
    status_value = status.value if status else payment.status
    after = replace(payment, status=status_value, version=payment.version + 1, **changes, **times)
    return Move(
        before=payment,
        after=after,
        kind=kind,
        who=who,
        at=at,
        amount=amount,
        reference=reference,
        reason=reason,
    )


def _shown(payment: PaymentState, *, is_staff: bool) -> dict[str, Any]:
    return payment.for_admins() if is_staff else payment.data()
