"""The list of customers, and edits by admins and by customers themselves."""

import asyncio

import pytest
from sqlalchemy import func, select, text

from shop.clock import now
from shop.customers.model import Customer, confirmation_token
from shop.customers.one_time_codes import OneTimeCode
from shop.sessions.model import Session as SignIn
from shop.text.urls import driver_url
from tests.support import factories
from tests.support.cases import cases
from tests.support.http_client import Browser, failed, succeeded
from tests.support.postgres_notifications import heard

MEERA = {"name": "Meera Joshi", "email": "meera@shop.example", "phone": "+91 98410 55099", "password": "Secret@2026"}
JUNK = ["\x00", "%", "_", "\\", "'; DROP TABLE customer; --", "💍" * 100]

ROW = {"id", "name", "email", "phone", "createdTimestamp", "emailConfirmed", "pendingEmail", "isDeleted"}


def sessions(session) -> int:
    return session.scalar(select(func.count()).select_from(SignIn))


def fields(customer: Customer, **changed: str) -> dict[str, str]:
    return {"name": customer.name, "email": customer.email, "phone": customer.phone, "password": ""} | changed


async def test_the_list_has_no_password_and_no_hash(karthik, people):
    response = await karthik.get("/customer/")
    rows = succeeded(response)
    assert [row["id"] for row in rows] == [people.ben.id, people.asha.id]
    assert all(row.keys() == ROW for row in rows)
    assert rows[0]["createdTimestamp"].endswith("Z")
    assert "argon2" not in response.text
    assert response.json()["nextCursor"] is None


@pytest.mark.parametrize(
    ("search", "found"),
    [
        ("ASHA", ["Asha Verma"]),
        ("thomas", ["Ben Thomas"]),
        ("98410", ["Ben Thomas", "Asha Verma"]),
        ("zzz", []),
        ("thomas  be", ["Ben Thomas"]),
        ("Asha Thomas", []),
    ],
)
async def test_a_search_covers_name_email_and_phone(karthik, search, found):
    rows = succeeded(await karthik.get("/customer/", params={"search": search}))
    assert [row["name"] for row in rows] == found


@pytest.mark.parametrize("search", ["9841055001", "+919841055001", "98410-55001", "(98410) 55001", "055001"])
async def test_a_phone_number_is_found_however_it_is_spaced(karthik, search):
    rows = succeeded(await karthik.get("/customer/", params={"search": search}))
    assert [row["name"] for row in rows] == ["Ben Thomas", "Asha Verma"]


@pytest.mark.parametrize("prefix", ["+91", "0091 ", "91", "0"])
@pytest.mark.parametrize("stored", ["98410 55099", "+91 98410 55099", "098410-55099"])
async def test_a_phone_number_is_found_with_and_without_the_prefix_of_india(karthik, prefix, stored):
    added = succeeded(await karthik.post("/customer/", json=MEERA | {"phone": stored}))
    for search in (f"{prefix}9841055099", f"{prefix}98410 55099", "9841055099"):
        rows = succeeded(await karthik.get("/customer/", params={"search": search}))
        assert [row["id"] for row in rows] == [added["id"]]
    assert succeeded(await karthik.get("/customer/", params={"search": f"{prefix}9841055098"})) == []


@pytest.mark.parametrize("search", JUNK[1:])
async def test_a_search_has_no_wildcards(karthik, search):
    assert succeeded(await karthik.get("/customer/", params={"search": search})) == []


@cases(
    ("sort", "order"),
    [
        ("newest", ["Dev", "asha b", "Ben Thomas", "Asha Verma"]),
        ("oldest", ["Asha Verma", "Ben Thomas", "asha b", "Dev"]),
        ("name", ["asha b", "Asha Verma", "Ben Thomas", "Dev"]),
        ("email", ["Dev", "asha b", "Asha Verma", "Ben Thomas"]),
    ],
)
@cases("limit", [1, 2, 3])
async def test_pages_contain_every_row_once_in_every_order(karthik, people, database, sort, order, limit):
    await database.run_sync(factories.register_shopper, "asha b", "b@a.example")
    await database.run_sync(factories.register_shopper, "Dev", "A@a.example")
    await database.commit()
    names, cursor = [], None
    for _ in range(5):
        query = {"sort": sort, "limit": limit} | ({"cursor": cursor} if cursor else {})
        response = await karthik.get("/customer/", params=query)
        names += [row["name"] for row in succeeded(response)]
        cursor = response.json()["nextCursor"]
        if cursor is None:
            break
    assert names == order


@pytest.mark.parametrize(
    "query", ["sort=password", "limit=0", "limit=201", "limit=x", "cursor=%00", "cursor=é", "search=%00"]
)
async def test_an_invalid_page_is_refused_by_field(karthik, query):
    failed(await karthik.get(f"/customer/?{query}"), 422, query.partition("=")[0])


async def test_a_page_after_an_invalid_cursor_is_not_found(karthik):
    failed(await karthik.get("/customer/?cursor=eA=="), 404, "cursor")


async def test_the_list_is_for_admins(visitor, asha):
    failed(await visitor.get("/customer/"), 401)
    failed(await asha.get("/customer/"), 403)


async def test_an_admin_adds_a_customer_and_stays_signed_in_as_an_admin(karthik, run_sync, people):
    before = dict(karthik.cookies)
    response = await karthik.post("/customer/", json=MEERA)
    meera = succeeded(response)
    assert response.json()["message"] == "Customer added"
    assert meera.keys() == ROW
    assert dict(karthik.cookies) == before
    assert "set-cookie" not in response.headers
    failed(await karthik.get("/customer/me/"), 403)
    [event] = await run_sync(factories.events)
    assert (event["type"], event["data"]["byStaff"]) == ("customer.registered", True)


async def test_an_admin_who_sends_the_sign_up_flag_is_signed_in_as_a_customer(karthik):
    login = {"Referer": "http://shop.example/login"}
    succeeded(await karthik.post("/customer/", json=MEERA | {"email": "added@shop.example"}, headers=login))
    failed(await karthik.get("/customer/me/"), 403)
    response = await karthik.post("/customer/", json=MEERA | {"flag": "signUp"})
    assert response.json()["message"] == "Register Successfully"
    assert succeeded(await karthik.get("/customer/me/"))["email"] == MEERA["email"]
    succeeded(await karthik.get("/admin/me/"))


@pytest.mark.parametrize("kind", ["json", "data"])
async def test_an_admin_edits_anyone_and_an_empty_password_keeps_the_old_one(karthik, people, browsers, run_sync, kind):
    changed = fields(people.asha, name="Asha V", phone="9841055001")
    edited = succeeded(await karthik.post(f"/customer/?id={people.asha.id}", **{kind: changed}))
    assert (edited["id"], edited["name"], edited["phone"]) == (people.asha.id, "Asha V", "9841055001")
    async with browsers.visitor() as browser:
        given = {"email": people.asha.email, "password": factories.PASSWORD}
        succeeded(await browser.post("/customer/login/", json=given))


async def test_edits_of_different_fields_at_the_same_time_all_count(karthik, asha, people, database):
    path = f"/customer/?id={people.asha.id}"
    people.asha.phone = "98410-55001 ext 7"  # staff may store any form, which a shopper's edit of the name leaves alone
    await database.commit()
    succeeded(await karthik.post(path, json={"email": "asha@new.example"}))
    edited = succeeded(await asha.post(path, json={"id": people.asha.id, "name": "Asha V"}))
    assert (edited["name"], edited["email"], edited["phone"]) == ("Asha V", "asha@new.example", "98410-55001 ext 7")
    edited = succeeded(await karthik.post(path, data={"phone": "9841055002"}))
    assert (edited["name"], edited["email"], edited["phone"]) == ("Asha V", "asha@new.example", "9841055002")
    failed(await karthik.post(path, json={}), 422)


async def test_a_customer_may_send_back_the_phone_that_staff_stored(karthik, asha, people):
    path = f"/customer/?id={people.asha.id}"
    stored = "044 24345678, 98410 55001"
    succeeded(await karthik.post(path, json={"phone": stored}))
    edited = succeeded(await asha.post(path, json=fields(people.asha, name="Asha V", phone=stored)))
    assert (edited["name"], edited["phone"]) == ("Asha V", stored)
    for other in ("044 24345678, 98410 55002", people.asha.email):
        failed(await asha.post(path, json={"phone": other}), 422, "phone")


async def test_a_customer_edits_their_own_account_only(asha, ben, people, run_sync):
    succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=fields(people.asha, name="Asha V")))
    assert succeeded(await asha.get("/customer/me/"))["name"] == "Asha V"
    before = await run_sync(factories.contents)
    others = await asha.post(f"/customer/?id={people.ben.id}", json=fields(people.ben, name="Mine"))
    missing = await asha.post("/customer/?id=2000000000", json=fields(people.ben, name="Mine"))
    failed(others, 404)
    assert others.content == missing.content
    failed(await asha.delete(f"/customer/?id={people.asha.id}"), 403)
    assert await run_sync(factories.contents) == before


async def test_a_new_password_ends_all_sessions_but_the_one_that_set_it(asha, people, browsers):
    async with await browsers.of(people.asha) as another:
        succeeded(await another.get("/customer/me/"))
        new = fields(people.asha, password="Another@2026")
        succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=new))
        failed(await another.get("/customer/me/"), 401)
        succeeded(await asha.get("/customer/me/"))
        given = {"email": people.asha.email, "password": "Another@2026"}
        succeeded(await another.post("/customer/login/", json=given))


async def test_a_new_password_by_an_admin_ends_all_sessions(asha, karthik, people, connection):
    new = fields(people.asha, password="Another@2026")
    succeeded(await karthik.post(f"/customer/?id={people.asha.id}", json=new))
    failed(await asha.get("/customer/me/"), 401)
    succeeded(await karthik.get("/admin/me/"))


async def test_a_new_address_voids_a_code_that_was_sent_to_the_old_one(asha, people, visitor, run_sync):
    await visitor.post("/customer/resetPassword/?flag=generate", json={"email": people.asha.email})
    changed = fields(people.asha, email="new@shop.example")
    succeeded(await asha.post(f"/customer/?id={people.asha.id}", json=changed))
    assert await run_sync(lambda session: len(session.scalars(select(OneTimeCode)).all())) == 1
    token = confirmation_token(people.asha.id, "new@shop.example", at=now())
    succeeded(await visitor.post("/customer/confirmEmail/", json={"token": token}))
    assert await run_sync(lambda session: session.scalars(select(OneTimeCode)).all()) == []


@pytest.mark.parametrize(
    ("changed", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": ""}, "name"),
        ({"name": None}, "name"),
        ({"email": ""}, "email"),
        ({"email": "x"}, "email"),
        ({"phone": ""}, "phone"),
        ({"password": "short"}, "password"),
        ({"password": "x" * 129}, "password"),
        ({"password": None}, "password"),
        ({"passwordHash": "x"}, "passwordHash"),
        ({"name": "\x00"}, "name"),
        ({"name": ["a"]}, "name"),
        ({"email": {"a": 1}}, "email"),
    ],
)
async def test_an_invalid_edit_changes_nothing(karthik, people, run_sync, changed, field):
    before = await run_sync(factories.contents)
    failed(await karthik.post(f"/customer/?id={people.asha.id}", json=fields(people.asha) | changed), 422, field)
    assert await run_sync(factories.contents) == before


async def test_an_edit_whose_body_has_another_id_is_refused(karthik, people, run_sync):
    before = await run_sync(factories.contents)
    body = fields(people.asha) | {"id": people.ben.id}
    failed(await karthik.post(f"/customer/?id={people.asha.id}", json=body), 409, "id")
    assert await run_sync(factories.contents) == before


async def test_a_row_of_the_list_may_be_sent_back_unchanged(karthik, asha, people):
    row = next(row for row in succeeded(await karthik.get("/customer/")) if row["id"] == people.asha.id)
    for browser, name in ((karthik, "Asha V"), (asha, "Asha W")):
        edited = succeeded(await browser.post(f"/customer/?id={people.asha.id}", json=row | {"name": name}))
        assert edited == row | {"name": name}
        moved = row | {"createdTimestamp": "2020-01-01T00:00:00.000Z"}
        failed(await browser.post(f"/customer/?id={people.asha.id}", json=moved), 422, "createdTimestamp")


async def test_an_edit_cannot_take_another_customers_address(karthik, people, run_sync):
    before = await run_sync(factories.contents)
    changed = fields(people.asha, email=people.ben.email.upper())
    failed(await karthik.post(f"/customer/?id={people.asha.id}", json=changed), 409, "email")
    assert await run_sync(factories.contents) == before


async def test_a_missing_customer_is_not_found(karthik, people):
    body = failed(await karthik.post("/customer/?id=2000000000", json=fields(people.asha)), 404)
    assert body["message"] == "Customer not found"
    failed(await karthik.delete("/customer/?id=2000000000"), 404)


async def test_deleting_a_customer_takes_cart_addresses_and_sessions(karthik, asha, people, database, run_sync):
    await database.run_sync(factories.note_address, people.asha)
    await database.commit()
    await asha.post("/cart/", json={"customerId": people.asha.id, "productId": people.ring.id, "quantity": 1})
    succeeded(await karthik.delete(f"/customer/?id={people.asha.id}"))
    failed(await asha.get("/customer/me/"), 401)
    for table in ("address", "cart_item"):
        assert await run_sync(lambda session, name=table: session.scalar(text(f"SELECT count(*) FROM {name}"))) == 0
    assert await run_sync(sessions) == 1


async def test_a_customer_with_orders_is_not_deleted(karthik, asha, people, database, run_sync):
    await database.run_sync(factories.order, people.asha, [people.ring])
    await database.commit()
    before = await run_sync(factories.contents)
    body = failed(await karthik.delete(f"/customer/?id={people.asha.id}"), 409)
    assert body["message"].startswith("Asha Verma has 1 order")
    assert await run_sync(factories.contents) == before
    succeeded(await asha.get("/customer/me/"))


async def test_of_many_sign_ups_with_one_address_at_once_one_succeeds(committing_api):
    async def sign_up() -> int:
        async with Browser(committing_api) as browser:
            return (await browser.post("/customer/", json=MEERA)).status_code

    answers = await asyncio.gather(*(sign_up() for _ in range(12)))
    assert sorted(answers) == [200] + [409] * 11


async def test_staff_are_notified_of_new_customers(committing_api, engine, database_url):
    import psycopg  # noqa: PLC0415 - only this function uses it

    from shop.customer_record.events import CHANNEL  # noqa: PLC0415
    from tests.support.database import in_database  # noqa: PLC0415

    def add_admin(session):
        admin = factories.hire_admin(session)
        return admin, factories.sign_in(session, admin)

    admin, portal = in_database(engine, add_admin)
    with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
        listening.execute(f"LISTEN {CHANNEL}")
        async with Browser(committing_api) as browser:
            meera = succeeded(await browser.post("/customer/", json=MEERA))
            failed(await browser.post("/customer/", json=MEERA), 409, "email")
            browser.cookies.clear()
            dev = MEERA | {"email": "dev@shop.example"}
            added = succeeded(await browser.hold(admin, portal).post("/customer/", json=dev))
        told = await asyncio.to_thread(heard, listening, CHANNEL)
    assert told == [f"{meera['id']} registered", f"{added['id']} registered"]


async def test_ended_sessions_are_notified(committing_api, engine, database_url):
    import psycopg  # noqa: PLC0415 - only this function uses it

    from shop.sessions import queries  # noqa: PLC0415
    from tests.support.database import in_database  # noqa: PLC0415

    def add_people(session):
        asha, admin = factories.register_shopper(session), factories.hire_admin(session)
        return asha, admin, [factories.sign_in(session, asha) for _ in range(3)], factories.sign_in(session, admin)

    asha, admin, (own, *_), portal = in_database(engine, add_people)
    ids = in_database(engine, lambda session: list(session.scalars(select(SignIn.id).order_by(SignIn.id))))
    with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
        listening.execute(f"LISTEN {queries.ENDED_CHANNEL}")

        def ended() -> list[int]:
            return sorted(map(int, heard(listening, queries.ENDED_CHANNEL)))

        async with Browser(committing_api) as browser:
            new = fields(asha, password="Another@2026")
            succeeded(await browser.hold(asha, own).post(f"/customer/?id={asha.id}", json=new))
            assert ended() == ids[1:3]
            browser.cookies.clear()
            succeeded(await browser.hold(admin, portal).delete(f"/customer/?id={asha.id}"))
            assert ended() == ids[:1]
