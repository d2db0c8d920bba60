"""An order above the limit requires a PAN. It is stored encrypted, and shown in full only after a password."""

import json
from decimal import Decimal

import pytest
from sqlalchemy import func, select, text

from shop.audit.model import AuditEntry
from shop.orders.model import Order
from shop.pan.model import OrderPan
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded

PAN = "ABCDE1234F"


@pytest.fixture(autouse=True)
def limit(monkeypatch, shop_settings):
    """Require a PAN above one lakh, since orders above two lakh cannot be paid on delivery."""
    changed = shop_settings.model_copy(update={"pan_above": Decimal(100_000)})
    monkeypatch.setattr("shop.pan.rules.settings", lambda: changed)


@pytest.fixture
def dear(people):
    """Return the request body of an order of 1,83,000 rupees."""
    return basket(people, line(people.ring, 2), paymentMethod="cod")


async def test_it_is_stored_encrypted_and_stands_in_no_answer_and_no_event(asha, karthik, dear, run_sync, database):
    response = await asha.post("/order/", json=dear | {"pan": "abcde 1234f"})
    order = succeeded(response)
    assert PAN not in response.text
    assert succeeded(await karthik.get(f"/order/pan/?orderId={order['id']}")) == {
        "orderId": order["id"],
        "state": "given",
        "masked": "ABCDE****F",
    }
    for path in (f"/order/?id={order['id']}", "/order/?flag=allOrders", "/order/?flag=csv", "/order/?flag=itemsCsv"):
        assert PAN not in (await karthik.get(path)).text
    assert PAN not in json.dumps(await run_sync(factories.events), default=str)
    tables = await database.scalars(text("SELECT t::text FROM order_pan t UNION ALL SELECT t::text FROM audit_entry t"))
    assert all(PAN not in row for row in tables)


@pytest.mark.parametrize("pan", [None, "", "ABCDE12345", "ABCDE1234FG"])
async def test_a_client_that_offers_ways_to_pay_has_to_ask_for_it(asha, dear, run_sync, pan):
    failed(await asha.post("/order/", json=dear | ({} if pan is None else {"pan": pan})), 422, "pan")
    assert await run_sync(lambda session: session.scalar(select(func.count()).select_from(Order))) == 0


async def test_an_older_client_orders_without_it_and_staff_see_that_it_is_missing(asha, karthik, people, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people)))
    path = f"/order/pan/?orderId={order['id']}"
    assert succeeded(await karthik.get(path))["state"] == "missing"
    assert order["panMissing"] is True

    async def missing_on_board():
        [shown] = succeeded(await karthik.get("/order/?flag=allOrders"))
        assert shown == succeeded(await karthik.get(f"/order/?id={order['id']}"))
        return shown["panMissing"]

    assert await missing_on_board() is True
    failed(await karthik.post("/order/pan/", json={"orderId": order["id"], "pan": "ABC"}), 422, "pan")
    added = succeeded(await karthik.post("/order/pan/", json={"orderId": order["id"], "pan": PAN}))
    assert added == succeeded(await karthik.get(path))
    assert await missing_on_board() is False
    changed = [event["data"] for event in await run_sync(factories.events) if event["type"] == "order.changed"]
    assert [(event["id"], event["panMissing"]) for event in changed] == [(order["id"], False)]
    failed(await karthik.post("/order/pan/", json={"orderId": order["id"], "pan": "XXXXX9999X"}), 409)
    [entry] = await run_sync(lambda session: session.scalars(select(AuditEntry)).all())
    assert (entry.action, entry.entity_id, entry.changes) == ("added", order["id"], {"pan": {"secret": True}})


async def test_a_small_order_stores_none(asha, karthik, people, run_sync):
    order = succeeded(await asha.post("/order/", json=basket(people, line(people.ring), paymentMethod="cod", pan=PAN)))
    assert order["panMissing"] is False
    assert await run_sync(lambda session: session.scalar(select(func.count()).select_from(OrderPan))) == 0
    assert succeeded(await karthik.get(f"/order/pan/?orderId={order['id']}"))["state"] == "not_needed"
    failed(await karthik.post("/order/pan/", json={"orderId": order["id"], "pan": PAN}), 409)


async def test_the_same_key_gives_the_same_order_whatever_the_pan(asha, dear):
    key = {"Idempotency-Key": "one"}
    first = succeeded(await asha.post("/order/", json=dear | {"pan": PAN}, headers=key))
    assert succeeded(await asha.post("/order/", json=dear, headers=key))["id"] == first["id"]


async def test_it_is_whole_only_to_who_gives_the_password_again_and_the_audit_says_to_whom(
    asha, karthik, people, dear, run_sync
):
    order = succeeded(await asha.post("/order/", json=dear | {"pan": PAN}))
    wanted = {"orderId": order["id"], "password": "wrong"}
    failed(await karthik.post("/order/pan/?flag=reveal", json=wanted), 403, "password")
    assert await run_sync(lambda session: session.scalars(select(AuditEntry)).all()) == []
    wanted["password"] = factories.PASSWORD
    assert succeeded(await karthik.post("/order/pan/?flag=reveal", json=wanted)) == {"orderId": order["id"], "pan": PAN}
    [entry] = await run_sync(lambda session: session.scalars(select(AuditEntry)).all())
    assert (entry.actor, entry.action, entry.label) == (people.karthik.name, "read", f"PAN of order {order['id']}")
    assert PAN not in json.dumps(entry.changes)
    failed(await karthik.post("/order/pan/?flag=reveal", json=wanted | {"orderId": 2**40}), 404)
    other = succeeded(await asha.post("/order/", json=basket(people, line(people.ring))))
    failed(await karthik.post("/order/pan/?flag=reveal", json=wanted | {"orderId": other["id"]}), 409)
