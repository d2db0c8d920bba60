"""The settlements of refunds: whether the money was sent, when, and under which reference."""

import datetime as dt
from collections.abc import Iterable
from dataclasses import dataclass
from decimal import Decimal
from enum import StrEnum
from itertools import groupby

from shop.payments.model import EntryKind, Method, PaymentEntry


class RefundState(StrEnum):
    """Whether the money of a refund was sent.

    ``requested``: the provider has not accepted it yet. ``sent``: the provider has, or staff have transferred it.
    ``failed``: the provider refused or could not pay it, and it is not paid yet. ``by_hand``: it failed, and staff have
    transferred it.
    """

    REQUESTED = "requested"
    SENT = "sent"
    FAILED = "failed"
    BY_HAND = "by_hand"


@dataclass(frozen=True)
class Settlement:
    """The state of a refund. ``reference`` is the provider's id of the last attempt, or that of the transfer."""

    state: str
    reference: str | None = None
    sent_at: dt.datetime | None = None


def settlements(ledger: Iterable[tuple[PaymentEntry, str | None]]) -> dict[int, Settlement]:
    """Return the settlements of all refunds and surpluses by the id of their entry.

    :param ledger: the whole ledgers of some orders, one after another, the oldest entry first. Each entry has the
        provider's id of the payment, if it names a refund of the provider.
    """
    found: dict[int, Settlement] = {}
    for _, entries in groupby(ledger, lambda row: row[0].order_id):
        order = _Order()
        for entry, payment_id in entries:
            order.apply_entry(entry, payment_id)
        found |= order.settlements
    return found


@dataclass(frozen=True)
class _Request:
    """A refund request to the provider, with its ledger entry and the provider's payment."""

    entry_id: int
    amount: Decimal
    payment_id: str | None


class _Order:
    """Follows the refunds of one order through its ledger.

    The provider's response does not name the request. Requests of the same amount and payment cannot be distinguished,
    so a response is assigned to the oldest of them.
    """

    def __init__(self) -> None:
        self.settlements: dict[int, Settlement] = {}
        self._paid_by: str | None = None
        self._open: list[_Request] = []
        self._answered: dict[str | None, _Request] = {}

    def apply_entry(self, entry: PaymentEntry, payment_id: str | None) -> None:
        match entry.kind:
            case EntryKind.PAYMENT:
                self._paid_by = entry.reference
            case EntryKind.REFUND if entry.method != Method.ONLINE:
                self.settlements[entry.id] = Settlement(RefundState.SENT, entry.reference, entry.at)
            case EntryKind.REFUND:
                self._request(_Request(entry.id, entry.amount, self._paid_by))
            case EntryKind.SURPLUS:
                self._request(_Request(entry.id, entry.amount, entry.reference))
            case EntryKind.REFUND_RETRY if request := self._answered.get(entry.reference):
                self._request(request)
            case EntryKind.REFUND_SENT:
                self._answer(entry, payment_id, Settlement(RefundState.SENT, entry.reference, entry.at))
            case EntryKind.REFUND_REFUSED:
                self._answer(entry, payment_id, Settlement(RefundState.FAILED))
            case EntryKind.REFUND_FAILED if request := self._answered.get(entry.reference):
                self.settlements[request.entry_id] = Settlement(RefundState.FAILED, entry.reference)
            case EntryKind.REFUND_BY_HAND:
                self._settle_failed(Settlement(RefundState.BY_HAND, entry.reference, entry.at))

    def _request(self, request: _Request) -> None:
        self._open.append(request)
        self.settlements[request.entry_id] = Settlement(RefundState.REQUESTED)

    def _answer(self, entry: PaymentEntry, payment_id: str | None, settlement: Settlement) -> None:
        for request in self._open:
            if request.amount == entry.amount and (not payment_id or payment_id == request.payment_id):
                self._open.remove(request)
                self._answered[entry.reference] = request
                self.settlements[request.entry_id] = settlement
                return

    def _settle_failed(self, by_hand: Settlement) -> None:
        """Settle all failed refunds, because staff transfer them together."""
        for entry_id, settlement in self.settlements.items():
            if settlement.state == RefundState.FAILED:
                self.settlements[entry_id] = by_hand
