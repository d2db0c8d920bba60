"""A month's report shows for each refund whether its money was sent, by which method and under which reference."""

import datetime as dt
from collections import Counter

import pytest

from shop.clock import iso, now
from shop.payments.model import EntryKind, Payment, PaymentEntry, PaymentRefund
from shop.reports.month import Month
from tests.api.test_reports import paise, report, table
from tests.support import factories
from tests.support.http_client import succeeded

START = Month.at(now()).start


@pytest.fixture
def record(people, database):
    """Return a function that adds an order with these steps of its payment, each a minute after the one before.

    A step may name the payment of which the provider made a refund.
    """

    async def record(*steps: tuple, start: dt.datetime = START, **state) -> int:
        return await database.run_sync(_record, people, steps, start, state)

    return record


def _record(session, people, steps, start, state) -> int:
    order = factories.order(session, people.asha, [people.ring], at=start)
    payment = session.get_one(Payment, order.id)
    for version, (kind, method, amount, reference, *of) in enumerate(steps, start=2):
        at = start + dt.timedelta(minutes=version)
        entry = {"kind": kind, "method": method, "amount": amount, "reference": reference, "at": at}
        session.add(PaymentEntry(order_id=order.id, version=version, from_status="paid", to_status="paid", **entry))
        if of:
            times = {"created_at": at, "asked_at": at}
            session.add(PaymentRefund(id=reference, order_id=order.id, payment_id=of[0], amount=amount, **times))
        payment.paid += amount if kind == EntryKind.PAYMENT else 0
        payment.refunded += amount if kind == EntryKind.REFUND else 0
    for name, value in state.items():
        setattr(payment, name, value)
    session.commit()
    return order.id


async def test_the_lists_name_the_ways_as_their_sums_do(karthik, record):
    surplus = ("surplus", "bank", 300, "pay_late")
    await record(("payment", "bank", 1000, "UTR1"), surplus, ("refund", "bank", 200, "UTR2"), refund_pending=300)
    await record(("payment", "cod", 500, None))
    methods = {row["Way"]: row for row in await table(karthik, "methods")}
    for part, column, sign in (("payments", "Received", 1), ("refunds", "Refunded", -1)):
        sums = Counter()
        for row in await table(karthik, part):
            sums[row["Way"]] += sign * paise(row["Amount"])
        assert sums == {way: paise(row[column]) for way, row in methods.items() if paise(row[column])}
    assert set(methods) == {"On delivery", "Bank transfer", "Online, sent back by itself"}
    assert (await report(karthik))["faults"] == []


async def refunds(browser) -> list[dict]:
    return succeeded(await browser.get("/report/?flag=money&kind=refunds"))


async def test_a_refund_has_the_reference_that_the_provider_or_the_bank_knows(karthik, record):
    paid = ("payment", "online", 1000, "pay_1")
    sent = ("refund_sent", "online", 300, "rfnd_1", "pay_1")
    late_sent = ("refund_sent", "online", 400, "rfnd_2", "pay_late")
    await record(
        paid, ("refund", "online", 300, None), ("surplus", "online", 400, "pay_late"), sent, late_sent, surplus=400
    )
    by_hand = [("refund_failed", "online", 500, "rfnd_3"), ("refund_by_hand", "online", 500, "NEFT1")]
    failed = [("refund", "online", 500, None), ("refund_sent", "online", 500, "rfnd_3", "pay_2")]
    await record(("payment", "online", 1000, "pay_2"), *failed, *by_hand)
    await record(("payment", "bank", 1000, "UTR1"), ("refund", "bank", 200, "UTR2"))
    expected = {300: "rfnd_1", 400: "rfnd_2", 500: "NEFT1", 200: "UTR2"}
    assert {row["amount"]: row["reference"] for row in await refunds(karthik)} == expected
    files = {part: await table(karthik, part) for part in ("refunds", "payments")}
    assert {int(float(row["Amount"])): row["Reference"] for row in files["refunds"]} == expected
    assert [row["Reference"] for row in files["payments"] if row["Amount"] == "400.00"] == ["pay_late"]


PAID = ("payment", "online", 1000, "pay_1")
FAILED = [
    ("refund", "online", 300, None),
    ("refund_sent", "online", 300, "rfnd_1", "pay_1"),
    ("refund_failed", "online", 300, "rfnd_1"),
]
LATE = ("surplus", "online", 400, "pay_late")


async def test_the_report_says_what_failed_and_is_not_paid_yet(karthik, record):
    settled = ("refund_by_hand", "online", 500, "NEFT1")
    refused = [("refund", "online", 500, None), ("refund_refused", "online", 500, "key", "pay_2")]
    await record(PAID, *FAILED, refund_pending=300, refund_failed=300)
    await record(("payment", "online", 1000, "pay_2"), *refused, settled)
    await record(LATE, surplus=400, refund_pending=400)
    money = (await report(karthik))["money"]
    assert (money["refunds"], money["refunded"], money["failed"], money["requested"]) == (3, 1200, 300, 400)
    assert {row["method"]: (row["refunded"], row["failed"]) for row in money["methods"]} == {
        "online": (800, 300),
        "surplus": (400, 0),
    }
    files = {row["Way"]: row["Refunds failed, not paid yet"] for row in await table(karthik, "methods")}
    assert files == {"Online": "-300.00", "Online, sent back by itself": "0.00"}
    by_hand_at = START + dt.timedelta(minutes=5)
    rows = {row["amount"]: (row["state"], row["sentAt"], row["reference"]) for row in await refunds(karthik)}
    assert rows == {
        300: ("failed", None, "rfnd_1"),
        400: ("requested", None, None),
        500: ("by_hand", iso(by_hand_at), "NEFT1"),
    }
    files = {row["Amount"]: (row["State"], row["Sent"]) for row in await table(karthik, "refunds")}
    assert files == {
        "300.00": ("Failed, not paid yet", ""),
        "400.00": ("Requested", ""),
        "500.00": ("Sent by hand", f"{by_hand_at:%Y-%m-%d %H:%M:%S}"),
    }
    payments = succeeded(await karthik.get("/report/?flag=money&kind=payments"))
    assert {(row["state"], row["sentAt"]) for row in payments} == {(None, None)}


async def test_a_refund_that_failed_is_told_in_the_month_in_which_it_is_counted(karthik, record):
    before = Month.at(now()).previous
    start = before.end - dt.timedelta(minutes=3, seconds=30)  # requested half a minute before the end
    await record(PAID, *FAILED, start=start, refund_pending=300, refund_failed=300)
    closed, this = (await report(karthik, str(before)))["money"], (await report(karthik))["money"]
    assert (closed["refunded"], closed["failed"]) == (300, 300)
    assert (this["refunded"], this["failed"]) == (0, 0)
