"""People see the devices and times of their own sign-ins, and end one or all of them."""

import pytest

from tests.support import factories
from tests.support.http_client import failed, succeeded

CHROME = "Mozilla/5.0 (Windows NT 10.0; Win64; x64) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/140.0 Safari/537.36"
IPHONE = "Mozilla/5.0 (iPhone; CPU iPhone OS 19_0 like Mac OS X) AppleWebKit/605.1.15 Version/19.0 Safari/604.1"
ROLES = ("customer", "admin")


@pytest.fixture
async def elsewhere(browsers):
    """Open another browser in which nobody is signed in yet."""
    async with browsers.visitor() as browser:
        yield browser


async def sign_in(browser, role: str, person, agent: str):
    browser.headers["user-agent"] = agent
    credentials = {"email": person.email, "password": factories.PASSWORD}
    succeeded(await browser.post(f"/{role}/login/", json=credentials))


async def listed(browser, role: str) -> list[dict]:
    return succeeded(await browser.get(f"/{role}/sessions/"))


@pytest.fixture
def person_of(people):
    return {"customer": people.asha, "admin": people.karthik}.__getitem__


@pytest.mark.parametrize("role", ROLES)
async def test_each_sign_in_is_listed_with_its_device_and_address(visitor, elsewhere, person_of, role):
    await sign_in(visitor, role, person_of(role), CHROME)
    await sign_in(elsewhere, role, person_of(role), IPHONE)
    first, second = await listed(elsewhere, role)
    assert (first["device"], first["isThis"]) == ("Safari on iPhone", True)
    assert (second["device"], second["isThis"]) == ("Chrome on Windows", False)
    assert (first["address"], first["place"]) == (second["address"], "The shop's own machine")


@pytest.mark.parametrize("role", ROLES)
async def test_a_place_is_compared_with_the_one_from_which_the_list_is_read(visitor, elsewhere, person_of, role):
    await sign_in(visitor.at("49.36.1.5"), role, person_of(role), CHROME)
    await sign_in(elsewhere.at("103.21.58.7"), role, person_of(role), IPHONE)
    assert [each["place"] for each in await listed(visitor, role)] == ["This network", "Another network"]
    visitor.at("103.21.58.7")
    assert [each["place"] for each in await listed(visitor, role)] == ["Another network", "This network"]


@pytest.mark.parametrize("role", ROLES)
async def test_one_sign_in_can_be_ended_elsewhere(visitor, elsewhere, person_of, role):
    await sign_in(visitor, role, person_of(role), CHROME)
    await sign_in(elsewhere, role, person_of(role), IPHONE)
    [other] = [each for each in await listed(visitor, role) if not each["isThis"]]
    succeeded(await visitor.delete(f"/{role}/sessions/?id={other['id']}"))
    failed(await elsewhere.get(f"/{role}/me/"), 401)
    failed(await visitor.delete(f"/{role}/sessions/?id={other['id']}"), 404)


@pytest.mark.parametrize("role", ROLES)
async def test_all_other_sign_ins_end_at_once(visitor, elsewhere, person_of, role):
    await sign_in(visitor, role, person_of(role), CHROME)
    await sign_in(elsewhere, role, person_of(role), IPHONE)
    succeeded(await visitor.post(f"/{role}/sessions/?flag=endOthers"))
    failed(await elsewhere.get(f"/{role}/me/"), 401)
    [own] = await listed(visitor, role)
    assert own["isThis"]


async def test_nobody_sees_or_ends_the_sign_ins_of_others(asha, ben, karthik):
    [own] = await listed(asha, "customer")
    failed(await ben.delete(f"/customer/sessions/?id={own['id']}"), 404)
    failed(await karthik.delete(f"/admin/sessions/?id={own['id']}"), 404)
    succeeded(await karthik.post("/admin/sessions/?flag=endOthers"))
    assert len(await listed(asha, "customer")) == len(await listed(ben, "customer")) == 1


async def test_a_sign_in_from_a_new_device_is_told_once(visitor, people, run_sync):
    await sign_in(visitor, "customer", people.asha, IPHONE)
    await sign_in(visitor, "customer", people.asha, IPHONE)
    [event] = await run_sync(factories.events)
    assert event["type"] == "session.new_device"
    assert event["data"] | {"address": ""} == {
        "role": "customer",
        "personId": people.asha.id,
        "device": "Safari on iPhone",
        "address": "",
    }


async def test_a_sign_up_is_no_new_device(visitor, run_sync):
    person = {"name": "Neha", "email": "neha@shop.example", "phone": "9841055001", "password": factories.PASSWORD}
    succeeded(await visitor.post("/customer/", json=person | {"flag": "signUp"}))
    assert [event["type"] for event in await run_sync(factories.events)] == ["customer.registered"]
