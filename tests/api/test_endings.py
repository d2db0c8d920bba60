"""A call of a session that has ended says why, so that the sign-in page can."""

import datetime as dt

import pytest
from sqlalchemy import text, update

from shop.clock import now
from shop.sessions.model import Session as SignIn
from tests.browser_of import failed, succeeded

DAY = dt.timedelta(days=1)


async def told(browser, path: str = "/customer/me/", status: int = 401) -> dict[str, str] | None:
    data = failed(await browser.get(path), status).get("data")
    return data and data["ended"]


def fields(customer, **changed: str) -> dict[str, str]:
    return {"name": customer.name, "email": customer.email, "phone": customer.phone, "password": ""} | changed


async def test_of_a_new_password_the_other_browsers_are_told(asha, people, browsers):
    async with await browsers.of(people.asha) as elsewhere:
        succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, password="Another@2026")))
        assert await told(elsewhere) == {"customer": "password_changed"}
        assert await told(elsewhere) is None, "its cookie was taken away"


async def test_of_a_password_that_an_admin_sets_too(asha, people, karthik):
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, password="Another@2026")))
    assert await told(asha, f"/cart/?custId={people.asha.id}") == {"customer": "by_shop"}


async def test_of_an_account_that_was_removed(ben, people, karthik):
    succeeded(await karthik.delete(f"/customer/?id={people.ben.id}"))
    assert await told(ben) == {"customer": "by_shop"}


async def test_of_a_sign_out_in_another_window(asha, browsers):
    async with browsers.visitor() as window:
        window.cookies.update(asha.cookies)
        succeeded(await asha.post("/customer/logout/"))
        assert await told(window) == {"customer": "signed_out"}


@pytest.mark.parametrize(("column", "reason"), [("seen_at", "idle"), ("expires_at", "expired")])
async def test_of_time_that_has_run_out(asha, database, column, reason):
    await database.execute(update(SignIn).values({column: now() - 15 * DAY}))
    await database.commit()
    assert await told(asha) == {"customer": reason}


async def test_of_a_disabled_admin(karthik, database):
    await database.execute(text("UPDATE admin SET disabled_at = now()"))
    await database.commit()
    assert await told(karthik, "/admin/me/") == {"admin": "by_shop"}


async def test_of_an_admins_session_beside_a_shoppers_that_lives(browsers, people, database):
    async with await browsers.of(people.asha, people.karthik) as both:
        await database.execute(update(SignIn).where(SignIn.role == "admin").values(seen_at=now() - DAY))
        await database.commit()
        assert await told(both, "/order/?flag=allOrders", 403) == {"admin": "idle"}
        succeeded(await both.get("/customer/me/"))


async def test_whoever_never_signed_in_is_told_nothing(visitor):
    visitor.cookies.set("swarna_customer", "made-up")
    assert await told(visitor) is None


async def test_why_is_kept_for_as_long_as_a_browser_may_hold_the_cookie(asha, database):
    succeeded(await asha.post("/customer/logout/"))
    from shop.events.retention import prune  # noqa: PLC0415

    for days, left in ((29, 1), (31, 0)):
        connection = await database.connection()
        await connection.run_sync(prune, at=now() + days * DAY)
        assert (await database.execute(text("SELECT count(*) FROM ended_session"))).scalar_one() == left
        await database.commit()
