"""Password reset: request a code, verify it, set a new password."""

import asyncio
import datetime as dt
import re

import psycopg
import pytest
from fastapi import Request
from sqlalchemy import select, text

from api.password_reset import service
from shop.clock import now
from shop.customer_record.events import CHANNEL
from shop.customers import one_time_codes
from shop.customers.model import Customer, confirmation_token
from shop.customers.one_time_codes import OneTimeCode
from shop.sessions.model import Session as SignIn
from shop.text.urls import driver_url
from tests.support import factories
from tests.support.cases import cases
from tests.support.database import execute, in_database, waits_for
from tests.support.http_client import Browser, concurrently, failed, succeeded
from tests.support.password_reset import EMAIL, NEW_PASSWORD, PATH, request_code, set_password, stored_code, verify_code
from tests.support.postgres_notifications import heard

REQUEST = Request({"type": "http", "headers": [], "client": ("127.0.0.1", 1)})


@pytest.fixture
async def asha_account(database):
    """Add a customer who has forgotten the password."""
    customer = await database.run_sync(factories.register_shopper, "Asha", "Asha@shop.example")
    await database.commit()
    return customer


def other_than(code: str) -> str:
    return f"{(int(code) + 1) % 1_000_000:06d}"


async def test_the_three_steps_set_a_new_password_and_end_all_sessions(visitor, asha_account, browsers, run_sync):
    async with await browsers.of(asha_account) as at_home:
        asked = await request_code(visitor)
        assert asked.json()["message"] == f"OTP sent to {EMAIL}."
        succeeded(asked)
        named = await verify_code(visitor, await run_sync(stored_code))
        assert named.json()["message"] == "OTP verified successfully"
        cookie = named.headers["set-cookie"]
        assert re.match(r"swarna_reset=\S{43}; HttpOnly; Max-Age=600; Path=/; SameSite=strict", cookie)
        done = await set_password(visitor)
        assert done.json()["message"] == "password reset successfully"
        assert done.json()["error"] is False
        failed(await at_home.get("/customer/me/"), 401)
    failed(await visitor.post("/customer/login/", json={"email": EMAIL, "password": factories.PASSWORD}), 401)
    succeeded(await visitor.post("/customer/login/", json={"email": EMAIL, "password": NEW_PASSWORD}))
    assert await run_sync(lambda session: session.scalars(select(OneTimeCode)).all()) == []


async def test_a_new_address_that_waits_for_its_confirmation_is_withdrawn(visitor, asha_account, database, run_sync):
    asha_account.pending_email = "thief@mail.example"
    await database.commit()
    await request_code(visitor)
    await verify_code(visitor, await run_sync(stored_code))
    succeeded(await set_password(visitor))
    token = confirmation_token(asha_account.id, "thief@mail.example", at=now())
    failed(await visitor.post("/customer/confirmEmail/", json={"token": token}), 404, "token")


async def test_open_pages_of_staff_are_told_that_the_account_changed(committing_api, engine, database_url):
    await prepare(committing_api, engine)
    async with Browser(committing_api) as browser:
        await verify_code(browser, in_database(engine, stored_code))
        customer_id = in_database(engine, lambda session: session.scalar(select(Customer.id)))
        with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
            listening.execute(f"LISTEN {CHANNEL}")
            succeeded(await set_password(browser))
            assert await asyncio.to_thread(heard, listening, CHANNEL) == [f"{customer_id} account"]


async def test_a_form_is_read_like_json(visitor, asha_account, run_sync):
    succeeded(await visitor.post(f"{PATH}?flag=generate", data={"email": EMAIL, "flag": "generate"}))
    succeeded(await visitor.post(f"{PATH}?flag=verify", data={"email": EMAIL, "otp": await run_sync(stored_code)}))
    succeeded(await visitor.post(f"{PATH}?flag=updatePassword", data={"email": EMAIL, "password": NEW_PASSWORD}))


async def test_each_step_accepts_the_fields_of_all_steps(visitor, asha_account, run_sync):
    payload = {"email": EMAIL, "otp": "", "password": ""}
    succeeded(await visitor.post(f"{PATH}?flag=generate", json=payload | {"flag": "generate"}))
    payload["otp"] = await run_sync(stored_code)
    succeeded(await visitor.post(f"{PATH}?flag=verify", json=payload | {"flag": "verify"}))
    payload["password"] = NEW_PASSWORD
    succeeded(await visitor.post(f"{PATH}?flag=updatePassword", json=payload | {"flag": "updatePassword"}))
    succeeded(await visitor.post("/customer/login/", json={"email": EMAIL, "password": NEW_PASSWORD}))


async def test_an_unknown_address_gets_the_same_answers(visitor, asha_account, run_sync):
    known, unknown = await request_code(visitor), await request_code(visitor, "nobody@shop.example")
    assert (known.status_code, known.headers.keys()) == (unknown.status_code, unknown.headers.keys())
    assert known.text.replace(EMAIL, "") == unknown.text.replace("nobody@shop.example", "")
    events = await run_sync(factories.events)
    assert [event["type"] for event in events] == ["customer.otp_requested"] * 2
    assert [event["data"].keys() for event in events] == [{"codeId"}] * 2
    rows = await run_sync(lambda session: session.scalars(select(OneTimeCode).order_by(OneTimeCode.id)).all())
    assert [row.customer_id for row in rows] == [asha_account.id, None]
    again = [await request_code(visitor), await request_code(visitor, "nobody@shop.example")]
    assert [response.status_code for response in again] == [429, 429]
    assert again[0].json()["message"] == again[1].json()["message"]
    code = one_time_codes.decrypt(rows[1].subject, rows[1].sealed)
    wrong = [await verify_code(visitor, "000000"), await verify_code(visitor, code, "nobody@shop.example")]
    assert wrong[0].content == wrong[1].content


async def test_neither_code_nor_address_is_stored_in_the_clear(visitor, asha_account, run_sync):
    await request_code(visitor)
    code = await run_sync(stored_code)

    def everything(session) -> str:
        rows = [*session.execute(text("SELECT * FROM one_time_code")), *session.execute(text("SELECT * FROM throttle"))]
        return " ".join(bytes(v).decode("latin-1") if isinstance(v, bytes) else str(v) for row in rows for v in row)

    stored = await run_sync(everything) + str(await run_sync(factories.events))
    assert code not in stored
    assert EMAIL not in stored.lower()


async def test_a_code_is_void_after_five_wrong_tries(visitor, asha_account, run_sync):
    await request_code(visitor)
    code = await run_sync(stored_code)
    refused = [failed(await verify_code(visitor, other_than(code)), 403, "otp") for _ in range(5)]
    messages = [refusal["message"] for refusal in refused]
    assert len(set(messages[:4])) == 1
    assert messages[4] != messages[3]
    assert [refusal["data"]["reason"] for refusal in refused] == ["wrong"] * 4 + ["void"]
    assert failed(await verify_code(visitor, code), 403, "otp")["message"] == messages[4]
    failed(await set_password(visitor), 403)


async def test_the_fifth_try_may_still_succeed(visitor, asha_account, run_sync):
    await request_code(visitor)
    code = await run_sync(stored_code)
    for _ in range(4):
        failed(await verify_code(visitor, other_than(code)), 403, "otp")
    succeeded(await verify_code(visitor, code))


async def test_a_code_expires_after_300_seconds(visitor, asha_account, run_sync):
    await request_code(visitor)
    code = await run_sync(stored_code)
    row = await run_sync(lambda session: session.scalars(select(OneTimeCode)).one())
    assert dt.timedelta(seconds=295) < row.expires_at - now() <= dt.timedelta(seconds=300)
    await execute(run_sync, "UPDATE one_time_code SET expires_at = now()")
    failed(await verify_code(visitor, code), 403, "otp")


async def test_a_newer_code_voids_the_older_one(visitor, asha_account, run_sync):
    await request_code(visitor)
    older = await run_sync(stored_code)
    await execute(run_sync, "UPDATE throttle SET next_at = now() - interval '1 h', ends_at = now() - interval '1 h'")
    await request_code(visitor)
    newer = await run_sync(stored_code)
    if older != newer:
        failed(await verify_code(visitor, older), 403, "otp")
    succeeded(await verify_code(visitor, newer))


async def test_a_code_is_for_one_use_and_one_browser(visitor, asha_account, browsers, run_sync):
    await request_code(visitor)
    code = await run_sync(stored_code)
    succeeded(await verify_code(visitor, code))
    async with browsers.visitor() as another:
        failed(await verify_code(another, code), 403, "otp")
        failed(await set_password(another), 403)
        another.cookies.set("swarna_reset", "x" * 43, domain="shop.example")
        failed(await set_password(another), 403)
        another.cookies.clear()
        sent = f"\xa0swarna_reset={visitor.cookies['swarna_reset']}".encode("latin-1")
        another.headers.update({"Cookie": sent})
        failed(await set_password(another), 403)
    succeeded(await set_password(visitor))
    failed(await set_password(visitor), 403)


async def test_a_code_resets_the_password_of_its_own_address_only(visitor, asha_account, database, run_sync):
    await database.run_sync(factories.register_shopper, "Ben", "ben@shop.example")
    await database.commit()
    await request_code(visitor)
    succeeded(await verify_code(visitor, await run_sync(stored_code)))
    failed(await set_password(visitor, email="ben@shop.example"), 403)
    succeeded(await set_password(visitor))


async def test_the_proof_of_a_browser_expires(visitor, asha_account, run_sync):
    await request_code(visitor)
    succeeded(await verify_code(visitor, await run_sync(stored_code)))
    await execute(run_sync, "UPDATE one_time_code SET expires_at = now()")
    failed(await set_password(visitor), 403)


async def test_a_code_is_sent_once_a_minute_and_ten_times_a_day(visitor, asha_account, run_sync):
    for number in range(10):
        succeeded(await request_code(visitor, EMAIL.upper() if number % 2 else EMAIL))
        refused = await request_code(visitor)
        failed(refused, 429)
        assert 1 <= int(refused.headers["retry-after"]) <= 60
        await execute(run_sync, "UPDATE throttle SET ends_at = now() WHERE scope = 'code_a_minute'")
    refused = await request_code(visitor)
    assert "today" in failed(refused, 429)["message"]
    assert 80_000 < int(refused.headers["retry-after"]) <= 86_400


@pytest.mark.parametrize("again", ["\u212aim.\u03a3os@shop.example", "K\u0130m.\u03c3os@shop.example"])
async def test_an_address_gets_one_code_a_minute_regardless_of_case(visitor, database, run_sync, again):
    await database.run_sync(factories.register_shopper, "Kim", "kim.\u03c3os@shop.example")
    await database.commit()
    succeeded(await request_code(visitor, "kim.\u03c3os@shop.example"))
    failed(await request_code(visitor, again), 429)
    assert len(await run_sync(lambda session: session.scalars(select(OneTimeCode)).all())) == 1
    succeeded(await verify_code(visitor, await run_sync(stored_code), again))


async def test_the_spellings_of_a_domain_get_one_code_a_minute_and_ten_a_day(visitor, database, run_sync):
    stored, others = "asha@b\u00fccher.example", ["asha@xn--bcher-kva.example", "asha@\U0001d41b\u00fccher.example"]
    await database.run_sync(factories.register_shopper, "Asha", stored)
    await database.commit()
    for number in range(10):
        succeeded(await request_code(visitor, others[number % 2]))
        failed(await request_code(visitor, stored), 429)
        await execute(run_sync, "UPDATE throttle SET ends_at = now() WHERE scope = 'code_a_minute'")
    assert "today" in failed(await request_code(visitor, others[0]), 429)["message"]
    succeeded(await verify_code(visitor, await run_sync(stored_code), stored))
    succeeded(await set_password(visitor, email=others[0]))
    succeeded(await visitor.post("/customer/login/", json={"email": stored, "password": NEW_PASSWORD}))


@pytest.mark.parametrize("stored", ["asha@xn--bcher-kva.example", "asha@\u02e2warna.example"])
async def test_an_account_from_before_resets_its_password_by_its_own_spelling(visitor, database, run_sync, stored):
    account = await database.run_sync(factories.register_shopper, "Asha", stored)
    other = await database.run_sync(factories.register_shopper, "Asha", "asha@swarna.example")
    await database.commit()
    succeeded(await request_code(visitor, stored))
    assert await run_sync(lambda session: session.scalars(select(OneTimeCode.customer_id)).all()) == [account.id]
    succeeded(await verify_code(visitor, await run_sync(stored_code), stored))
    succeeded(await set_password(visitor, email=stored))
    succeeded(await visitor.post("/customer/login/", json={"email": stored, "password": NEW_PASSWORD}))
    succeeded(await visitor.post("/customer/login/", json={"email": other.email, "password": factories.PASSWORD}))


@cases("email", ["", "  ", None, "x", "a b@c.d", 5, [], "a@b.c\r\nBcc: x@y.z", "\x00@b.c", "é" * 300])
@cases("flag", ["generate", "verify", "updatePassword"])
async def test_an_invalid_address_is_refused_by_field(visitor, run_sync, email, flag):
    body = {"email": email, "otp": "123456", "password": NEW_PASSWORD}
    wanted = {"generate": {"email"}, "verify": {"email", "otp"}, "updatePassword": {"email", "password"}}[flag]
    given = {field: body[field] for field in wanted}
    sentence = failed(await visitor.post(f"{PATH}?flag={flag}", json=given), 422, "email")["message"]
    assert sentence in {"Please enter your email", "Please enter a valid email address"}
    assert (sentence == "Please enter your email") == (isinstance(email, str) and not email.strip())


@pytest.mark.parametrize(
    "code", ["", "12345", "1234567", "12345a", "\uff11\uff12\uff13\uff14\uff15\uff16", "-12345", "12 456", 123456, None]
)
async def test_anything_but_six_digits_counts_as_no_try(visitor, asha_account, run_sync, code):
    await request_code(visitor)
    refusal = failed(await verify_code(visitor, code), 422, "otp")
    assert refusal["message"] == ("please enter all 6 digits" if isinstance(code, str) else "Please check: otp.")
    assert (await run_sync(lambda session: session.scalars(select(OneTimeCode)).one())).tries == 0


@pytest.mark.parametrize("password", ["", "short", "secret@2026", "Secret2026", "x" * 200])
async def test_an_invalid_password_does_not_use_up_the_proof(visitor, asha_account, run_sync, password):
    await request_code(visitor)
    await verify_code(visitor, await run_sync(stored_code))
    message = failed(await set_password(visitor, password), 422, "password")["message"]
    assert message.startswith("Password must be at least 8 characters, include one uppercase letter,")
    succeeded(await set_password(visitor))


@pytest.mark.parametrize("query", ["", "?flag=", "?flag=x", "?flag=Generate", "?flag=%00"])
async def test_an_unknown_step_is_refused(visitor, query):
    failed(await visitor.post(f"{PATH}{query}", json={"email": EMAIL}), 422, "flag")


async def test_of_many_concurrent_guesses_five_are_tried(committing_api, engine):
    await prepare(committing_api, engine)
    code = in_database(engine, stored_code)
    answers = await concurrently(
        committing_api, 12, lambda browser, n: verify_code(browser, f"{(int(code) + 1 + n) % 10**6:06d}")
    )
    assert {response.status_code for response in answers} <= {403, 429}
    assert in_database(engine, lambda session: session.scalars(select(OneTimeCode)).one().tries) == 5


async def test_of_many_concurrent_requests_with_the_right_code_one_succeeds(committing_api, engine):
    await prepare(committing_api, engine)
    code = in_database(engine, stored_code)
    answers = await concurrently(committing_api, 4, lambda browser, _: verify_code(browser, code))
    assert sorted(response.status_code for response in answers) == [200, 403, 403, 403]


async def test_of_many_concurrent_new_passwords_one_is_set(committing_api, engine):
    await prepare(committing_api, engine)
    async with Browser(committing_api) as browser:
        await verify_code(browser, in_database(engine, stored_code))
        answers = await asyncio.gather(*(set_password(browser, f"Another@{number}x") for number in range(2026, 2032)))
        assert sorted(response.status_code for response in answers) == [200] + [403] * 5


async def test_of_many_concurrent_requests_one_gets_a_code(committing_api, engine):
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", EMAIL))
    answers = await concurrently(committing_api, 12, lambda browser, _: request_code(browser))
    assert sorted(response.status_code for response in answers) == [200] + [429] * 11
    assert len(in_database(engine, factories.events)) == 1


async def test_a_sign_in_with_the_old_password_that_is_under_way_opens_no_session(committing_api, engine):
    await prepare(committing_api, engine)
    async with (
        Browser(committing_api) as owner,
        Browser(committing_api) as other,
        committing_api.state.sessions() as session,
    ):
        succeeded(await verify_code(owner, in_database(engine, stored_code)))
        await service.set_password(session, REQUEST, EMAIL, NEW_PASSWORD, proof=owner.cookies["swarna_reset"])
        await session.flush()
        credentials = {"email": EMAIL, "password": factories.PASSWORD}
        signing_in = asyncio.create_task(other.post("/customer/login/", json=credentials))
        await waits_for(session, signing_in)
        await session.commit()
        failed(await signing_in, 401)
        failed(await other.get("/customer/me/"), 401)
        succeeded(await other.post("/customer/login/", json=credentials | {"password": NEW_PASSWORD}))
    assert len(in_database(engine, lambda session: session.scalars(select(SignIn)).all())) == 1


@pytest.mark.parametrize("change", [{"password": "Thiefs@2026"}, {"email": "thief@mail.example"}])
async def test_a_change_of_the_account_that_is_under_way_ends_with_its_session(committing_api, engine, change):
    await prepare(committing_api, engine)
    async with (
        Browser(committing_api) as owner,
        Browser(committing_api) as thief,
        committing_api.state.sessions() as session,
    ):
        credentials = {"email": EMAIL, "password": factories.PASSWORD}
        account = succeeded(await thief.post("/customer/login/", json=credentials))
        succeeded(await verify_code(owner, in_database(engine, stored_code)))
        await service.set_password(session, REQUEST, EMAIL, NEW_PASSWORD, proof=owner.cookies["swarna_reset"])
        await session.flush()
        body = {name: account[name] for name in ("name", "email", "phone")} | change
        changing = asyncio.create_task(thief.post(f"/customer/?id={account['id']}", json=body))
        await waits_for(session, changing)
        await session.commit()
        failed(await changing, 401)
        succeeded(await owner.post("/customer/login/", json=credentials | {"password": NEW_PASSWORD}))
        shown = succeeded(await owner.get("/customer/me/"))
    addresses = select(Customer.email, Customer.pending_email)
    assert in_database(engine, lambda session: session.execute(addresses).all()) == [(shown["email"], None)]


async def prepare(app, engine) -> None:
    in_database(engine, lambda session: factories.register_shopper(session, "Asha", EMAIL))
    async with Browser(app) as browser:
        await request_code(browser)
