"""A change of a password is recorded, so that a worker tells its person by mail."""

from tests.api.test_customer_list import fields
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.password_reset import request_code, set_password, stored_code, verify_code

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW_PASSWORD = "Another@2026"


async def changes(run_sync, kind: str) -> list[dict]:
    """Return the data of the recorded events of this kind. None of them reaches a page or another system."""
    found = [event for event in await run_sync(factories.events) if event["type"] == kind]
    assert {event["reach"] for event in found} <= {"nobody"}
    return [event["data"] for event in found]


async def test_a_new_password_on_profile_is_recorded_once_with_its_device(asha, people, run_sync):
    path = f"/customer/?id={people.asha.id}"
    succeeded(await asha.post(path, json=fields(people.asha, name="Asha V")))
    assert await changes(run_sync, "customer.password_changed") == []
    asha.headers["user-agent"] = FIREFOX
    succeeded(await asha.at("49.36.1.5").post(path, json=fields(people.asha, password=NEW_PASSWORD)))
    [data] = await changes(run_sync, "customer.password_changed")
    assert data == {"customerId": people.asha.id, "device": "Firefox on Linux", "address": "49.36.1.5"}


async def test_a_new_password_by_staff_is_recorded_without_their_device(karthik, people, run_sync):
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, password=NEW_PASSWORD)))
    [data] = await changes(run_sync, "customer.password_changed")
    assert data == {"customerId": people.asha.id, "device": None, "address": None}


async def test_a_new_password_by_a_code_is_recorded_once(visitor, people, run_sync):
    email = people.asha.email
    await request_code(visitor, email)
    await verify_code(visitor, await run_sync(stored_code), email)
    assert await changes(run_sync, "customer.password_changed") == []
    visitor.headers["user-agent"] = FIREFOX
    succeeded(await set_password(visitor.at("49.36.1.5"), email=email))
    failed(await set_password(visitor, email=email), 403)
    [data] = await changes(run_sync, "customer.password_changed")
    assert data == {"customerId": people.asha.id, "device": "Firefox on Linux", "address": "49.36.1.5"}


async def test_the_first_password_is_no_change(visitor, karthik, run_sync):
    person = {"name": "Neha", "email": "neha@shop.example", "phone": "9841055001", "password": NEW_PASSWORD}
    succeeded(await visitor.post("/customer/", json=person))
    succeeded(await karthik.post("/customer/", json=person | {"email": "other@shop.example"}))
    assert await changes(run_sync, "customer.password_changed") == []


async def test_a_shopper_changes_the_password_ten_times_an_hour(asha, people, karthik, run_sync, no_pause_passes):
    path, wanted = f"/customer/?id={people.asha.id}", fields(people.asha, password=NEW_PASSWORD)
    for _ in range(10):
        succeeded(await asha.post(path, json=wanted))
    assert "many times within an hour" in failed(await asha.post(path, json=wanted), 429)["message"]
    assert len(await changes(run_sync, "customer.password_changed")) == 10
    succeeded(await asha.post(path, json=fields(people.asha, name="Asha V")))
    succeeded(await karthik.post(path, json=wanted))
