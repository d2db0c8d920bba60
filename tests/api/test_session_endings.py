"""A call with an ended session gets the reason, which the sign-in page shows."""

import datetime as dt

import pytest
from sqlalchemy import text, update

from shop.clock import now
from shop.sessions.cookies import ROLE_HEADER
from shop.sessions.model import Session as SignIn
from tests.support import factories
from tests.support.database import prune_within
from tests.support.http_client import failed, succeeded

DAY = dt.timedelta(days=1)


async def reasons(browser, path: str = "/customer/me/", status: int = 401) -> dict[str, str] | None:
    data = failed(await browser.get(path), status).get("data")
    return data and data["ended"]


def fields(customer, **changed: str) -> dict[str, str]:
    return {"name": customer.name, "email": customer.email, "phone": customer.phone, "password": ""} | changed


async def test_a_new_password_is_the_reason_in_other_browsers(asha, people, browsers):
    async with await browsers.of(people.asha) as elsewhere:
        succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, password="Another@2026")))
        assert await reasons(elsewhere) == {"customer": "password_changed"}
        assert "swarna_customer" not in elsewhere.cookies
        assert await reasons(elsewhere) == {"customer": "password_changed"}, "the page may have missed the answer"
        credentials = {"email": people.asha.email, "password": "Another@2026"}
        succeeded(await elsewhere.post("/customer/login/", json=credentials))
        assert "swarna_ended_customer" not in elsewhere.cookies


async def test_a_password_that_an_admin_sets_is_a_reason(asha, people, karthik):
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, password="Another@2026")))
    assert await reasons(asha, f"/cart/?custId={people.asha.id}") == {"customer": "by_shop"}


async def test_a_password_that_a_customer_sets_on_a_page_of_the_portal_is_set_by_the_shop(browsers, people, run_sync):
    async with await browsers.of(people.asha, people.karthik) as both:
        both.headers[ROLE_HEADER] = "admin"
        path = f"/customer/?id={people.asha.id}"
        succeeded(await both.post(path, json=fields(people.asha, password="Another@2026")))
        assert "swarna_customer_device" not in both.cookies
        assert await reasons(both, status=403) == {"customer": "by_shop"}
    [changed] = [each for each in await run_sync(factories.events) if each["type"] == "customer.password_changed"]
    assert (changed["data"]["device"], changed["data"]["address"]) == (None, None)


async def test_a_deleted_account_is_a_reason(ben, people, karthik):
    succeeded(await karthik.delete(f"/customer/?id={people.ben.id}"))
    assert await reasons(ben) == {"customer": "account_deleted"}


async def test_a_sign_out_in_another_window_is_a_reason(asha, browsers):
    async with browsers.visitor() as window:
        window.cookies.update(asha.cookies)
        succeeded(await asha.post("/customer/logout/"))
        assert await reasons(window) == {"customer": "signed_out"}


@pytest.mark.parametrize("role", ["customer", "admin"])
@pytest.mark.parametrize("way", ["one", "others"])
async def test_an_end_from_another_device_is_a_reason(browsers, people, role, way):
    person = {"customer": people.asha, "admin": people.karthik}[role]
    async with await browsers.of(person) as own, await browsers.of(person) as other:
        shown = succeeded(await own.get(f"/{role}/sessions/"))
        [theirs] = [each["id"] for each in shown if not each["isThis"]]
        call = {"one": ("DELETE", f"?id={theirs}"), "others": ("POST", "?flag=endOthers")}[way]
        succeeded(await own.request(call[0], f"/{role}/sessions/{call[1]}"))
        assert await reasons(other, f"/{role}/me/") == {role: "ended_elsewhere"}


async def test_ending_the_own_sign_in_is_a_sign_out(asha):
    [own] = succeeded(await asha.get("/customer/sessions/"))
    succeeded(await asha.delete(f"/customer/sessions/?id={own['id']}"))
    assert await reasons(asha) == {"customer": "signed_out"}


@pytest.mark.parametrize(("column", "reason"), [("seen_at", "idle"), ("expires_at", "expired")])
async def test_an_expired_session_is_a_reason(asha, database, column, reason):
    await database.execute(update(SignIn).values({column: now() - 15 * DAY}))
    await database.commit()
    assert await reasons(asha) == {"customer": reason}


async def test_a_disabled_admin_is_a_reason(karthik, database):
    await database.execute(text("UPDATE admin SET disabled_at = now()"))
    await database.commit()
    assert await reasons(karthik, "/admin/me/") == {"admin": "by_shop"}


async def test_an_admins_reason_is_given_beside_a_customers_live_session(browsers, people, database):
    async with await browsers.of(people.asha, people.karthik) as both:
        await database.execute(update(SignIn).where(SignIn.role == "admin").values(seen_at=now() - DAY))
        await database.commit()
        assert await reasons(both, "/order/?flag=allOrders", 403) == {"admin": "idle"}
        succeeded(await both.get("/customer/me/"))


async def test_there_is_no_reason_without_a_session(visitor):
    visitor.cookies.set("swarna_customer", "made-up")
    visitor.cookies.set("swarna_ended_customer", "made-up")
    assert await reasons(visitor) is None


async def test_reasons_are_kept_for_as_long_as_a_session_can_last(asha, database):
    succeeded(await asha.post("/customer/logout/"))
    for days, left in ((29, 1), (31, 0)):
        connection = await database.connection()
        await connection.run_sync(prune_within, at=now() + days * DAY)
        assert (await database.execute(text("SELECT count(*) FROM ended_session"))).scalar_one() == left
        await database.commit()
