"""A month's report tells of each refund whether its money has gone, by which way and under which reference."""

import datetime as dt
from collections import Counter

import pytest

from shop.clock import now
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

    async def record(*steps: tuple, **state) -> int:
        return await database.run_sync(_record, people, steps, state)

    return record


def _record(session, people, steps, state) -> int:
    order = factories.order(session, people.asha, [people.ring], at=START)
    payment = session.get_one(Payment, order.id)
    for version, (kind, method, amount, reference, *of) in enumerate(steps, start=2):
        at = START + dt.timedelta(minutes=version)
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
