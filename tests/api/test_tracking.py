"""Tracking links: their content, their revocation, and invalid links."""

from datetime import timedelta
from types import SimpleNamespace

import pytest
from sqlalchemy import update

from shop.clock import now
from shop.orders.model import OrderItem, Status
from shop.tracking import model
from tests.api.test_order_placement import basket
from tests.support import factories
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def order(asha, people, database):
    address = await database.run_sync(factories.note_address, people.asha)
    await database.commit()
    return succeeded(await asha.post("/order/", json=basket(people, addressId=address.id)))


async def link_of(browser, order) -> str:
    return succeeded(await browser.get(f"/order/tracking/?orderId={order['id']}"))["path"].removeprefix("/track/")


def share(browser, order, *, is_shared: bool):
    return browser.post("/order/tracking/", json={"orderId": order["id"], "isShared": is_shared})


async def test_a_link_shows_the_way_and_neither_name_nor_address_nor_piece_nor_price(
    asha, karthik, visitor, people, order
):
    first = order["items"][0]["id"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": first, "status": "shipped"}))
    body = {"itemId": first, "courier": "Speed Post", "trackingNumber": "EK123456789IN", "version": 1}
    succeeded(await karthik.post("/order/shipment/", json=body))
    response = await visitor.get(f"/track/?token={await link_of(asha, order)}")
    shown = succeeded(response)
    assert response.headers["cache-control"] == "no-store"
    assert set(shown) == {"orderId", "deliveryFrom", "deliveryDate", "parcels"}
    parcels = [(parcel["status"], parcel["pieces"], parcel["courier"]) for parcel in shown["parcels"]]
    assert parcels == [("shipped", 1, "Speed Post"), ("ordered", 3, None)]
    hidden = [people.asha.name, "Asha", people.asha.email, people.ring.name, "91500", "231000"]
    hidden += [value for name, value in order["address"].items() if value and name != "country"]
    assert [each for each in hidden if each in response.text] == []


async def test_a_link_that_was_ended_shows_nothing_and_a_new_one_shows_the_order(asha, visitor, order, run_sync):
    old = await link_of(asha, order)
    assert succeeded(await share(asha, order, is_shared=False))["path"] is None
    failed(await visitor.get(f"/track/?token={old}"), 404)
    assert succeeded(await share(asha, order, is_shared=False))["path"] is None
    new = succeeded(await share(asha, order, is_shared=True))["path"].removeprefix("/track/")
    failed(await visitor.get(f"/track/?token={old}"), 404)
    succeeded(await visitor.get(f"/track/?token={new}"))
    events = [event["data"]["isShared"] for event in await run_sync(factories.events) if "tracking" in event["type"]]
    assert events == [False, True]


async def test_only_the_shopper_whose_order_it_is_has_its_link(ben, order):
    failed(await ben.get(f"/order/tracking/?orderId={order['id']}"), 404)
    failed(await share(ben, order, is_shared=False), 404)


async def test_a_link_ends_sixty_days_after_the_last_piece_has_arrived(asha, visitor, order, database):
    token = await link_of(asha, order)
    for days, status in ((59, 200), (61, 404)):
        arrived = {"status": "delivered", "delivered_at": now() - timedelta(days=days)}
        await database.execute(update(OrderItem).where(OrderItem.order_id == order["id"]).values(arrived))
        await database.commit()
        assert (await visitor.get(f"/track/?token={token}")).status_code == status
    assert succeeded(await asha.get(f"/order/tracking/?orderId={order['id']}"))["path"] is None


async def test_a_token_that_was_changed_shows_nothing(asha, visitor, order):
    token = await link_of(asha, order)
    subject, until, signature = token.split(".")
    other = model.token(order["id"] + 1, 1)
    for wrong in (
        "",
        "x",
        token[:-1],
        f"{token}A",
        f"{int(subject) + 1}.{until}.{signature}",
        f"{subject}.1.{signature}",
        f"{subject}.{until}.{other.split('.')[2]}",
        "9" * 13 + f".{until}.{signature}",
        f"\u0661.{until}.{signature}",
        "9" * 1000,
    ):
        failed(await visitor.get("/track/", params={"token": wrong}), 404)


def test_the_link_of_a_cancelled_item_ends_after_its_cancellation():
    cancelled_at = now()
    delivered_at = cancelled_at - timedelta(days=90)
    item = SimpleNamespace(status=Status.CANCELLED, delivered_at=delivered_at, cancelled_at=cancelled_at)
    assert model.ends_at([item]) == cancelled_at + model.ENDS_AFTER
