"""The state of a payment as plain values, and its form for pages."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any

from shop.clock import iso
from shop.payments.model import Method, PaymentStatus
from shop.text.json_numbers import plain_number

OPEN = (PaymentStatus.DUE, PaymentStatus.CLAIMED, PaymentStatus.FAILED)
"""The statuses in which the order's amount is still due."""
REFUNDABLE = (PaymentStatus.PAID, PaymentStatus.PART_REFUNDED)
PAYMENT_COLUMNS = (
    *(
        "method",
        "status",
        "paid",
        "refunded",
        "refunded_for_returns",
        "surplus",
        "refund_pending",
        "refund_failed",
        "expires_at",
        "remind_at",
        "version",
    ),
    *("claim_reference", "claim_amount", "claimed_at", "rejection", "paid_at", "refunded_at"),
)
"""The columns of the payment's row that the state uses."""
_NOTHING = Decimal(0)


REFERENCE_PREFIX = "SW"
"""The prefix of the order's number in the reference of a transfer."""


def reference_of(order_id: int) -> str:
    """Return the reference that a shopper writes into a transfer, so that the shop can find it."""
    return f"{REFERENCE_PREFIX}{order_id}"


@dataclass(frozen=True, kw_only=True)
class PaymentState:
    """A payment with the fields that it needs of its order.

    Amounts are rupees; ``cancelled`` is the amount of cancelled lines, and ``returned_unpaid`` that of pieces whose
    returns were closed before anything was paid. ``is_begun``: staff have begun to pack the order. ``used_in`` are
    other orders with claims of the same reference.
    """

    order_id: int
    customer_id: int
    amount: Decimal
    ordered_at: dt.datetime
    cancelled: Decimal = _NOTHING
    returned_unpaid: Decimal = _NOTHING
    is_begun: bool = False
    method: str = Method.COD.value
    status: str = PaymentStatus.DUE.value
    paid: Decimal = _NOTHING
    refunded: Decimal = _NOTHING
    refunded_for_returns: Decimal = _NOTHING
    surplus: Decimal = _NOTHING
    refund_pending: Decimal = _NOTHING
    refund_failed: Decimal = _NOTHING
    expires_at: dt.datetime | None = None
    remind_at: dt.datetime | None = None
    version: int = 1
    claim_reference: str | None = None
    claim_amount: Decimal | None = None
    claimed_at: dt.datetime | None = None
    rejection: str | None = None
    paid_at: dt.datetime | None = None
    refunded_at: dt.datetime | None = None
    used_in: tuple[int, ...] = ()

    @property
    def net_amount(self) -> Decimal:
        """The current price of the order, without cancelled lines and pieces that were returned before it was paid."""
        return self.amount - self.cancelled - self.returned_unpaid

    @property
    def due(self) -> Decimal:
        """The amount still due."""
        return self.net_amount if self.status in OPEN else _NOTHING

    @property
    def is_over(self) -> bool:
        """Whether it ended and no money was received."""
        return self.status in {PaymentStatus.EXPIRED, PaymentStatus.CANCELLED}

    @property
    def refund_due(self) -> Decimal:
        """The amount that was paid beyond the current price of the order, and is owed to the shopper.

        Queries compute it again: ``api/payments/payment_json.py``, :mod:`shop.stuck.queries` and
        ``open_orders_of_deleted.sql``. ``tests/shop/test_refund_due.py`` compares them.
        """
        if self.status not in REFUNDABLE:
            return _NOTHING
        for_no_return = self.refunded - self.refunded_for_returns
        owed = self.paid - for_no_return - self.net_amount
        return max(min(owed, self.paid - self.refunded), _NOTHING)

    @property
    def closable_return(self) -> Decimal:
        """The highest price of a return that may be closed without a refund.

        It is the amount that was refunded without naming a return, minus the overpaid amount. If everything that was
        paid was refunded, each return may be closed, unless the shopper claims to have paid.
        """
        if self.paid == self.refunded and self.status != PaymentStatus.CLAIMED:
            return self.amount
        for_no_return = self.refunded - self.refunded_for_returns
        beyond_owed = for_no_return + self.net_amount - self.paid
        return max(min(for_no_return, beyond_owed), _NOTHING)

    def covers_again(self, restored: Decimal) -> bool:
        """Whether a cancellation of this amount may be undone: it is due, or the paid or claimed amount covers it."""
        match self.status:
            case PaymentStatus.DUE | PaymentStatus.FAILED:
                return True
            case PaymentStatus.CLAIMED:
                received = self.claim_amount or _NOTHING
            case _:
                received = self.paid
        return not self.is_over and received >= self.net_amount + restored

    def data(self) -> dict[str, Any]:
        """Return the fields that the shopper may see."""
        has_claim = self.claim_reference is not None and self.claim_amount is not None
        claim = {
            "reference": self.claim_reference,
            "amount": plain_number(self.claim_amount or _NOTHING),
            "at": iso(self.claimed_at),
        }
        return {
            "method": self.method,
            "status": self.status,
            "amount": plain_number(self.amount),
            "paid": plain_number(self.paid),
            "refunded": plain_number(self.refunded),
            "due": plain_number(self.due),
            "refundDue": plain_number(self.refund_due),
            "refundPending": plain_number(self.refund_pending),
            "surplus": plain_number(self.surplus),
            "reference": reference_of(self.order_id),
            "expiresAt": iso(self.expires_at),
            "version": self.version,
            "claim": claim if has_claim else None,
            "rejection": self.rejection,
            "paidAt": iso(self.paid_at),
            "refundedAt": iso(self.refunded_at),
        }

    def for_admins(self) -> dict[str, Any]:
        """Return all fields, including those for admins only."""
        return self.data() | {
            "usedIn": list(self.used_in),
            "refundFailed": plain_number(self.refund_failed),
            "closableReturn": plain_number(self.closable_return),
        }
