"""Each rule finds its stuck orders, and the board lists the same orders."""

from datetime import timedelta

import pytest
from sqlalchemy import update

from shop.clock import now
from shop.orders.model import OrderItem
from shop.payments.model import Payment
from shop.returns.model import Return
from shop.stuck import settings
from tests.api.test_order_placement import basket, line
from tests.api.test_returns import ask
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def order(asha, people):
    """Place an order for Asha."""
    return succeeded(await asha.post("/order/", json=basket(people, line(people.ring, 1))))


async def counts(karthik):
    return {each["rule"]: each["orders"] for each in succeeded(await karthik.get("/order/stuck/"))}


async def listed(karthik, rule):
    return [each["id"] for each in succeeded(await karthik.get(f"/order/?flag=allOrders&stuck={rule}"))]


async def make(database, statement):
    await database.execute(statement)
    await database.commit()


def ago(**lapse):
    return now() - timedelta(**lapse)


async def test_nothing_is_stuck_at_first(karthik, order):
    assert set((await counts(karthik)).values()) == {0}
    for rule in ("ordered", "claimed", "packed", "return", "refund"):
        assert await listed(karthik, rule) == []


@pytest.mark.parametrize(("status", "hours"), [("ordered", 24), ("packed", 48)])
async def test_an_item_that_waits_too_long_is_stuck(karthik, database, order, status, hours):
    item = order["items"][0]["id"]
    if status == "packed":
        succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "packed"}))
    stamp = f"{status}_at"
    own = update(OrderItem).where(OrderItem.id == item)
    await make(database, own.values({stamp: ago(hours=hours - 1)}))
    assert (await counts(karthik))[status] == 0
    await make(database, own.values({stamp: ago(hours=hours + 1)}))
    assert (await counts(karthik))[status] == 1
    assert await listed(karthik, status) == [order["id"]]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "delivered"}))
    assert (await counts(karthik))[status] == 0
    assert await listed(karthik, status) == []


async def test_a_claim_that_nobody_checks_is_stuck(karthik, database, order):
    own = update(Payment).where(Payment.order_id == order["id"])
    await make(database, own.values(status="claimed", claimed_at=ago(hours=3)))
    assert (await counts(karthik))["claimed"] == 0
    await make(database, own.values(claimed_at=ago(hours=5)))
    assert (await counts(karthik))["claimed"] == 1
    assert await listed(karthik, "claimed") == [order["id"]]


async def test_a_return_that_nobody_answers_is_stuck(asha, karthik, database, order):
    item = order["items"][0]["id"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "delivered"}))
    succeeded(await ask(asha, item))
    assert (await counts(karthik))["return"] == 0
    await make(database, update(Return).where(Return.order_item_id == item).values(requested_at=ago(hours=25)))
    assert (await counts(karthik))["return"] == 1
    assert await listed(karthik, "return") == [order["id"]]


async def test_money_for_what_was_cancelled_is_owed_until_it_is_refunded(karthik, database, order):
    number, amount = order["id"], order["totalAmount"]
    await make(database, update(Payment).where(Payment.order_id == number).values(status="paid", paid=amount))
    assert (await counts(karthik))["refund"] == 0
    succeeded(await karthik.post("/order/cancel/", json={"orderId": number, "reason": "By mistake"}))
    assert (await counts(karthik))["refund"] == 1
    assert await listed(karthik, "refund") == [number]
    [shown] = succeeded(await karthik.get(f"/order/?flag=allOrders&search={number}&stuck=refund"))
    assert shown["payment"]["refundDue"] == amount
    refunded = {"status": "part_refunded", "refunded": amount}
    await make(database, update(Payment).where(Payment.order_id == number).values(**refunded))
    assert (await counts(karthik))["refund"] == 0
    assert await listed(karthik, "refund") == []


async def test_money_beyond_the_amount_of_an_order_without_lines_is_owed(karthik, database, people):
    dates = {"orderedDate": "2026-11-20T10:00:00Z", "deliveryDate": "2026-11-27"}
    fields = {"customerId": people.asha.id, "totalQuantity": 1, "totalAmount": 500, "currentStatus": "Pending"} | dates
    number = succeeded(await karthik.post("/order/", json=fields))["id"]
    own = update(Payment).where(Payment.order_id == number)
    await make(database, own.values(method="online", status="paid", paid=500, paid_at=ago(hours=1)))
    assert (await counts(karthik))["refund"] == 0
    await make(database, own.values(paid=700))
    assert succeeded(await karthik.get(f"/order/?id={number}"))["payment"]["refundDue"] == 200
    assert (await counts(karthik))["refund"] == 1
    assert await listed(karthik, "refund") == [number]
    await make(database, own.values(status="part_refunded", refunded=200))
    assert (await counts(karthik))["refund"] == 0


async def test_the_settings_say_how_long_is_too_long(karthik, database, order, monkeypatch):
    await make(database, update(OrderItem).values(ordered_at=ago(hours=3)))
    monkeypatch.setenv("SHOP_STUCK_ORDERED_HOURS", "2")
    settings.stuck_settings.cache_clear()
    try:
        [ordered, *_] = succeeded(await karthik.get("/order/stuck/"))
    finally:
        settings.stuck_settings.cache_clear()
    assert (ordered["rule"], ordered["hours"], ordered["orders"]) == ("ordered", 2, 1)
    assert ordered["oldest"] is not None


async def test_the_file_of_the_board_has_what_is_stuck(karthik, database, order):
    await make(database, update(OrderItem).values(ordered_at=ago(hours=30)))
    rows = (await karthik.get("/order/?flag=csv&stuck=ordered")).text.splitlines()
    assert len(rows) == 2
    assert len((await karthik.get("/order/?flag=itemsCsv&stuck=packed")).text.splitlines()) == 1
    failed(await karthik.get("/order/?flag=allOrders&stuck=lost"), 422, "stuck")
