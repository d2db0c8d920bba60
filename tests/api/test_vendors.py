"""Vendors, for admins only."""

from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import failed, succeeded

FORM = {
    "name": "Sri Lakshmi Goldsmiths",
    "address1": "14 Car Street",
    "address2": "Chennai",
    "address3": "Tamil Nadu",
    "address4": "600004",
    "contactNumbers": "+91 44 5550 1234",
    "status": "active",
    "createdBy": "admin",
}


async def test_a_vendor_is_added_changed_and_deleted(karthik, run_sync):
    before = succeeded(await karthik.get("/vendor/"))
    answer = await karthik.post("/vendor/", json=FORM)
    vendor = succeeded(answer)
    assert answer.json()["message"] == "Vendor added"
    assert FORM.items() <= vendor.items()
    answer = await karthik.post(f"/vendor/?id={vendor['id']}", json=FORM | {"id": vendor["id"], "status": "in active"})
    assert answer.json()["message"] == "Vendor updated"
    assert succeeded(answer) == vendor | {"status": "in active"}
    assert (await karthik.delete(f"/vendor/?id={vendor['id']}")).json()["message"] == "Vendor deleted"
    assert succeeded(await karthik.get("/vendor/")) == before
    events = await run_sync(factories.events)
    # Shoppers see no vendors.
    assert {(event["type"], event["reach"]) for event in events} == {("catalogue.changed", "admins")}
    assert [event["data"]["action"] for event in events] == ["created", "updated", "deleted"]
    assert {(event["data"]["entity"], event["data"]["id"]) for event in events} == {("vendor", vendor["id"])}


async def test_a_form_is_read_as_well(karthik):
    vendor = succeeded(await karthik.post("/vendor/", data=FORM))
    assert FORM.items() <= vendor.items()


async def test_the_state_may_be_left_out(karthik):
    sent = {name: value for name, value in FORM.items() if name != "address3"}
    assert succeeded(await karthik.post("/vendor/", json=sent))["address3"] == ""
    assert succeeded(await karthik.post("/vendor/", json=sent | {"address3": None}))["address3"] == ""


@cases("field", ["name", "address1", "address2", "address4", "contactNumbers", "status"])
@cases("value", ["", "   ", None, 7, "a\x00b", "x" * 501, [], "\ud800"])
async def test_every_other_field_is_required_and_bounded(karthik, run_sync, field, value):
    before = await run_sync(factories.contents)
    answer = await karthik.post("/vendor/", content=_json(FORM | {field: value}))
    assert answer.status_code == 422
    assert await run_sync(factories.contents) == before


def _json(content):
    import json  # noqa: PLC0415 - only this function uses it

    return json.dumps(content).encode()


async def test_active_vendors_can_be_asked_for_and_lists_go_on(karthik):
    there = [vendor["id"] for vendor in succeeded(await karthik.get("/vendor/"))]
    ids = [succeeded(await karthik.post("/vendor/", json=FORM | {"name": name}))["id"] for name in "abc"]
    succeeded(await karthik.post(f"/vendor/?id={ids[1]}", json={"status": "in active"}))
    assert [vendor["id"] for vendor in succeeded(await karthik.get("/vendor/?status=active"))] == [
        *there,
        ids[0],
        ids[2],
    ]
    first = (await karthik.get(f"/vendor/?limit=2&cursor={len(there)}")).json()
    assert [vendor["id"] for vendor in first["data"]] == ids[:2]
    rest = (await karthik.get(f"/vendor/?limit=2&cursor={first['nextCursor']}")).json()
    assert [vendor["id"] for vendor in rest["data"]] == ids[2:]
    assert rest["nextCursor"] is None


async def test_a_vendor_of_products_stays(karthik, people, run_sync):
    before = await run_sync(factories.contents)
    answer = failed(await karthik.delete(f"/vendor/?id={people.ring.vendor_id}"), 409)
    assert answer["message"] == "Goldsmith cannot be deleted: 1 product comes from this vendor."
    assert await run_sync(factories.contents) == before


async def test_a_vendor_who_is_not_there_is_not_found(karthik, run_sync):
    before = await run_sync(factories.contents)
    failed(await karthik.post("/vendor/?id=999999", json=FORM), 404)
    failed(await karthik.delete("/vendor/?id=999999"), 404)
    assert await run_sync(factories.contents) == before


async def test_only_admins_see_or_keep_vendors(visitor, asha, people, run_sync):
    path, before = f"/vendor/?id={people.ring.vendor_id}", await run_sync(factories.contents)
    for browser, status in ((visitor, 401), (asha, 403)):
        failed(await browser.get("/vendor/"), status)
        failed(await browser.post("/vendor/", json=FORM), status)
        failed(await browser.post(path, json=FORM), status)
        failed(await browser.delete(path), status)
    assert await run_sync(factories.contents) == before


async def test_vendors_are_found_and_sorted(karthik):
    for name, city in [("Zari Works", "Surat"), ("amber house", "Jaipur"), ("Bead & Co", "Jaipur")]:
        succeeded(await karthik.post("/vendor/", json=FORM | {"name": name, "address2": city}))
    found = succeeded(await karthik.get("/vendor/?search=JAIP&sort=name"))
    assert [vendor["name"] for vendor in found] == ["amber house", "Bead & Co"]
    first = (await karthik.get("/vendor/?sort=nameDesc&limit=1")).json()
    assert first["data"][0]["name"] == "Zari Works"
    rest = succeeded(await karthik.get(f"/vendor/?sort=nameDesc&cursor={first['nextCursor']}"))
    assert "Bead & Co" in [vendor["name"] for vendor in rest]
    assert "Zari Works" not in [vendor["name"] for vendor in rest]


async def test_a_vendor_is_found_by_a_phone_number_however_it_is_written(karthik):
    stored = {"name": "Zari Works", "contactNumbers": "98410 55099, 044-5550 9876 (Ramesh)"}
    succeeded(await karthik.post("/vendor/", json=FORM | stored))
    for search in ("9841055099", "+919841055099", "09841055099", "98410-55099", "+91 44 5550 9876", "ramesh"):
        found = succeeded(await karthik.get("/vendor/", params={"search": search}))
        assert [vendor["name"] for vendor in found] == ["Zari Works"]
