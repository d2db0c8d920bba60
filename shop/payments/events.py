"""The events of payments, as they are stored in the log and sent to open pages."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Audience
from shop.payments.state import PaymentState
from shop.text.json_numbers import plain_number


@dataclass(frozen=True, kw_only=True)
class PaymentChanged(Event):
    """The status, method or amount of a payment changed. ``kind`` is the kind of its ledger entry."""

    type: ClassVar[str] = "payment.changed"
    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS
    aggregate_key: ClassVar[str] = "order:{payment.order_id}"

    payment: PaymentState
    kind: str
    previous: str
    changed_by: str | None
    at: dt.datetime

    def owner_id(self) -> int:
        return self.payment.customer_id

    def data(self) -> dict[str, Any]:
        """Return the fields that the shopper may see."""
        return {
            "orderId": self.payment.order_id,
            "customerId": self.payment.customer_id,
            "kind": self.kind,
            "from": self.previous,
            "at": iso(self.at),
            "payment": self.payment.data(),
        }

    def admin_data(self) -> dict[str, Any]:
        """Return the additional fields for admins."""
        return {"payment": self.payment.for_admins(), "changedBy": self.changed_by}


@dataclass(frozen=True, kw_only=True)
class _ProviderEvent(Event):
    """An event of an order's payment between the shop and the provider. No page receives it."""

    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "order:{order_id}"

    order_id: int


@dataclass(frozen=True, kw_only=True)
class _RefundEvent(_ProviderEvent):
    """An event of a refund to a shopper, who gets a mail about it."""

    customer_id: int


@dataclass(frozen=True, kw_only=True)
class RefundRequested(_RefundEvent):
    """The provider must refund the amount of the ledger entry at ``version`` of an order's payment."""

    type: ClassVar[str] = "payment.refund_requested"

    version: int
    is_surplus: bool


@dataclass(frozen=True, kw_only=True)
class RefundSent(_RefundEvent):
    """The provider has accepted a refund."""

    type: ClassVar[str] = "payment.refund_sent"

    refund_id: str
    amount: Decimal

    def data(self) -> dict[str, Any]:
        return {"orderId": self.order_id, "refundId": self.refund_id, "amount": plain_number(self.amount)}


@dataclass(frozen=True, kw_only=True)
class LinksObsolete(_ProviderEvent):
    """The provider's payment pages of an order may have to be closed."""

    type: ClassVar[str] = "payment.links_obsolete"
