"""Payments on the wire. Amounts are rupees."""

from decimal import Decimal
from typing import Annotated, Self

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import NOT_NULL, BoundedDecimal, BoundedText, Id, Number, Version
from shop.payments.model import EntryKind, Method, PaymentEntry, PaymentStatus
from shop.payments.rules import Cause
from shop.payments.state import PaymentState

Reason = Annotated[str, BoundedText(200, min_length=1)]
Money = Annotated[Decimal, BoundedDecimal("999999999999.99", 2, min_value="0.01")]


class ClaimIn(In):
    """The UTR of a transfer: 12 digits for UPI and IMPS, 16 to 22 letters and digits for another transfer."""

    order_id: Id
    reference: Annotated[str, BoundedText(50, min_length=1)]
    version: Annotated[Version | None, NOT_NULL] = None


class MethodIn(In):
    """Another payment method for an order."""

    order_id: Id
    payment_method: Method
    version: Version


class ConfirmIn(In):
    """The payment whose money has arrived, as the admin saw it. The ledger keeps the reason, if there is one.

    ``amount`` is the amount that has arrived, if it was sent before items were cancelled or returned. It is at least
    the amount due and at most the order's. It is required if nothing is due because all pieces were returned.
    """

    order_id: Id
    version: Version
    amount: Annotated[Money | None, NOT_NULL] = None
    reason: Annotated[Reason | None, NOT_NULL] = None


class RejectIn(In):
    """A claim whose money was not found. The shopper reads the reason."""

    order_id: Id
    version: Version
    reason: Reason


class StartIn(In):
    """The order to pay online."""

    order_id: Id


class StartOut(Out):
    """The provider's page on which the order can be paid, until it expires."""

    pay_url: str
    expires_at: Time


class PaymentNoticeOut(Out):
    """An unexpected notice of the provider, which changed no payment. The amount is in rupees.

    ``linkId`` is the provider's id of a link or of a refund. ``seenBy`` is the admin who has handled it.
    """

    id: int
    problem: str
    link_id: str
    payment_id: str
    order_id: int | None
    amount: Number | None
    at: Time
    seen_at: Time | None
    seen_by: str | None


class NoticeSeenIn(In):
    """The notice that an admin has handled."""

    id: Id


class RetryRefundIn(In):
    """The order whose failed refunds are to be requested again, and the payment's version that the admin saw."""

    order_id: Id
    version: Version


class RefundByHandIn(In):
    """The order whose failed refunds were sent by hand, the payment's version that the admin saw, and the reference."""

    order_id: Id
    reference: Annotated[str, BoundedText(50, min_length=1)]
    version: Version


class RefundIn(In):
    """A refund that was paid outside the shop, with the reference of the transfer.

    It is for the received return ``returnId``, or for the cancelled items ``itemIds``. While a received return of the
    order waits for its refund, a refund without ``returnId`` is at most what is owed for cancelled items.
    """

    order_id: Id
    amount: Money
    reason: Reason
    reference: Annotated[str, BoundedText(50)] = ""
    item_ids: Annotated[list[Id] | None, Field(min_length=1, max_length=100), NOT_NULL] = None
    return_id: Annotated[Id | None, NOT_NULL] = None
    version: Annotated[Version | None, NOT_NULL] = None

    @property
    def cause(self) -> Cause:
        """The reason for the refund."""
        return Cause(self.return_id, tuple(dict.fromkeys(self.item_ids)) if self.item_ids else None)


class ClaimOut(Out):
    """The payment that the shopper says they made."""

    reference: str
    amount: Number
    at: Time


class PaymentOut(Out):
    """The payment of an order.

    ``amount`` is the order's, ``due`` the amount still to be paid. ``refundDue`` is owed to the shopper: the paid
    amount beyond the price of the items that were neither cancelled nor returned unpaid. ``reference`` is the text that
    the shopper writes into the transfer. ``rejection`` is the reason why the last claim was rejected. ``surplus`` is
    money that came through the provider when nothing was due, and is refunded; ``refundPending`` is the part of it and
    of refunds that the provider has not sent yet. ``paidAt`` and ``refundedAt`` are the times of the last payment and
    the last refund.
    """

    method: Method
    status: PaymentStatus
    amount: Number
    paid: Number
    refunded: Number
    due: Number
    refund_due: Number
    refund_pending: Number
    surplus: Number
    reference: str
    expires_at: Time | None
    version: int
    claim: ClaimOut | None
    rejection: str | None
    paid_at: Time | None
    refunded_at: Time | None

    @classmethod
    def of(cls, payment: PaymentState) -> Self:
        return cls.model_validate(payment.for_admins())


class AdminPaymentOut(PaymentOut):
    """A payment as admins see it. ``usedIn`` are other orders whose claims have the same reference.

    ``refundFailed`` is the amount that the provider could not refund, until it is requested again or sent by hand. A
    received return whose price is at most ``closableReturn`` may be closed without a refund, because its money was
    refunded before, or nothing was paid.
    """

    used_in: list[int]
    refund_failed: Number
    closable_return: Number


class PaymentChangeOut(Out):
    """The response to a change of a payment: the same as the event that open pages receive."""

    order_id: int
    customer_id: int
    kind: EntryKind
    from_: Annotated[PaymentStatus, Field(alias="from")]
    at: str
    payment: PaymentOut


class AdminPaymentChangeOut(PaymentChangeOut):
    """The response to a change by staff: the payment as admins see it, and who changed it."""

    payment: AdminPaymentOut
    changed_by: str | None


class PaymentEntryOut(Out):
    """An entry of a payment's ledger.

    ``kind`` determines whether it moved the ``amount``, which is in rupees. A refund may name its return, or the
    cancelled items that it is for. ``return_closed`` names the closed return, with the part of earlier refunds that
    counts for it; if the payment was due or failed before, it has the amount that is no longer due.
    """

    version: int
    kind: EntryKind
    from_: Annotated[PaymentStatus, Field(alias="from")]
    to: PaymentStatus
    method: Method
    amount: Number
    reference: str | None
    reason: str | None
    return_id: int | None
    item_ids: list[int] | None
    who: str | None
    by_staff: bool
    at: Time

    @classmethod
    def of(cls, entry: PaymentEntry) -> Self:
        return cls.model_validate(
            vars(entry)
            | {
                "from": entry.from_status,
                "to": entry.to_status,
                "who": entry.changed_by,
                "by_staff": entry.admin_id is not None,
            }
        )


class MethodOut(Out):
    """A payment method. ``limit`` is the largest amount of an order, null if there is none.

    ``payee`` names the account's holder; ``upiId``, or ``account`` and ``ifsc``, are where to pay.
    """

    method: Method
    label: str
    limit: Number | None
    payee: str | None
    upi_id: str | None
    account: str | None
    ifsc: str | None


class ShopOut(Out):
    """What the shop offers. ``holdMinutes`` is 0 if it holds no prices.

    An order of more than ``panAbove`` rupees needs the buyer's PAN; null if none does.
    """

    methods: list[MethodOut]
    payment_hours: float
    return_days: int
    hold_minutes: int
    pan_above: Number | None
    has_tax_invoices: bool
    is_delivery_insured: bool
