"""The headers of every response, including those of the request guard."""

import pytest

from api.app import create_app
from api.site import Site
from tests.api.conftest import use_transaction
from tests.support.cases import cases
from tests.support.environment import shop_environment
from tests.support.http_client import HOST, Browser, failed

ALWAYS = {
    "cache-control": "no-store",
    "x-content-type-options": "nosniff",
    "referrer-policy": "strict-origin-when-cross-origin",
    "content-security-policy": "default-src 'none'; frame-ancestors 'none'",
}


async def answers(browser) -> list:
    return [
        await browser.get("/health/"),
        await browser.get("/customer/me/"),
        await browser.get("/nothing/"),
        await browser.put("/customer/"),
        await browser.post("/customer/", json={}),
        await browser.post("/customer/", json={}, headers={"Origin": "https://evil.example"}),
        await browser.post("/customer/", content=b"x", headers={"Content-Length": "9999999999"}),
    ]


async def test_every_answer_is_safe_to_show(visitor):
    for response in await answers(visitor):
        assert ALWAYS.items() <= dict(response.headers).items(), response.request
        assert "strict-transport-security" not in response.headers


@pytest.fixture
async def production(shop_settings, connection):
    with shop_environment(
        SHOP_DATABASE_URL=shop_settings.database_url, SHOP_SECRET_KEY="p" * 40, SHOP_PUBLIC_URL=f"https://{HOST}"
    ) as settings:
        app = create_app(settings)
        use_transaction(app, connection)
        async with Browser(app, scheme="https") as browser:
            yield browser


async def test_over_tls_every_answer_asks_to_stay_there(production):
    for response in await answers(production):
        assert response.headers["strict-transport-security"].startswith("max-age=31536000")
        assert ALWAYS.items() <= dict(response.headers).items()


@cases(
    ("headers", "status"),
    [
        ({"Origin": f"https://{HOST}"}, 422),
        ({"Origin": f"http://{HOST}"}, 403),
        ({"Origin": f"https://{HOST}:8443"}, 403),
        ({"Origin": f"https://{HOST}.evil.example"}, 403),
        ({"Origin": "null"}, 403),
        ({"Sec-Fetch-Site": "cross-site"}, 403),
        ({"Sec-Fetch-Site": "same-origin"}, 422),
        ({"Sec-Fetch-Site": "none"}, 422),
        ({}, 422),
    ],
)
@cases("path", ["/customer/login/", "/order/?flag=sendMailForUser", "/newsletter/"])
async def test_a_write_of_another_site_is_refused_with_or_without_a_session(production, path, headers, status):
    assert (await production.post(path, json={}, headers=headers)).status_code == status


@pytest.mark.parametrize("path", ["/", "/api/health/", "/api/goldrate/", "/media/x.webp", "/assets/x.js", "/login"])
async def test_a_foreign_name_of_this_machine_is_answered_nothing(shop_settings, api, path):
    site = Site(shop_settings)
    async with Browser(site) as browser:
        browser.base_url = f"http://{HOST}"
        refused = await browser.get(path, headers={"Host": "evil.example:8000"})
        assert failed(refused, 421)["message"] == "This shop is not at that address."
        assert "set-cookie" not in refused.headers


async def test_the_mark_of_a_reset_is_bound_to_the_host_and_to_tls(production, database, run_sync):
    from tests.support import factories  # noqa: PLC0415 - only this function uses it
    from tests.support.password_reset import EMAIL, request_code, set_password, stored_code, verify_code  # noqa: PLC0415

    await database.run_sync(factories.register_shopper, "Asha", EMAIL)
    await database.commit()
    await request_code(production)
    named = await verify_code(production, await run_sync(stored_code))
    cookie = named.headers["set-cookie"]
    assert cookie.startswith("__Host-swarna_reset=")
    assert cookie.endswith("; HttpOnly; Max-Age=600; Path=/; SameSite=strict; Secure")
    assert (await set_password(production)).status_code == 200
