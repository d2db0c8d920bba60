"""The confirmation of an account's email address."""

import asyncio
import datetime as dt

import psycopg
import pytest
from sqlalchemy import select

from shop.clock import now
from shop.customer_record.events import CHANNEL
from shop.customers.model import CONFIRM_WITHIN, Customer, confirmation_token
from shop.newsletter.model import NewsletterReader
from shop.sessions.cookies import ROLE_HEADER
from shop.text.urls import driver_url
from tests.support import factories
from tests.support.http_client import failed, succeeded
from tests.support.postgres_notifications import heard

NEW = "new@mail.example"
CONFIRM = "/customer/confirmEmail/"


async def customer_in(run_sync, customer_id: int) -> Customer:
    def read(session):
        session.expire_all()
        return session.get_one(Customer, customer_id)

    return await run_sync(read)


async def events(run_sync) -> list[dict]:
    return [event for event in await run_sync(factories.events) if event["type"].startswith("customer.")]


def link(customer: Customer, email: str, *, age: dt.timedelta = dt.timedelta()) -> str:
    return confirmation_token(customer.id, email, at=now() - age)


async def edit(browser, customer: Customer, **changes):
    body = {"name": customer.name, "email": customer.email, "phone": customer.phone, "password": ""} | changes
    return await browser.post(f"/customer/?id={customer.id}", json=body)


async def another_account(database, email: str) -> Customer:
    customer = await database.run_sync(factories.register_shopper, "Ravi Rao", email)
    await database.commit()
    return customer


async def test_who_signs_up_is_signed_in_and_not_confirmed(visitor, run_sync):
    person = {"name": "Meera", "email": "meera@mail.example", "phone": "+91 98400 11122", "password": "Secret@2026"}
    meera = succeeded(await visitor.post("/customer/", json=person))
    state = succeeded(await visitor.get(CONFIRM))
    assert state == {"email": "meera@mail.example", "emailConfirmed": False, "pendingEmail": None}
    assert [event["type"] for event in await events(run_sync)] == ["customer.registered"]
    token = link(await customer_in(run_sync, meera["id"]), "meera@mail.example")
    for _ in range(2):
        answer = await visitor.post(CONFIRM, json={"token": token})
        assert answer.json()["message"] == "meera@mail.example is confirmed."
    assert succeeded(await visitor.get(CONFIRM))["emailConfirmed"]
    _, confirmed = await events(run_sync)
    assert (confirmed["type"], confirmed["data"]) == ("customer.email_confirmed", {"customerId": meera["id"]})
    assert (confirmed["reach"], confirmed["customer_id"]) == ("customer_and_admins", meera["id"])
    failed(await visitor.post(f"{CONFIRM}?flag=send"), 409)


async def test_a_new_address_is_used_once_it_is_confirmed(asha, people, browsers, run_sync):
    old = people.asha.email
    row = succeeded(await edit(asha, people.asha, email=NEW))
    assert (row["email"], row["pendingEmail"]) == (old, NEW)
    assert [event["type"] for event in await events(run_sync)] == ["customer.email_confirmation_requested"]
    async with browsers.visitor() as another:
        failed(await another.post("/customer/login/", json={"email": NEW, "password": factories.PASSWORD}), 401)
        succeeded(await another.post("/customer/login/", json={"email": old, "password": factories.PASSWORD}))
        token = link(people.asha, NEW)
        succeeded(await another.post("/customer/logout/"))
        for _ in range(2):
            succeeded(await another.post(CONFIRM, json={"token": token}))
        failed(await another.post("/customer/login/", json={"email": old, "password": factories.PASSWORD}), 401)
        succeeded(await another.post("/customer/login/", json={"email": NEW, "password": factories.PASSWORD}))
    assert succeeded(await asha.get(CONFIRM)) == {"email": NEW, "emailConfirmed": True, "pendingEmail": None}


async def test_a_new_address_can_be_withdrawn(asha, people, visitor, run_sync):
    succeeded(await edit(asha, people.asha, email=NEW))
    assert succeeded(await edit(asha, people.asha, name="Asha V"))["pendingEmail"] == NEW
    for _ in range(2):
        kept = await asha.post(f"{CONFIRM}?flag=keep")
        assert (kept.status_code, kept.json()["message"]) == (200, f"{people.asha.email} stays your address.")
    assert succeeded(await asha.get(CONFIRM))["pendingEmail"] is None
    failed(await visitor.post(CONFIRM, json={"token": link(people.asha, NEW)}), 404, "token")
    failed(await visitor.post(f"{CONFIRM}?flag=keep"), 401)


@pytest.mark.parametrize("caller", ["asha", "karthik"])
async def test_a_new_password_withdraws_a_new_address(asha, karthik, people, visitor, caller):
    succeeded(await edit(asha, people.asha, email=NEW))
    browser = {"asha": asha, "karthik": karthik}[caller]
    assert succeeded(await edit(browser, people.asha, password="Another@2026"))["pendingEmail"] is None
    failed(await visitor.post(CONFIRM, json={"token": link(people.asha, NEW)}), 404, "token")


async def test_a_new_address_that_is_asked_for_with_a_new_password_waits(asha, people, visitor):
    row = succeeded(await edit(asha, people.asha, email=NEW, password="Another@2026"))
    assert row["pendingEmail"] == NEW
    succeeded(await visitor.post(CONFIRM, json={"token": link(people.asha, NEW)}))


async def test_a_confirmation_is_told_to_open_pages_of_staff_once(open_shop, database_url):
    people, browsers = open_shop
    with psycopg.connect(driver_url(database_url), autocommit=True) as listening:
        async with browsers.visitor() as visitor:
            listening.execute(f"LISTEN {CHANNEL}")
            for _ in range(2):
                succeeded(await visitor.post(CONFIRM, json={"token": link(people.asha, people.asha.email)}))
            told = await asyncio.to_thread(heard, listening, CHANNEL)
    assert told == [f"{people.asha.id} account"]


async def test_an_address_that_another_account_took_meanwhile_is_not_taken_over(asha, people, visitor, database):
    succeeded(await edit(asha, people.asha, email=NEW))
    await another_account(database, NEW)
    failed(await visitor.post(CONFIRM, json={"token": link(people.asha, NEW)}), 409, "token")
    failed(await edit(asha, people.asha, email=NEW.upper()), 409, "email")


async def test_only_the_newest_pending_address_can_be_confirmed(asha, people, visitor, run_sync):
    succeeded(await edit(asha, people.asha, email="first@mail.example"))
    succeeded(await edit(asha, people.asha, email=NEW))
    failed(await visitor.post(CONFIRM, json={"token": link(people.asha, "first@mail.example")}), 404, "token")
    succeeded(await visitor.post(CONFIRM, json={"token": link(people.asha, NEW)}))
    assert (await customer_in(run_sync, people.asha.id)).email == NEW


@pytest.mark.parametrize(
    "forge",
    [
        lambda token: "",
        lambda token: "1.2.x",
        lambda token: token[:-1],
        lambda token: token.replace(".", "..", 1),
        lambda token: "9" * 40 + token[token.index(".") :],
        lambda token: "\u0661" + token[1:],
        lambda token: f"{token.partition('.')[0]}.{2**40}.{token.rpartition('.')[2]}",
        lambda token: token + "x" * 300,
    ],
)
async def test_an_invalid_link_confirms_nothing(asha, people, visitor, run_sync, forge):
    succeeded(await edit(asha, people.asha, email=NEW))
    answer = await visitor.post(CONFIRM, json={"token": forge(link(people.asha, NEW))})
    assert answer.status_code in {404, 422}
    assert (await customer_in(run_sync, people.asha.id)).pending_email == NEW


async def test_a_link_is_valid_for_a_week_and_for_its_own_account(asha, people, visitor, database):
    succeeded(await edit(asha, people.asha, email=NEW))
    old = link(people.asha, NEW, age=CONFIRM_WITHIN + dt.timedelta(seconds=1))
    failed(await visitor.post(CONFIRM, json={"token": old}), 404, "token")
    other = await another_account(database, "ravi@mail.example")
    _, _, rest = link(people.asha, NEW).partition(".")
    failed(await visitor.post(CONFIRM, json={"token": f"{other.id}.{rest}"}), 404, "token")


async def test_the_number_of_mails_with_the_link_is_limited(asha, people, run_sync):
    succeeded(await edit(asha, people.asha, email=NEW))
    answers = [await asha.post(f"{CONFIRM}?flag=send") for _ in range(6)]
    assert [answer.status_code for answer in answers].count(200) == 4
    assert failed(answers[-1], 429)["message"].startswith("We have sent mails to this address already.")
    refused = await edit(asha, people.asha, email=NEW, name="Another Name")
    failed(refused, 429)
    assert (await customer_in(run_sync, people.asha.id)).name == people.asha.name


async def test_an_address_set_by_staff_is_used_at_once_and_unconfirmed(karthik, people, run_sync):
    row = succeeded(await edit(karthik, people.asha, email=NEW))
    assert (row["email"], row["emailConfirmed"], row["pendingEmail"]) == (NEW, False, None)
    assert [event["type"] for event in await events(run_sync)] == ["customer.email_confirmation_requested"]


async def test_the_address_of_a_customer_beside_an_admin_in_one_browser_waits_for_its_confirmation(people, browsers):
    async with await browsers.of(people.asha, people.karthik) as both:
        row = succeeded(await edit(both, people.asha, email=NEW))
        assert (row["email"], row["pendingEmail"]) == (people.asha.email, NEW)
        both.headers[ROLE_HEADER] = "admin"
        row = succeeded(await edit(both, people.asha, email=NEW))
        assert (row["email"], row["emailConfirmed"], row["pendingEmail"]) == (NEW, False, None)


async def test_another_spelling_of_the_same_address_needs_no_confirmation(asha, people, run_sync):
    row = succeeded(await edit(asha, people.asha, email=people.asha.email.upper()))
    assert (row["email"], row["pendingEmail"]) == (people.asha.email.upper(), None)
    assert await events(run_sync) == []


@pytest.fixture
async def confirmed(people, database) -> Customer:
    people.asha.email_confirmed_at = now()
    await database.commit()
    return people.asha


def subscribe(session, *emails: str) -> None:
    session.add_all(NewsletterReader(email=email, asked_at=now(), confirmed_at=now()) for email in emails)
    session.commit()


def readers(session) -> set[str]:
    return set(session.scalars(select(NewsletterReader.email)))


async def test_the_newsletter_follows_a_new_address_once_it_is_confirmed(asha, confirmed, visitor, run_sync):
    await run_sync(subscribe, confirmed.email, "other@mail.example")
    succeeded(await edit(asha, confirmed, email=NEW))
    assert await run_sync(readers) == {confirmed.email, "other@mail.example"}
    succeeded(await visitor.post(CONFIRM, json={"token": link(confirmed, NEW)}))
    assert await run_sync(readers) == {NEW, "other@mail.example"}
    assert succeeded(await asha.get("/notification/"))["hasNewsletter"]


async def test_a_new_address_that_has_the_newsletter_keeps_its_own_choice(asha, confirmed, visitor, run_sync):
    await run_sync(subscribe, confirmed.email, NEW)
    succeeded(await edit(asha, confirmed, email=NEW))
    succeeded(await visitor.post(CONFIRM, json={"token": link(confirmed, NEW)}))
    assert await run_sync(readers) == {NEW}


async def test_a_newsletter_that_was_not_confirmed_follows_to_no_new_address(asha, confirmed, visitor, run_sync):
    def ask(session):
        session.add(NewsletterReader(email=confirmed.email, asked_at=now()))
        session.commit()

    await run_sync(ask)
    succeeded(await edit(asha, confirmed, email=NEW))
    succeeded(await visitor.post(CONFIRM, json={"token": link(confirmed, NEW)}))
    assert await run_sync(readers) == set()


async def test_an_address_set_by_staff_ends_the_newsletter_of_the_confirmed_one(karthik, confirmed, run_sync):
    await run_sync(subscribe, confirmed.email)
    succeeded(await edit(karthik, confirmed, email=NEW))
    assert await run_sync(readers) == set()
