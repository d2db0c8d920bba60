"""A new password or email address requires the current password, except shortly after the sign-in."""

import datetime as dt

import pytest
from sqlalchemy import update

from shop.clock import now
from shop.sessions.cookies import ROLE_HEADER
from shop.sessions.lifetimes import FRESH_SIGN_IN
from shop.sessions.model import Session as SignIn
from tests.api.test_customer_list import fields
from tests.support import factories
from tests.support.http_client import failed, succeeded


@pytest.fixture
async def address(people) -> str:
    return f"/customer/?id={people.asha.id}"


@pytest.fixture
async def signed_in_long_ago(asha, database) -> None:
    await database.execute(update(SignIn).values(created_at=now() - FRESH_SIGN_IN - dt.timedelta(seconds=1)))
    await database.commit()


NEW = [{"password": "Another@2026"}, {"email": "new@shop.example"}]


@pytest.mark.parametrize("new", NEW)
async def test_the_current_password_is_required_long_after_the_sign_in(
    asha, people, address, signed_in_long_ago, run_sync, new
):
    before = await run_sync(factories.contents)
    body = failed(await asha.post(address, json=fields(people.asha, **new)), 403, "currentPassword")
    assert body["message"] == "Please enter your current password."
    wrong = fields(people.asha, **new, currentPassword="Wrong@2026")
    body = failed(await asha.post(address, json=wrong), 403, "currentPassword")
    assert body["message"] == "The current password is not right."
    assert await run_sync(factories.contents) == before
    succeeded(await asha.post(address, json=fields(people.asha, **new, currentPassword=factories.PASSWORD)))
    assert succeeded(await asha.get("/customer/me/"))["id"] == people.asha.id


async def test_other_changes_need_no_password(asha, people, address, signed_in_long_ago):
    same = fields(people.asha, name="Asha V", phone="9841055001", email=people.asha.email.upper())
    assert succeeded(await asha.post(address, json=same))["name"] == "Asha V"


@pytest.mark.parametrize("new", NEW)
async def test_no_password_is_required_after_a_recent_sign_in_but_a_wrong_one_is_refused(asha, people, address, new):
    wrong = fields(people.asha, **new, currentPassword="Wrong@2026")
    failed(await asha.post(address, json=wrong), 403, "currentPassword")
    succeeded(await asha.post(address, json=fields(people.asha, **new)))


@pytest.mark.parametrize("new", NEW)
async def test_staff_prove_their_identity_again_long_after_the_sign_in(
    karthik, people, address, signed_in_long_ago, run_sync, new
):
    before = await run_sync(factories.contents)
    failed(await karthik.post(address, json=fields(people.asha, **new)), 403, "stepUp")
    assert await run_sync(factories.contents) == before
    succeeded(await karthik.post("/admin/verify/", json={"password": factories.PASSWORD}))
    succeeded(await karthik.post(address, json=fields(people.asha, **new)))


async def test_staff_make_other_changes_long_after_the_sign_in(karthik, people, address, signed_in_long_ago):
    same = fields(people.asha, name="Asha V", phone="9841055001", email=people.asha.email.upper())
    assert succeeded(await karthik.post(address, json=same))["name"] == "Asha V"
    failed(await karthik.post("/customer/?id=2000000000", json={"password": "Another@2026"}), 404)


async def test_an_admin_needs_no_current_password(karthik, people, address, browsers):
    async with browsers.visitor() as visitor:
        succeeded(await karthik.post(address, json=fields(people.asha, password="Another@2026")))
        given = {"email": people.asha.email, "password": "Another@2026"}
        succeeded(await visitor.post("/customer/login/", json=given))


@pytest.mark.parametrize("new", NEW)
async def test_an_admin_in_the_same_browser_spares_a_customer_no_password(people, browsers, database, address, new):
    async with await browsers.of(people.asha, people.karthik) as both:
        await database.execute(update(SignIn).values(created_at=now() - FRESH_SIGN_IN - dt.timedelta(seconds=1)))
        await database.commit()
        failed(await both.post(address, json=fields(people.asha, **new)), 403, "currentPassword")
        both.headers[ROLE_HEADER] = "admin"
        failed(await both.post(address, json=fields(people.asha, **new)), 403, "stepUp")
        succeeded(await both.post("/admin/verify/", json={"password": factories.PASSWORD}))
        succeeded(await both.post(address, json=fields(people.asha, **new)))


@pytest.mark.parametrize("new", NEW)
async def test_a_customer_does_not_pass_for_staff_by_the_header_of_the_portal(
    asha, people, address, signed_in_long_ago, new
):
    asha.headers[ROLE_HEADER] = "admin"
    failed(await asha.post(address, json=fields(people.asha, **new)), 403, "currentPassword")


async def test_guesses_count_like_those_of_sign_ins(asha, people, address, no_pause_passes):
    wrong = fields(people.asha, password="Another@2026", currentPassword="Wrong@2026")
    for _ in range(10):
        failed(await asha.post(address, json=wrong), 403, "currentPassword")
    right = wrong | {"currentPassword": factories.PASSWORD}
    assert failed(await asha.post(address, json=right), 429)["message"]
