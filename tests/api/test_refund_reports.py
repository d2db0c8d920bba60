"""A month's report tells of each refund whether its money has gone, by which way and under which reference."""

import datetime as dt
from collections import Counter

import pytest

from shop.clock import now
from shop.payments.model import EntryKind, Payment, PaymentEntry
from shop.reports.month import Month
from tests.api.test_reports import paise, report, table
from tests.support import factories

START = Month.at(now()).start


@pytest.fixture
def record(people, database):
    """Return a function that adds an order with these steps of its payment, each a minute after the one before."""

    async def record(*steps: tuple, **state) -> int:
        return await database.run_sync(_record, people, steps, state)

    return record


def _record(session, people, steps, state) -> int:
    order = factories.order(session, people.asha, [people.ring], at=START)
    payment = session.get_one(Payment, order.id)
    for version, (kind, method, amount, reference) in enumerate(steps, start=2):
        entry = {"kind": kind, "method": method, "amount": amount, "reference": reference}
        at = START + dt.timedelta(minutes=version)
        session.add(
            PaymentEntry(order_id=order.id, version=version, from_status="paid", to_status="paid", at=at, **entry)
        )
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
