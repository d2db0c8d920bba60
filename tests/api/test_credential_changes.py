"""A change of a password or an email address is recorded, so that a worker tells its person by mail."""

import pytest

from shop.clock import now
from shop.customers.model import confirmation_token
from tests.api.test_customer_list import fields
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.password_reset import request_code, set_password, stored_code, verify_code

FIREFOX = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0"
NEW_EMAIL, NEW_PASSWORD = "new@mail.example", "Another@2026"


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


async def confirm(database, customer) -> None:
    customer.email_confirmed_at = now()
    await database.commit()


async def test_a_confirmed_address_is_recorded_once_when_another_one_replaces_it(
    asha, people, visitor, database, run_sync
):
    await confirm(database, people.asha)
    former = people.asha.email
    succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, email=NEW_EMAIL)))
    assert await changes(run_sync, "customer.email_replaced") == []
    token = confirmation_token(people.asha.id, NEW_EMAIL, at=now())
    for _ in range(2):
        succeeded(await visitor.post("/customer/confirmEmail/", json={"token": token}))
    [data] = await changes(run_sync, "customer.email_replaced")
    assert data == {"customerId": people.asha.id, "customerEmail": former, "byStaff": False}


async def test_a_confirmed_address_is_recorded_once_when_staff_replace_it(karthik, people, database, run_sync):
    await confirm(database, people.asha)
    former, path = people.asha.email, f"/customer/?id={people.asha.id}"
    succeeded(await karthik.post(path, json=fields(people.asha, email=former.upper())))
    assert await changes(run_sync, "customer.email_replaced") == []
    for _ in range(2):
        succeeded(await karthik.post(path, json=fields(people.asha, email=NEW_EMAIL)))
    [data] = await changes(run_sync, "customer.email_replaced")
    assert data == {"customerId": people.asha.id, "customerEmail": former.upper(), "byStaff": True}


@pytest.mark.parametrize("is_by_staff", [False, True])
async def test_an_unconfirmed_former_address_is_in_no_event(asha, karthik, people, visitor, run_sync, is_by_staff):
    browser = karthik if is_by_staff else asha
    succeeded(await browser.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, email=NEW_EMAIL)))
    token = confirmation_token(people.asha.id, NEW_EMAIL, at=now())
    succeeded(await visitor.post("/customer/confirmEmail/", json={"token": token}))
    assert await changes(run_sync, "customer.email_replaced") == []
