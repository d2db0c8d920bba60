"""Courier and tracking number of order lines, and delivery times by pin code."""

from datetime import timedelta

import pytest

from shop.clock import now, today
from shop.shipping import settings
from shop.shipping.model import ShipmentChange
from tests.api.test_order_placement import basket, line
from tests.support import factories
from tests.support.http_client import failed, succeeded

COURIERS = "Blue Dart=https://track.example/?n={number};Speed Post"
PIN_CODES = "prefix,days,deliverable\n6,2-3,yes\n600,1,yes\n79,,no\n"


@pytest.fixture
def couriers(monkeypatch):
    monkeypatch.setenv("SHOP_COURIERS", COURIERS)
    settings.couriers.cache_clear()
    yield
    settings.couriers.cache_clear()


@pytest.fixture
def pin_codes(monkeypatch, tmp_path):
    file = tmp_path / "pin_codes.csv"
    file.write_text(PIN_CODES)
    monkeypatch.setenv("SHOP_PINCODES", str(file))
    settings.pin_codes.cache_clear()
    yield
    settings.pin_codes.cache_clear()


@pytest.fixture
async def parcel(asha, karthik, people, couriers):
    """Ship an order line of Asha's."""
    body = basket(people, line(people.ring, 1))
    item = succeeded(await asha.post("/order/", json=body))["items"][0]["id"]
    succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "shipped"}))
    return item


def enter(browser, item, courier="Blue Dart", number="7741 0926 3358", version=1):
    body = {"itemId": item, "courier": courier, "trackingNumber": number, "version": version}
    return browser.post("/order/shipment/", json=body)


async def test_courier_and_number_are_shown_with_their_link(asha, karthik, people, parcel, run_sync):
    saved = succeeded(await enter(karthik, parcel))
    link = "https://track.example/?n=774109263358"
    assert (saved["courier"], saved["trackingNumber"], saved["trackingUrl"]) == ("Blue Dart", "774109263358", link)
    [listed] = succeeded(await asha.get(f"/order/?customerId={people.asha.id}"))
    [managed] = succeeded(await karthik.get(f"/order/?id={saved['orderId']}"))["items"]
    [board] = succeeded(await karthik.get("/order/?flag=allOrders"))
    for shown in (listed, managed, board["items"][0]):
        assert (shown["courier"], shown["trackingUrl"], shown["shipmentVersion"]) == ("Blue Dart", link, 2)
        assert shown["version"] == 2
    event = (await run_sync(factories.events))[-1]
    assert (event["type"], event["reach"]) == ("order.shipment_changed", "customer_and_admins")
    assert (event["customer_id"], event["data"] | event["admin_data"]) == (people.asha.id, saved)
    assert "changedBy" not in event["data"]
    assert "774109263358" in (await karthik.get("/order/?flag=itemsCsv")).text


async def test_one_number_is_for_all_pieces_of_a_parcel_or_for_none(asha, ben, karthik, people, couriers, run_sync):
    async def place(browser, person) -> list[int]:
        body = basket(people, line(people.ring, 1), line(people.chain, 1)) | {"customerId": person.id}
        items = [each["id"] for each in succeeded(await browser.post("/order/", json=body))["items"]]
        for item in items:
            succeeded(await karthik.post("/order/?flag=updateStatus", json={"id": item, "status": "shipped"}))
        return items

    one, two = await place(asha, people.asha)
    sent = {"courier": "Blue Dart", "trackingNumber": "774109263358", "itemId": one, "version": 1}
    stale = sent | {"alsoItems": [{"itemId": two, "version": 7}]}
    assert failed(await karthik.post("/order/shipment/", json=stale), 409)["data"]["itemId"] == two
    failed(await karthik.post("/order/shipment/", json=sent | {"alsoItems": [{"itemId": 10**9, "version": 1}]}), 404)
    assert await run_sync(lambda session: session.query(ShipmentChange).count()) == 0
    saved = succeeded(
        await karthik.post("/order/shipment/", json=sent | {"alsoItems": [{"itemId": two, "version": 1}]})
    )
    assert saved["itemId"] == one
    items = succeeded(await karthik.get(f"/order/?id={saved['orderId']}"))["items"]
    assert {(each["id"], each["trackingNumber"]) for each in items} == {(one, "774109263358"), (two, "774109263358")}
    elsewhere, _ = await place(ben, people.ben)
    mixed = sent | {"version": 2, "alsoItems": [{"itemId": elsewhere, "version": 1}]}
    failed(await karthik.post("/order/shipment/", json=mixed), 404)


async def test_each_courier_stays_in_the_history(karthik, people, parcel):
    succeeded(await enter(karthik, parcel))
    succeeded(await enter(karthik, parcel, "Speed Post", "ek123456789in", version=2))
    succeeded(await enter(karthik, parcel, None, None, version=3))
    choice = succeeded(await karthik.get(f"/order/shipment/?itemId={parcel}"))
    assert choice["couriers"] == ["Blue Dart", "Speed Post"]
    told = [(step["version"], step["courier"], step["trackingNumber"]) for step in choice["history"]]
    assert told == [(4, None, None), (3, "Speed Post", "EK123456789IN"), (2, "Blue Dart", "774109263358")]
    assert {step["changedBy"] for step in choice["history"]} == {people.karthik.name}
    removed, *_ = succeeded(await karthik.get("/audit/"))
    assert [each["field"] for each in removed["changes"]] == ["courier", "tracking_number"]


@pytest.mark.parametrize(
    ("change", "field"),
    [
        ({"courier": "Pigeon"}, "courier"),
        ({"number": "12"}, "trackingNumber"),
        ({"number": "<b>1234</b>"}, "trackingNumber"),
        ({"number": None}, "trackingNumber"),
        ({"version": 0}, "version"),
    ],
)
async def test_what_no_courier_has_is_refused(karthik, parcel, run_sync, change, field):
    failed(await enter(karthik, parcel, **change), 422, field)
    assert await run_sync(lambda session: session.query(ShipmentChange).count()) == 0


async def test_a_colleagues_courier_is_not_overwritten(karthik, parcel):
    succeeded(await enter(karthik, parcel))
    refused = failed(await enter(karthik, parcel, "Speed Post", "EK123456789IN"), 409)
    assert (refused["data"]["courier"], refused["data"]["shipmentVersion"]) == ("Blue Dart", 2)


async def test_only_what_is_packed_has_a_courier(asha, karthik, people, couriers):
    item = succeeded(await asha.post("/order/", json=basket(people)))["items"][0]["id"]
    assert "no courier has it" in failed(await enter(karthik, item), 409)["message"]


@pytest.mark.parametrize(
    ("pin_code", "days"), [("600020", (1, 1)), ("641001", (2, 3)), ("110001", (3, 5)), ("790104", None)]
)
async def test_the_longest_prefix_of_a_pin_code_counts(visitor, pin_codes, pin_code, days):
    told = succeeded(await visitor.get(f"/delivery/?pincode={pin_code}"))
    expected = [str(today(now() + timedelta(days=each))) for each in days] if days else [None, None]
    assert [told["earliest"], told["latest"]] == expected
    assert told["isDelivered"] is (days is not None)
    assert succeeded(await visitor.get("/contact/"))["asksPinCode"] is True


@pytest.mark.parametrize("pin_code", ["", "60002", "000001", "6000200", "60002x", "६०००२०"])
async def test_a_pin_code_has_six_digits(visitor, pin_code):
    refusal = failed(await visitor.get("/delivery/", params={"pincode": pin_code}), 422, "pincode")
    assert "six digits" in refusal["errors"]["pincode"]


async def test_a_pin_code_may_have_a_space(visitor):
    told = succeeded(await visitor.get("/delivery/", params={"pincode": "600 020"}))
    assert told["pinCode"] == "600020"


async def test_an_order_keeps_its_estimate_and_is_refused_where_nothing_is_delivered(
    asha, people, pin_codes, database, run_sync
):
    near = await database.run_sync(factories.note_address, people.asha, zip_code="600020")
    far = await database.run_sync(factories.note_address, people.asha, zip_code="790104")
    await database.commit()
    order = succeeded(await asha.post("/order/", json=basket(people, addressId=near.id)))
    assert order["deliveryFrom"] == order["deliveryDate"]
    before = await run_sync(factories.contents)
    refused = failed(await asha.post("/order/", json=basket(people, addressId=far.id)), 422, "addressId")
    assert "do not deliver to 790104" in refused["message"]
    assert await run_sync(factories.contents) == before
