"""Password guesses by other clients do not delay a known device. They delay other devices by a few seconds."""

import asyncio
import time

import pytest
from sqlalchemy import text
from typer.testing import CliRunner

from shop.cli.app import app as command
from shop.throttles import limits
from tests.support import factories
from tests.support.database import execute, in_database
from tests.support.http_client import HOST, Browser, failed, succeeded
from tests.support.password_reset import NEW_PASSWORD, request_code, set_password, stored_code, verify_code

EMAIL = "asha@shop.example"
WRONG = {"email": EMAIL, "password": "Wrong@2026"}
RIGHT = {"email": EMAIL, "password": factories.PASSWORD}
SIGN_INS = ["/customer/login/", "/admin/login/"]
HASH_SECONDS = 0.027
"""How long a hash takes at the cost of production."""
COOKIES = dict(zip(SIGN_INS, ("swarna_customer_device", "swarna_admin_device"), strict=True))


@pytest.fixture
async def everyone(database):
    """Add a customer and an admin with the same email address, and another customer and admin."""
    for email in (EMAIL, "ben@shop.example"):
        await database.run_sync(factories.register_shopper, "Asha", email)
        await database.run_sync(factories.hire_admin, "Asha", email)
    await database.commit()


async def device_cookie(browsers, path: str, given=RIGHT) -> str:
    """Sign in and out in a new browser, and return its device cookie."""
    async with browsers.visitor() as browser:
        succeeded(await browser.post(path, json=given))
        return browser.cookies[COOKIES[path]]


async def device(browsers, path: str, cookie: str) -> Browser:
    browser = browsers.visitor()
    browser.cookies.set(COOKIES[path], cookie, domain=HOST)
    return browser


async def guessed_at(browsers, run_sync, path: str, email: str = EMAIL, guesses: int = 500) -> None:
    """Record password guesses for an account from many IP addresses."""
    async with browsers.visitor().at("203.0.113.9") as guesser:
        failed(await guesser.post(path, json=WRONG | {"email": email}), 401)
    await execute(run_sync, "UPDATE throttle SET count = :guesses WHERE scope = 'sign_in_account'", guesses=guesses)


def note_pauses(monkeypatch) -> list[float]:
    """Skip the pauses of sign-ins from now on. Return the list in which their seconds are noted."""
    paused = []

    async def note_pause(seconds: float) -> None:
        paused.append(seconds)

    monkeypatch.setattr("api.auth.password_check.asyncio.sleep", note_pause)
    return paused


@pytest.mark.parametrize("path", SIGN_INS)
async def test_guesses_from_elsewhere_delay_a_right_password_by_seconds_only(
    browsers, everyone, run_sync, monkeypatch, path
):
    await guessed_at(browsers, run_sync, path)
    paused = note_pauses(monkeypatch)
    async with browsers.visitor().at("198.51.100.1") as stranger:
        succeeded(await stranger.post(path, json=RIGHT))
    assert paused == [3.0]


@pytest.mark.parametrize("path", SIGN_INS)
async def test_guesses_do_not_delay_a_known_device(browsers, everyone, run_sync, monkeypatch, path):
    cookie = await device_cookie(browsers, path)
    await guessed_at(browsers, run_sync, path)
    paused = note_pauses(monkeypatch)
    async with await device(browsers, path, cookie) as own:
        succeeded(await own.post(path, json=RIGHT))
    assert paused == []


@pytest.mark.parametrize("path", SIGN_INS)
async def test_a_device_cookie_whose_name_begins_with_another_blank_is_ignored(
    browsers, everyone, run_sync, monkeypatch, path
):
    cookie = await device_cookie(browsers, path)
    await guessed_at(browsers, run_sync, path)
    paused = note_pauses(monkeypatch)
    async with browsers.visitor() as other:
        sent = f"\xa0{COOKIES[path]}={cookie}".encode("latin-1")
        succeeded(await other.post(path, json=RIGHT, headers={"Cookie": sent}))
    assert paused == [3.0]


@pytest.mark.parametrize("path", SIGN_INS)
@pytest.mark.usefixtures("no_pause_passes")
async def test_guesses_from_its_own_address_do_not_delay_a_known_device(browsers, everyone, path):
    cookie = await device_cookie(browsers, path)
    async with browsers.visitor() as guesser:
        for _ in range(10):
            failed(await guesser.post(path, json=WRONG), 401)
        failed(await guesser.post(path, json=RIGHT), 429)
    async with await device(browsers, path, cookie) as own:
        succeeded(await own.post(path, json=RIGHT))


@pytest.mark.parametrize("path", SIGN_INS)
@pytest.mark.usefixtures("no_pause_passes")
async def test_a_known_device_has_no_more_guesses_than_another(browsers, everyone, run_sync, path):
    cookie = await device_cookie(browsers, path)
    async with await device(browsers, path, cookie) as own:
        waits = []
        for _ in range(10):
            failed(await own.post(path, json=WRONG), 401)
        for _ in range(3):
            waits.append(int((await own.post(path, json=RIGHT)).headers["retry-after"]))
            await execute(run_sync, "UPDATE throttle SET next_at = now()")
            failed(await own.post(path, json=WRONG), 401)
        assert waits == [2, 4, 8]
        await execute(run_sync, "UPDATE throttle SET next_at = now()")
        succeeded(await own.post(path, json=RIGHT))


@pytest.mark.usefixtures("no_pause_passes")
async def test_a_stolen_cookie_used_elsewhere_does_not_delay_its_owner(browsers, everyone):
    cookie = await device_cookie(browsers, SIGN_INS[0])
    async with (await device(browsers, SIGN_INS[0], cookie)).at("203.0.113.9") as thief:
        for _ in range(10):
            failed(await thief.post(SIGN_INS[0], json=WRONG), 401)
        failed(await thief.post(SIGN_INS[0], json=RIGHT), 429)
    async with await device(browsers, SIGN_INS[0], cookie) as own:
        succeeded(await own.post(SIGN_INS[0], json=RIGHT))


def altered(cookie: str) -> list[str]:
    device_id, issued, signature = cookie.split(".")
    return [
        "",
        "x",
        "..",
        "~~~",
        f"{device_id}.{issued}.",
        f"{device_id}.{int(issued) + 1}.{signature}",
        f"A{device_id[1:]}.{issued}.{signature}" if device_id[0] != "A" else f"B{device_id[1:]}.{issued}.{signature}",
        f"{device_id}.{issued}.{signature[:-2]}",
        f"x~y~z~{cookie}",
        "\u00e9.1.x",
        "a" * 5000,
    ]


@pytest.mark.parametrize("path", SIGN_INS)
async def test_a_forged_or_foreign_cookie_is_ignored(browsers, everyone, run_sync, path, monkeypatch):
    own = await device_cookie(browsers, path)
    foreign = await device_cookie(browsers, path, RIGHT | {"email": "ben@shop.example"})
    other_role = await device_cookie(browsers, next(other for other in SIGN_INS if other != path))
    await guessed_at(browsers, run_sync, path)
    paused = note_pauses(monkeypatch)
    forged = [*altered(own), foreign, other_role]
    for number, cookie in enumerate(forged):
        header = {"Cookie": f"{COOKIES[path]}={cookie}".encode()}
        async with browsers.visitor().at(f"198.51.100.{number}") as browser:
            failed(await browser.post(path, json=WRONG, headers=header), 401)
    assert paused == [3.0] * len(forged)


@pytest.mark.parametrize("how", ["code", "oneself", "admin"])
async def test_a_new_password_makes_every_device_unknown(browsers, everyone, karthik, run_sync, monkeypatch, how):
    cookie = await device_cookie(browsers, SIGN_INS[0])
    async with await device(browsers, SIGN_INS[0], cookie) as own:
        me = succeeded(await own.post(SIGN_INS[0], json=RIGHT))
        if how == "code":
            async with browsers.visitor() as visitor:
                await request_code(visitor)
                await verify_code(visitor, await run_sync(stored_code))
                await set_password(visitor)
        else:
            body = {"name": me["name"], "email": EMAIL, "phone": "9841055001", "password": NEW_PASSWORD}
            succeeded(await {"oneself": own, "admin": karthik}[how].post(f"/customer/?id={me['id']}", json=body))
        renewed = own.cookies[COOKIES[SIGN_INS[0]]]
    await guessed_at(browsers, run_sync, SIGN_INS[0])
    paused = note_pauses(monkeypatch)
    async with await device(browsers, SIGN_INS[0], cookie) as own:
        succeeded(await own.post(SIGN_INS[0], json=RIGHT | {"password": NEW_PASSWORD}))
    assert paused == [3.0]
    if how == "oneself":
        async with await device(browsers, SIGN_INS[0], renewed) as own:
            succeeded(await own.post(SIGN_INS[0], json=RIGHT | {"password": NEW_PASSWORD}))
        assert paused == [3.0]


async def test_a_device_is_known_for_three_accounts_and_a_year(browsers, everyone, database, run_sync, monkeypatch):
    given = [RIGHT, RIGHT | {"email": "ben@shop.example"}, RIGHT]
    async with browsers.visitor() as browser:
        for each in given:
            succeeded(await browser.post(SIGN_INS[0], json=each))
        cookie = browser.cookies[COOKIES[SIGN_INS[0]]]
    assert cookie.count("~") == 1
    assert "asha" not in cookie
    for each in given[:2]:
        await guessed_at(browsers, run_sync, SIGN_INS[0], email=each["email"])
    paused = note_pauses(monkeypatch)
    for each in given[:2]:
        async with await device(browsers, SIGN_INS[0], cookie) as own:
            succeeded(await own.post(SIGN_INS[0], json=each))
    assert paused == []
    from shop.clock import now  # noqa: PLC0415 - only this function uses it
    from shop.sessions.known_devices import LIFETIME  # noqa: PLC0415

    later = now() + LIFETIME
    monkeypatch.setattr("api.auth.known_devices.now", lambda: later)
    async with await device(browsers, SIGN_INS[0], cookie) as own:
        succeeded(await own.post(SIGN_INS[0], json=RIGHT))
    assert paused == [3.0]


@pytest.mark.usefixtures("no_pause_passes")
async def test_many_addresses_have_fewer_free_tries_each(browsers, everyone, run_sync, monkeypatch):
    async def no_pause(_: float) -> None:
        return None

    monkeypatch.setattr("api.auth.password_check.asyncio.sleep", no_pause)
    await guessed_at(browsers, run_sync, SIGN_INS[0], guesses=60)
    async with browsers.visitor().at("198.51.100.1") as guesser:
        for _ in range(3):
            failed(await guesser.post(SIGN_INS[0], json=WRONG), 401)
            await execute(run_sync, "DELETE FROM throttle WHERE scope = 'sign_in_waiting'")
        failed(await guesser.post(SIGN_INS[0], json=WRONG), 429)


async def test_one_sign_in_of_an_address_is_delayed_at_a_time(committing_api, engine):
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", EMAIL))
    async with Browser(committing_api).at("203.0.113.9") as guesser:
        failed(await guesser.post(SIGN_INS[0], json=WRONG), 401)
    in_database(engine, lambda session: session.execute(text("UPDATE throttle SET count = 500")))

    async def enter():
        async with Browser(committing_api).at("198.51.100.1") as browser:
            return await browser.post(SIGN_INS[0], json=RIGHT)

    answers = await asyncio.gather(enter(), enter())
    assert sorted(answer.status_code for answer in answers) == [200, 429]
    assert max(int(answer.headers.get("retry-after", 0)) for answer in answers) <= 3


@pytest.mark.parametrize("guesses", [59, 60, 90, 120, 100_000])
def test_the_delay_grows_with_the_guesses_up_to_three_seconds(guesses):
    seconds = limits.guess_delay(guesses).total_seconds()
    assert seconds == {59: 0, 60: 1, 90: 2}.get(guesses, 3)


@pytest.mark.parametrize("path", SIGN_INS)
async def test_an_unknown_address_is_delayed_in_the_same_way(browsers, everyone, run_sync, monkeypatch, path):
    await guessed_at(browsers, run_sync, path, email="nobody@shop.example", guesses=60)
    cookie = await device_cookie(browsers, path)
    paused = note_pauses(monkeypatch)
    async with (await device(browsers, path, cookie)).at("198.51.100.1") as own:
        failed(await own.post(path, json=WRONG | {"email": "nobody@shop.example"}), 401)
    assert paused == [1.0]


async def test_during_many_guesses_the_right_password_waits_for_few_of_them(committing_api, engine, monkeypatch):
    """The delay is below three seconds, and at most 100 hashes are computed first, in 1.4 s: five seconds in all."""

    in_database(engine, lambda session: factories.hire_admin(session, "Asha", EMAIL))
    delays, hashed = [], []
    sleep = asyncio.sleep

    async def noted_sleep(seconds: float) -> None:
        delays.append(seconds)
        await sleep(seconds)

    def noted_verify(password: str, _: str | None) -> bool:
        hashed.append(password)
        time.sleep(HASH_SECONDS)
        return password == factories.PASSWORD

    async def guess(number: int) -> None:
        async with Browser(committing_api).at(f"203.0.113.{number}") as browser:
            for _ in range(4):
                await browser.post(SIGN_INS[1], json=WRONG)

    monkeypatch.setattr("shop.security.passwords.verify", noted_verify)
    monkeypatch.setattr("api.auth.password_check.asyncio.sleep", noted_sleep)
    guesses = asyncio.gather(*(guess(number) for number in range(40)))
    while len(hashed) < 10:
        await sleep(0.01)
    before = len(hashed)
    async with Browser(committing_api).at("198.51.100.1") as own:
        succeeded(await own.post(SIGN_INS[1], json=RIGHT))
    await guesses

    assert hashed.index(RIGHT["password"]) - before < 100
    assert max(delays) <= 3


@pytest.mark.usefixtures("no_pause_passes")
async def test_the_command_for_a_new_password_resets_the_counts(committing_api, engine, database_url, monkeypatch):
    monkeypatch.setenv("SHOP_DATABASE_URL", database_url)
    in_database(engine, lambda session: factories.hire_admin(session, "Asha", EMAIL))
    async with Browser(committing_api) as browser:
        for _ in range(10):
            failed(await browser.post(SIGN_INS[1], json=WRONG), 401)
        with engine.begin() as connection:
            counted = text("UPDATE throttle SET count = :free - 1 WHERE scope = 'sign_in_address'")
            connection.execute(counted, {"free": limits.SIGN_IN_ADDRESS.free})
        another = WRONG | {"email": "another@shop.example"}
        failed(await browser.post(SIGN_INS[1], json=another), 401)
        failed(await browser.post(SIGN_INS[1], json=another), 429)
        failed(await browser.post(SIGN_INS[1], json=RIGHT), 429)
        done = await asyncio.to_thread(
            CliRunner().invoke, command, ["admin", "reset-password", EMAIL], input="Another@2026\n"
        )
        assert done.exit_code == 0, done.output
        succeeded(await browser.post(SIGN_INS[1], json=RIGHT | {"password": "Another@2026"}))
