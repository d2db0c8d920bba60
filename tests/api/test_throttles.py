"""Throttles of sign-ins, sign-ups and codes."""

import asyncio
import datetime as dt
from collections import Counter

import pytest
from httpx2 import Response
from sqlalchemy import text

from api.auth import password_hashing
from shop.clock import now
from shop.security.passwords import hash_password
from shop.throttles import limits, queries
from shop.throttles.model import Attempt, Limit, Throttle
from tests.support import factories
from tests.support.database import execute, in_database
from tests.support.http_client import Browser, concurrently, failed, succeeded

WRONG = {"email": "asha@shop.example", "password": "Wrong@2026"}
RIGHT = {"email": "asha@shop.example", "password": factories.PASSWORD}
SIGN_INS = ["/customer/login/", "/admin/login/"]

pytestmark = pytest.mark.usefixtures("no_pause_passes")


@pytest.fixture
async def everyone(database):
    """Add a customer and an admin with the same address."""
    await database.run_sync(factories.register_shopper, "Asha", RIGHT["email"])
    await database.run_sync(factories.hire_admin, "Asha", RIGHT["email"])
    await database.commit()


def rows(session) -> list[Throttle]:
    return list(session.query(Throttle).order_by(Throttle.scope))


def register_all(session, emails: list[str]) -> None:
    for email in emails:
        factories.register_shopper(session, email=email)
    session.commit()


async def guess(browser, path: str, times: int) -> None:
    for _ in range(times):
        failed(await browser.post(path, json=WRONG), 401)


@pytest.mark.parametrize("path", SIGN_INS)
async def test_a_few_mistyped_passwords_cause_no_wait(visitor, everyone, path):
    await guess(visitor, path, 9)
    succeeded(await visitor.post(path, json=RIGHT))


@pytest.mark.parametrize("path", SIGN_INS)
async def test_an_accounts_guesses_count_regardless_of_case(visitor, database, everyone, path):
    for _ in range(10):
        failed(await visitor.post(path, json=WRONG | {"email": "asha@\u0130.example"}), 401)
    failed(await visitor.post(path, json=WRONG | {"email": "asha@i.example"}), 429)


@pytest.mark.parametrize("path", SIGN_INS)
async def test_the_pauses_after_too_many_guesses_grow_and_end(visitor, everyone, run_sync, path):
    await guess(visitor, path, 10)
    waits = []
    for _ in range(3):
        refused = await visitor.post(path, json=RIGHT)
        assert "wait" in failed(refused, 429)["message"]
        waits.append(int(refused.headers["retry-after"]))
        await execute(run_sync, "UPDATE throttle SET next_at = now()")
        failed(await visitor.post(path, json=WRONG), 401)
    assert waits == [2, 4, 8]
    for _ in range(9):
        await execute(run_sync, "UPDATE throttle SET next_at = now()")
        failed(await visitor.post(path, json=WRONG), 401)
    refused = await visitor.post(path, json=RIGHT)
    assert int(refused.headers["retry-after"]) == 300
    await execute(run_sync, "UPDATE throttle SET next_at = now()")
    succeeded(await visitor.post(path, json=RIGHT))


async def test_a_refused_attempt_extends_no_wait(visitor, everyone, run_sync):
    await guess(visitor, SIGN_INS[0], 10)
    before = [(row.count, row.next_at) for row in await run_sync(rows)]
    for _ in range(5):
        failed(await visitor.post(SIGN_INS[0], json=RIGHT), 429)
    assert [(row.count, row.next_at) for row in await run_sync(rows)] == before


async def test_guesses_at_a_customer_do_not_slow_the_admin_of_that_address(visitor, everyone):
    await guess(visitor, SIGN_INS[0], 10)
    succeeded(await visitor.post(SIGN_INS[1], json=RIGHT))


@pytest.mark.parametrize("email", ["ASHA@shop.example", " asha@SHOP.example "])
async def test_another_spelling_is_the_same_account(visitor, everyone, email):
    await guess(visitor, SIGN_INS[0], 10)
    failed(await visitor.post(SIGN_INS[0], json=RIGHT | {"email": email}), 429)


async def test_an_unknown_account_is_throttled_in_the_same_way(visitor, everyone):
    body = WRONG | {"email": "nobody@shop.example"}
    for _ in range(10):
        failed(await visitor.post(SIGN_INS[0], json=body), 401)
    failed(await visitor.post(SIGN_INS[0], json=body), 429)


async def test_right_passwords_are_not_counted(visitor, everyone, run_sync):
    for _ in range(3):
        succeeded(await visitor.post(SIGN_INS[0], json=RIGHT))
    assert {row.count for row in await run_sync(rows)} == {0}


async def test_a_right_password_resets_the_count(visitor, everyone):
    for _ in range(3):
        await guess(visitor, SIGN_INS[0], 9)
        succeeded(await visitor.post(SIGN_INS[0], json=RIGHT))


async def test_guesses_from_elsewhere_do_not_refuse_the_right_person(visitor, everyone, run_sync, monkeypatch):
    await guess(visitor, SIGN_INS[0], 10)
    failed(await visitor.post(SIGN_INS[0], json=RIGHT), 429)
    monkeypatch.setattr("api.auth.throttling.client_address_of", lambda _: "198.51.100.7")
    succeeded(await visitor.post(SIGN_INS[0], json=RIGHT))


async def test_a_password_reset_resets_the_account(visitor, everyone, run_sync):
    from tests.support.password_reset import (  # noqa: PLC0415 - only this function uses it
        NEW_PASSWORD,
        request_code,
        set_password,
        stored_code,
        verify_code,
    )

    await guess(visitor, SIGN_INS[0], 10)
    await request_code(visitor)
    await verify_code(visitor, await run_sync(stored_code))
    await set_password(visitor)
    succeeded(await visitor.post(SIGN_INS[0], json=RIGHT | {"password": NEW_PASSWORD}))


async def test_one_client_that_tries_many_accounts_is_throttled(visitor, run_sync):
    """The third account is unknown. The limit is reached with the fourth."""
    accounts = [f"{number}@shop.example" for number in range(4)]
    await run_sync(register_all, accounts[:2] + accounts[3:])
    for email in accounts[:3]:
        failed(await visitor.post(SIGN_INS[0], json=WRONG | {"email": email}), 401)
    counts = {row.scope: row.count for row in await run_sync(rows)}
    assert counts[limits.SIGN_IN_ADDRESS.scope] == 3
    await execute(
        run_sync,
        "UPDATE throttle SET count = :free - 1 WHERE scope = :scope",
        free=limits.SIGN_IN_ADDRESS.free,
        scope=limits.SIGN_IN_ADDRESS.scope,
    )
    failed(await visitor.post(SIGN_INS[0], json=WRONG | {"email": accounts[3]}), 401)
    failed(await visitor.post(SIGN_INS[0], json=WRONG), 429)


async def test_of_many_concurrent_guesses_ten_are_tried(committing_api, engine):
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", RIGHT["email"]))
    answers = await concurrently(committing_api, 20, lambda browser, _: browser.post(SIGN_INS[0], json=WRONG))
    assert sorted(response.status_code for response in answers) == [401] * 10 + [429] * 10


async def test_of_many_concurrent_right_passwords_all_are_accepted(committing_api, engine):
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", RIGHT["email"]))
    answers = await concurrently(committing_api, 20, lambda browser, _: browser.post(SIGN_INS[0], json=RIGHT))
    assert Counter(response.status_code for response in answers) == {200: 20}


async def test_waiting_sign_ins_hold_no_connection(committing_api, engine, monkeypatch):
    """The test starts more sign-ins than there are connections: the pool of the tests has 16."""
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", RIGHT["email"]))
    opened, verify = asyncio.Event(), password_hashing.verify
    answered = []

    async def verify_when_opened(*about) -> bool:
        await opened.wait()
        return await verify(*about)

    async def sign_in(browser, _) -> Response:
        response = await browser.post(SIGN_INS[0], json=RIGHT)
        answered.append(response.status_code)
        return response

    monkeypatch.setattr(password_hashing, "verify", verify_when_opened)
    crowd = asyncio.create_task(concurrently(committing_api, 20, sign_in))
    loop = asyncio.get_running_loop()
    while loop not in password_hashing._queues or password_hashing._queues[loop].waiting < 20:
        assert (crowd.done(), answered) == (False, [])
        await asyncio.sleep(0.01)
    inside = await concurrently(committing_api, 8, lambda browser, _: browser.get("/category/"))
    assert Counter(response.status_code for response in inside) == {200: 8}
    opened.set()
    await crowd
    assert Counter(answered) == {200: 20}


async def test_a_sign_in_is_refused_where_too_many_wait(visitor, everyone, monkeypatch):
    monkeypatch.setattr("api.auth.password_hashing.MAX_WAITING", 0)
    refused = await visitor.post(SIGN_INS[0], json=RIGHT)
    failed(refused, 429)
    assert refused.headers["retry-after"] == "2"


async def test_sign_ups_are_limited_by_client_and_refused_ones_count(visitor, run_sync, monkeypatch):
    body = {"name": "A", "email": "asha@shop.example", "phone": "9841055001", "password": "Secret@2026"}
    succeeded(await visitor.post("/customer/", json=body))
    failed(await visitor.post("/customer/", json=body), 409, "email")
    assert [(row.scope, row.count) for row in await run_sync(rows)] == [("sign_up_address", 2)]
    await execute(run_sync, "UPDATE throttle SET count = :free", free=limits.SIGN_UP_ADDRESS.free - 1)
    failed(await visitor.post("/customer/", json=body), 409, "email")
    failed(await visitor.post("/customer/", json=body), 429)


async def test_an_admin_adds_customers_without_a_limit(karthik, run_sync):
    body = {"name": "A", "email": "a@shop.example", "phone": "9841055001", "password": "Secret@2026"}
    succeeded(await karthik.post("/customer/", json=body))
    assert await run_sync(rows) == []


async def test_a_new_window_starts_from_zero(visitor, everyone, run_sync):
    await guess(visitor, SIGN_INS[0], 10)
    await execute(run_sync, "UPDATE throttle SET ends_at = now(), next_at = now() + interval '1 hour'")
    await guess(visitor, SIGN_INS[0], 1)
    assert {row.count for row in await run_sync(rows)} == {1}


async def test_the_table_contains_neither_accounts_nor_addresses(visitor, everyone, run_sync):
    await guess(visitor, SIGN_INS[0], 1)
    stored = await run_sync(lambda session: str(session.execute(text("SELECT * FROM throttle")).all()))
    assert "asha" not in stored
    assert "127.0.0.1" not in stored


@pytest.mark.parametrize(
    ("peer", "forwarded", "counted"),
    [
        ("203.0.113.9", "198.51.100.1", "203.0.113.9"),
        ("10.0.0.1", "198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1", "198.51.100.1"),
        ("10.0.0.1", "6.6.6.6, 198.51.100.1, 10.0.0.2", "198.51.100.1"),
        ("10.0.0.1", "nonsense", "10.0.0.1"),
        ("10.0.0.1", "", "10.0.0.1"),
    ],
)
async def test_only_a_trusted_proxy_may_forward_an_address(
    visitor, everyone, run_sync, monkeypatch, peer, forwarded, counted
):
    seen = []
    from api.auth import throttling  # noqa: PLC0415 - only this function uses it
    from shop.settings import settings  # noqa: PLC0415

    real = throttling.client_address
    monkeypatch.setattr(throttling, "client_address", lambda *given: seen.append(real(*given)) or seen[-1])
    monkeypatch.setattr(settings(), "trusted_proxies", "10.0.0.0/24, ::1")
    await visitor.at(peer).post(SIGN_INS[0], json=WRONG, headers={"X-Forwarded-For": forwarded})
    assert seen == [counted]


async def test_old_windows_are_deleted(real_commits, engine):
    from shop.clock import now  # noqa: PLC0415 - only this function uses it
    from shop.operations import retention  # noqa: PLC0415

    at = now()
    for number, ends_at in enumerate((at - dt.timedelta(seconds=1), at + dt.timedelta(minutes=1))):
        row = Throttle(scope="s", subject=bytes([number]), count=1, next_at=at, ends_at=ends_at)
        in_database(engine, lambda session, row=row: session.add(row))
    retention.prune(engine.begin, at=at)
    assert in_database(engine, lambda session: [row.subject for row in rows(session)]) == [b"\x01"]


async def test_concurrent_attempts_are_counted_exactly(committing_api, engine):
    limit = limits.CONTACT_ADDRESS

    async def write(number: int):
        async with Browser(committing_api) as browser:
            body = {"name": "A", "email": f"{number}@shop.example", "message": "x"}
            return await browser.post("/order/?flag=sendMailForUser", json=body)

    succeeded(await write(0))
    counted = "UPDATE throttle SET count = :count WHERE scope = :scope"
    with engine.begin() as connection:
        connection.execute(text(counted), {"count": limit.free - 6, "scope": limit.scope})
    answers = await asyncio.gather(*(write(number) for number in range(1, 13)))
    assert Counter(response.status_code for response in answers) == {200: 6, 429: 6}


@pytest.mark.parametrize("path", SIGN_INS)
async def test_an_unknown_address_costs_the_same_work_as_a_wrong_password(
    visitor, everyone, run_sync, monkeypatch, path
):
    for table in ("customer", "admin"):
        await execute(run_sync, f"UPDATE {table} SET password_hash = :hash", hash=hash_password(factories.PASSWORD))
    from pwdlib import PasswordHash  # noqa: PLC0415 - only this function uses it

    costs = []
    real = PasswordHash.verify

    def verify(self, password, hashed):
        costs.append(hashed.rpartition("$")[0].rpartition("$")[0])
        return real(self, password, hashed)

    monkeypatch.setattr(PasswordHash, "verify", verify)
    for email in (WRONG["email"], "nobody@shop.example"):
        failed(await visitor.post(path, json=WRONG | {"email": email}), 401)
    assert costs == ["$argon2id$v=19$m=19456,t=2,p=1"] * 2


async def test_a_window_ends_a_while_after_its_first_attempt_and_not_after_its_last(run_sync):
    attempt = Attempt(Limit("test", 2, dt.timedelta(hours=1), "Please wait {wait}."), "somebody")
    begin = now()

    def counts(session):
        times = [begin + dt.timedelta(minutes=minutes) for minutes in (0, 50, 55, 70)]
        return [session.scalar(queries.CONSUME, queries.consume_parameters(attempt, at=at)) for at in times]

    assert await run_sync(counts) == [1, 2, None, 1]
