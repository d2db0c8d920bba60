"""Sessions, their cookies, and the XSRF token."""

import datetime as dt

import pytest
from sqlalchemy import select, update

from api.app import create_app
from api.auth.identity import xsrf_token
from api.auth.policy_table import OPERATIONS
from shop.clock import now
from shop.sessions.lifetimes import SEEN_INTERVAL
from shop.sessions.model import Session as SignIn
from tests.api.conftest import use_transaction
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.http_client import HOST, Browser, failed, succeeded

MINUTE, HOUR, DAY = dt.timedelta(minutes=1), dt.timedelta(hours=1), dt.timedelta(days=1)
GIVEN = {"email": "asha@shop.example", "password": factories.PASSWORD}


def attributes(response) -> dict[str, set[str]]:
    """Return the attributes of each cookie that a response sets, in lower case."""
    cookies = {}
    for header in response.headers.get_list("set-cookie"):
        pair, *rest = header.split("; ")
        cookies[pair.partition("=")[0]] = {part.lower() for part in rest}
    return cookies


@pytest.fixture
async def registered(database):
    await database.run_sync(factories.register_shopper, "Asha", "asha@shop.example")
    await database.run_sync(factories.hire_admin, "Karthik", "asha@shop.example")
    await database.commit()


async def test_in_local_use_the_session_cookie_is_hidden_from_scripts(visitor, registered):
    cookies = attributes(await visitor.post("/customer/login/", json=GIVEN))
    assert cookies == {
        "swarna_customer": {"httponly", "samesite=lax", "path=/", "max-age=2592000"},
        "swarna_customer_device": {"httponly", "samesite=strict", "path=/", "max-age=31536000"},
        "XSRF-TOKEN": {"samesite=lax", "path=/", "max-age=2592000"},
    }
    cookies = attributes(await visitor.post("/admin/login/", json=GIVEN))
    assert cookies["swarna_admin"] == {"httponly", "samesite=lax", "path=/", "max-age=43200"}


async def test_in_production_the_session_cookie_is_bound_to_the_host_and_to_tls(shop_settings, connection, registered):
    with shop_environment(
        SHOP_DATABASE_URL=shop_settings.database_url,
        SHOP_SECRET_KEY="p" * 40,
        SHOP_PUBLIC_URL=f"https://{HOST}",
    ) as production:
        app = create_app(production)
        use_transaction(app, connection)
        async with Browser(app, scheme="https") as browser:
            cookies = attributes(await browser.post("/customer/login/", json=GIVEN))
            cookies |= attributes(await browser.post("/admin/login/", json=GIVEN))
            assert succeeded(await browser.get("/customer/me/"))["email"] == "asha@shop.example"
            gone = attributes(await browser.post("/customer/logout/"))
    assert cookies == {
        "__Host-swarna_customer": {"httponly", "samesite=lax", "path=/", "max-age=2592000", "secure"},
        "__Host-swarna_admin": {"httponly", "samesite=lax", "path=/", "max-age=43200", "secure"},
        "__Host-swarna_customer_device": {"httponly", "samesite=strict", "path=/", "max-age=31536000", "secure"},
        "__Host-swarna_admin_device": {"httponly", "samesite=strict", "path=/", "max-age=31536000", "secure"},
        "XSRF-TOKEN": {"samesite=lax", "path=/", "max-age=2592000", "secure"},
    }
    assert {"max-age=0", "secure", "path=/"} <= gone["__Host-swarna_customer"]


async def test_in_production_only_the_shops_own_origin_may_write(shop_settings, connection):
    with shop_environment(
        SHOP_DATABASE_URL=shop_settings.database_url,
        SHOP_SECRET_KEY="p" * 40,
        SHOP_PUBLIC_URL="https://shop.example",
    ) as production:
        app = create_app(production)
        use_transaction(app, connection)
        async with Browser(app, scheme="https") as browser:
            headers = {"Origin": "https://inner.example", "Host": "inner.example"}
            failed(await browser.post("/customer/logout/", headers=headers), 403)
            own = {"Origin": "https://shop.example", "Host": "inner.example"}
            assert succeeded(await browser.post("/customer/logout/", headers=own)) is None


@pytest.mark.parametrize(
    ("who", "age", "unseen", "status"),
    [
        ("asha", 14 * DAY, 14 * DAY - MINUTE, 200),
        ("asha", 14 * DAY, 14 * DAY, 401),
        ("asha", 30 * DAY - MINUTE, MINUTE, 200),
        ("asha", 30 * DAY, MINUTE, 401),
        ("karthik", 29 * MINUTE, 29 * MINUTE, 200),
        ("karthik", 30 * MINUTE, 30 * MINUTE, 401),
        ("karthik", 12 * HOUR - MINUTE, MINUTE, 200),
        ("karthik", 12 * HOUR, MINUTE, 401),
    ],
)
async def test_a_session_ends_when_idle_and_at_its_absolute_limit(asha, karthik, database, who, age, unseen, status):
    browser = {"asha": asha, "karthik": karthik}[who]
    at = now()
    await database.execute(
        update(SignIn).values(created_at=at - age, expires_at=SignIn.expires_at - age, seen_at=at - unseen)
    )
    await database.commit()
    response = await browser.get("/customer/me/" if who == "asha" else "/admin/me/")
    assert response.status_code == status


async def test_a_cookie_of_another_host_does_not_take_the_place_of_one_that_is_bound_to_this_host(browsers, people):
    async with await browsers.of(people.asha) as asha, await browsers.of(people.ben) as ben:
        tokens = [each.cookies["swarna_customer"] for each in (asha, ben)]
        sent = "swarna_customer={}; \xa0swarna_customer={}".format(*tokens)
        found = succeeded(await asha.get("/customer/me/", headers={"Cookie": sent.encode("latin-1")}))
    assert found["id"] == people.asha.id


BY_A_PERSON = {"X-Activity": "person"}


@pytest.fixture
async def unseen(people, asha, karthik, database):
    """Set every session's ``seen_at`` so far back that the next request updates it."""
    seen = now() - SEEN_INTERVAL - dt.timedelta(seconds=1)

    await database.execute(update(SignIn).values(seen_at=seen))
    await database.commit()
    return seen


async def seen_at(run_sync) -> dict[str, dt.datetime]:
    return dict(await run_sync(lambda s: s.execute(select(SignIn.role, SignIn.seen_at)).all()))


async def test_seen_at_of_a_busy_session_is_written_once_a_minute(asha, unseen, run_sync):
    await asha.get("/customer/me/", headers=BY_A_PERSON)
    noted = await seen_at(run_sync)
    assert noted["customer"] > unseen
    await asha.get("/customer/me/", headers=BY_A_PERSON)
    assert await seen_at(run_sync) == noted


READS = [operation for operation in OPERATIONS if operation.method == "GET" and "?" not in operation.path]


async def test_requests_that_a_page_sends_by_itself_do_not_extend_a_session(
    browsers, people, database, unseen, run_sync, subtests
):
    async with await browsers.of(people.asha, people.karthik) as browser:
        await database.execute(update(SignIn).values(seen_at=unseen))
        await database.commit()
        before = await seen_at(run_sync)
        for operation in READS:
            with subtests.test(operation.name):
                await browser.get(operation.path)
                assert await seen_at(run_sync) == before
        for path in ("/customer/me/", "/vendor/", "/category/"):
            for headers in ({}, {"X-Acting-As": "admin"}, {"X-Activity": "page"}, {"X-Activity": ""}):
                with subtests.test(path, headers=headers):
                    await browser.get(path, headers=headers)
                    await browser.head(path, headers=headers)
                    assert await seen_at(run_sync) == before


async def test_a_change_counts_as_activity(karthik, unseen, run_sync):
    failed(await karthik.post("/order/?id=2000000000", json={"currentStatus": "packed"}), 404)
    assert (await seen_at(run_sync))["admin"] > unseen


@pytest.mark.parametrize(("headers", "counts"), [({}, False), (BY_A_PERSON, True)])
async def test_a_change_that_a_page_asks_for_by_itself_is_no_activity(karthik, unseen, run_sync, headers, counts):
    acting = {"X-Acting-As": "admin"} | headers
    failed(await karthik.post("/order/?id=2000000000", json={"currentStatus": "packed"}, headers=acting), 404)
    assert ((await seen_at(run_sync))["admin"] > unseen) is counts


@pytest.mark.parametrize(
    ("path", "headers", "noted"),
    [
        ("/vendor/", {}, {"admin"}),
        ("/customer/me/", {}, {"customer"}),
        ("/category/", {}, {"customer", "admin"}),
        ("/category/", {"X-Acting-As": "customer"}, {"customer"}),
        ("/category/", {"X-Acting-As": "admin"}, {"admin"}),
        ("/category/", {"X-Acting-As": "root"}, {"customer", "admin"}),
    ],
)
async def test_of_two_people_in_one_browser_only_the_active_one_is_seen(
    browsers, people, database, run_sync, path, headers, noted
):
    async with await browsers.of(people.asha, people.karthik) as browser:
        seen = now() - 2 * SEEN_INTERVAL
        await database.execute(update(SignIn).values(seen_at=seen))
        await database.commit()
        await browser.get(path, headers=BY_A_PERSON | headers)
        assert {role for role, at in (await seen_at(run_sync)).items() if at > seen} == noted


async def test_the_session_of_an_idle_portal_ends_and_that_of_an_active_one_does_not(karthik, database, run_sync):
    for headers, status in ((BY_A_PERSON, 200), ({}, 401)):
        await database.execute(update(SignIn).values(seen_at=now() - 29 * MINUTE))
        await database.commit()
        assert (await karthik.get("/order/?flag=allOrders", headers=headers)).status_code == 200
        await database.execute(update(SignIn).values(seen_at=SignIn.seen_at - 2 * MINUTE))
        await database.commit()
        assert (await karthik.get("/admin/me/", headers=headers)).status_code == status


async def test_the_session_of_a_disabled_admin_has_ended(karthik, people, database):
    people.karthik.disabled_at = now()
    await database.merge(people.karthik)
    await database.commit()
    failed(await karthik.get("/admin/me/"), 401)


@pytest.mark.parametrize("token", ["x", "x" * 5000, "%00", "a;b", "é"])
async def test_a_cookie_without_a_session_is_deleted(visitor, token):
    response = await visitor.get("/customer/me/", headers={"Cookie": f"swarna_customer={token}".encode()})
    failed(response, 401)
    assert "max-age=0" in attributes(response)["swarna_customer"]


async def test_of_two_cookies_only_the_one_without_a_session_is_deleted(browsers, people, database):
    async with await browsers.of(people.asha, people.karthik) as browser:
        await database.execute(update(SignIn).where(SignIn.role == "customer").values(expires_at=now()))
        await database.commit()
        failed(await browser.get("/customer/me/"), 403)
        async with await browsers.of(people.asha) as dead:
            await database.execute(update(SignIn).where(SignIn.role == "customer").values(expires_at=now()))
            await database.commit()
            failed(await dead.get("/customer/me/"), 401)
            assert "swarna_customer" not in dead.cookies
        assert succeeded(await browser.get("/admin/me/"))["id"] == people.karthik.id


def cart_body(people) -> dict:
    return {"customerId": people.asha.id, "productId": people.ring.id}


@pytest.mark.parametrize("sent", ["", "wrong", "0" * 64, "é", "x" * 5000])
async def test_a_write_without_the_right_token_changes_nothing(asha, people, run_sync, sent):
    before = await run_sync(factories.contents)
    response = await asha.post("/cart/", json=cart_body(people), headers={"X-XSRF-TOKEN": sent.encode()})
    failed(response, 403, "xsrf")
    assert await run_sync(factories.contents) == before


async def test_the_token_of_another_session_is_refused(asha, ben, people, run_sync):
    before = await run_sync(factories.contents)
    headers = {"X-XSRF-TOKEN": ben.cookies["XSRF-TOKEN"]}
    failed(await asha.post("/cart/", json=cart_body(people), headers=headers), 403, "xsrf")
    assert await run_sync(factories.contents) == before


async def test_the_refusal_sets_a_new_token_that_is_accepted(asha, people):
    asha.cookies.set("XSRF-TOKEN", "stale", domain=HOST)
    response = await asha.post("/cart/", json=cart_body(people))
    failed(response, 403, "xsrf")
    assert set(attributes(response)) == {"XSRF-TOKEN"}
    assert succeeded(await asha.post("/cart/", json=cart_body(people)))["quantity"] == 1


async def test_a_token_is_accepted_in_its_own_cookie_only(browsers, people, asha, karthik):
    of_asha, of_karthik = asha.cookies["swarna_customer"], karthik.cookies["swarna_admin"]
    for cookie in (f"swarna_admin={of_asha}", f"swarna_customer={of_karthik}"):
        for path in ("/customer/me/", "/admin/me/"):
            async with browsers.visitor() as browser:
                refused = await browser.get(path, headers={"Cookie": cookie})
                failed(refused, 401)
                assert "max-age=0" in attributes(refused)[cookie.partition("=")[0]]
    swapped = f"swarna_admin={of_asha}; swarna_customer={of_karthik}"
    async with browsers.visitor() as browser:
        failed(await browser.get("/vendor/", headers={"Cookie": swapped}), 401)
        failed(await browser.get(f"/cart/?custId={people.asha.id}", headers={"Cookie": swapped}), 401)


async def test_the_xsrf_token_of_an_ended_session_is_refused(browsers, people, database):
    async with await browsers.of(people.asha, people.karthik) as browser:
        browser.cookies.set("XSRF-TOKEN", xsrf_token(browser.cookies["swarna_customer"]), domain=HOST)
        await database.execute(update(SignIn).where(SignIn.role == "customer").values(expires_at=now()))
        await database.commit()
        failed(await browser.post("/order/?id=2000000000", json={"currentStatus": "packed"}), 403, "xsrf")


@pytest.mark.parametrize(
    ("origin", "host", "status"),
    [
        ("http://evil.example", "evil.example", 403),
        ("http://evil.example:8000", "evil.example:8000", 403),
        ("http://shop.example", "evil.example", 200),
        ("http://shop.example:8000", "shop.example:8000", 403),
        ("https://shop.example", "shop.example", 403),
        ("http://127.0.0.1:8000", "127.0.0.1:8000", 403),
        ("http://shop.example@evil.example", "shop.example", 403),
        ("http://user@shop.example", "shop.example", 403),
        ("http://shop.example", "shop.example", 200),
        (None, "shop.example", 200),
    ],
)
async def test_in_local_use_only_the_shops_own_origin_may_write(visitor, origin, host, status):
    headers = {"Host": host} | ({"Origin": origin} if origin else {})
    assert (await visitor.post("/customer/logout/", headers=headers)).status_code == status


async def test_who_am_i_sets_the_xsrf_cookie_again(asha, people):
    asha.cookies.delete("XSRF-TOKEN", domain=HOST, path="/")
    await asha.get("/customer/me/")
    assert succeeded(await asha.post("/cart/", json=cart_body(people)))["quantity"] == 1


async def test_reading_needs_no_token(asha, people):
    asha.cookies.delete("XSRF-TOKEN", domain=HOST, path="/")
    assert (await asha.get(f"/cart/?custId={people.asha.id}")).status_code == 200


async def test_signing_in_needs_no_token(asha, registered):
    asha.cookies.delete("XSRF-TOKEN", domain=HOST, path="/")
    assert succeeded(await asha.post("/customer/login/", json=GIVEN))["name"] == "Asha"


async def test_signing_out_needs_the_token(asha):
    failed(await asha.post("/customer/logout/", headers={"X-XSRF-TOKEN": "wrong"}), 403, "xsrf")
    assert (await asha.get("/customer/me/")).status_code == 200


async def test_two_sessions_in_one_browser_share_either_token(browsers, people):
    async with await browsers.of(people.asha, people.karthik) as browser:
        for person in ("customer", "admin"):
            assert succeeded(await browser.get(f"/{person}/me/"))
            assert succeeded(await browser.post("/cart/", json=cart_body(people)))


async def test_signing_one_of_two_out_leaves_the_other_working(browsers, people):
    async with await browsers.of(people.asha, people.karthik) as browser:
        await browser.post("/customer/logout/")
        failed(await browser.get("/customer/me/"), 403)
        assert succeeded(await browser.get("/admin/me/"))["id"] == people.karthik.id
        failed(await browser.post("/order/?id=2000000000", json={"currentStatus": "packed"}), 404)
        await browser.post("/admin/logout/")
        assert not browser.cookies
