"""The ledger of an order shows whether the money of each refund was sent, and under which reference."""

import datetime as dt
from decimal import Decimal

import pytest

from shop.payments.model import PaymentEntry
from shop.reports.settlements import Settlement, settlements

AT = dt.datetime(2026, 11, 30, tzinfo=dt.UTC)


def ledger(*steps: tuple, order_id: int = 1) -> list[tuple[PaymentEntry, str | None]]:
    """Return the rows of a ledger. Ids and minutes are those of the versions, from 2 on, with the order's hundreds."""
    rows = []
    for version, (kind, amount, reference, *beside) in enumerate(steps, start=2):
        payment_id, method = (*beside, *(None, "online")[len(beside) :])
        at, id_ = AT + dt.timedelta(minutes=version), 100 * (order_id - 1) + version
        entry = {"kind": kind, "amount": Decimal(amount), "reference": reference, "method": method, "at": at}
        rows.append((PaymentEntry(id=id_, order_id=order_id, version=version, **entry), payment_id))
    return rows


PAID = ("payment", 1000, "pay_1")
REFUND = ("refund", 300, None)
SENT = ("refund_sent", 300, "rfnd_1", "pay_1")
FAILED = ("refund_failed", 300, "rfnd_1", "pay_1")
REFUSED = ("refund_refused", 300, "refund-1-3-9", "pay_1")
BY_HAND = ("refund_by_hand", 300, "NEFT1")


def at(version: int) -> dt.datetime:
    return AT + dt.timedelta(minutes=version)


@pytest.mark.parametrize(
    ("steps", "expected"),
    [
        ([], Settlement("requested")),
        ([SENT], Settlement("sent", "rfnd_1", at(4))),
        ([SENT, FAILED], Settlement("failed", "rfnd_1")),
        ([SENT, FAILED, ("refund_retry", 300, "rfnd_1", "pay_1")], Settlement("requested")),
        (
            [SENT, FAILED, ("refund_retry", 300, "rfnd_1", "pay_1"), ("refund_sent", 300, "rfnd_2", "pay_1")],
            Settlement("sent", "rfnd_2", at(7)),
        ),
        ([SENT, FAILED, BY_HAND], Settlement("by_hand", "NEFT1", at(6))),
        ([REFUSED], Settlement("failed")),
        ([REFUSED, ("refund_retry", 300, "refund-1-3-9", "pay_1"), SENT], Settlement("sent", "rfnd_1", at(6))),
        ([REFUSED, BY_HAND], Settlement("by_hand", "NEFT1", at(5))),
        ([("return_closed", 300, None), SENT], Settlement("sent", "rfnd_1", at(5))),
        # The provider's payment of an old refund is not known.
        ([("refund_sent", 300, "rfnd_1")], Settlement("sent", "rfnd_1", at(4))),
        # An inconsistent ledger is shown as well.
        ([("refund_sent", 1, "rfnd_1", "pay_1"), ("refund_failed", 1, "rfnd_9")], Settlement("requested")),
    ],
)
def test_a_refund_of_an_online_payment(steps, expected):
    assert settlements(ledger(PAID, REFUND, *steps)) == {3: expected}


def test_a_refund_outside_the_provider_has_gone_when_it_is_recorded():
    paid = ledger(("payment", 1000, "UTR1", None, "bank"), ("refund", 300, "UTR2", None, "bank"))
    assert settlements(paid) == {3: Settlement("sent", "UTR2", at(3))}


def test_refunds_of_one_order_have_each_its_own_reference():
    late = ("surplus", 300, "pay_2")
    sent_first = ("refund_sent", 300, "rfnd_2", "pay_2")
    small, small_sent = ("refund", 200, None), ("refund_sent", 200, "rfnd_3", "pay_1")
    assert settlements(ledger(PAID, REFUND, late, small, small_sent, sent_first, SENT, FAILED)) == {
        3: Settlement("failed", "rfnd_1"),
        4: Settlement("sent", "rfnd_2", at(7)),
        5: Settlement("sent", "rfnd_3", at(6)),
    }


def test_a_transfer_by_hand_is_of_all_that_failed():
    second = [REFUND, ("refund_sent", 300, "rfnd_2", "pay_1")]
    other_failed = ("refund_failed", 300, "rfnd_2", "pay_1")
    by_hand = ("refund_by_hand", 600, "NEFT1")
    sent = [PAID, REFUND, SENT, *second, FAILED]
    assert settlements(ledger(*sent, other_failed, by_hand)) == {
        3: Settlement("by_hand", "NEFT1", at(9)),
        5: Settlement("by_hand", "NEFT1", at(9)),
    }
    assert settlements(ledger(*sent, BY_HAND)) == {
        3: Settlement("by_hand", "NEFT1", at(8)),
        5: Settlement("sent", "rfnd_2", at(6)),
    }


def test_the_ledgers_of_orders_stay_apart():
    rows = ledger(PAID, REFUND) + ledger(PAID, REFUND, SENT, order_id=2)
    assert settlements(rows) == {3: Settlement("requested"), 103: Settlement("sent", "rfnd_1", at(4))}
