"""The contact form."""

import datetime as dt

import pytest
from sqlalchemy import select

from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from shop.operations import retention
from shop.throttles import limits
from tests.support import factories
from tests.support.cases import cases
from tests.support.database import in_database
from tests.support.http_client import failed, succeeded

PATH = "/order/?flag=sendMailForUser"
RAVI = {
    "name": "Ravi",
    "email": "ravi@mail.example",
    "phone": "9841055001",
    "company": "Rao",
    "message": "Hello\nthere",
}


def messages(session) -> list[ContactMessage]:
    return list(session.scalars(select(ContactMessage)))


@pytest.mark.parametrize("kind", ["json", "data"])
async def test_anyone_may_write(visitor, asha, karthik, run_sync, kind):
    for browser in (visitor, asha, karthik):
        response = await browser.post(PATH, **{kind: RAVI})
        assert succeeded(response) is None
        assert response.json()["message"] == "We have received your email. We'll reach you back soon."
    kept = await run_sync(messages)
    assert [(row.name, row.email, row.phone, row.company, row.message) for row in kept] == [tuple(RAVI.values())] * 3
    events = await run_sync(factories.events)
    assert [(event["type"], event["data"]) for event in events] == [
        ("contact.message_received", {"messageId": row.id}) for row in kept
    ]


@pytest.mark.parametrize("others", [{}, {"phone": None, "company": None, "message": None}])
async def test_name_and_email_are_enough(visitor, run_sync, others):
    succeeded(await visitor.post(PATH, json={"name": "Ravi", "email": "ravi@mail.example"} | others))
    [kept] = await run_sync(messages)
    assert (kept.phone, kept.company, kept.message) == ("", "", "")


async def test_no_token_is_needed(asha):
    asha.cookies.delete("XSRF-TOKEN")
    succeeded(await asha.post(PATH, json=RAVI))


@cases(
    ("changed", "field"),
    [
        ({"name": " "}, "name"),
        ({"name": "n" * 201}, "name"),
        ({"email": ""}, "email"),
        ({"email": "no address"}, "email"),
        ({"email": "a@b.example\r\nBcc: thief@evil.example"}, "email"),
        ({"email": "a\x07@b.example"}, "email"),
        ({"email": "a@b..example"}, "email"),
        ({"email": "a@.example"}, "email"),
        ({"email": "a@b.example."}, "email"),
        ({"email": "a" * 250 + "@b.example"}, "email"),
        ({"phone": "1" * 201}, "phone"),
        ({"phone": "abc"}, "phone"),
        ({"phone": "123456"}, "phone"),
        ({"company": ["a"]}, "company"),
        ({"message": "m" * 5001}, "message"),
        ({"message": "\x00"}, "message"),
        ({"message": 5}, "message"),
        ({"to": "thief@evil.example"}, "to"),
    ],
)
async def test_an_invalid_message_is_neither_stored_nor_sent(visitor, run_sync, changed, field):
    failed(await visitor.post(PATH, json=RAVI | changed), 422, field)
    assert await run_sync(messages) == []
    assert await run_sync(factories.events) == []


async def test_an_empty_message_names_the_required_fields(visitor):
    failed(await visitor.post(PATH), 422, "name", "email")


async def test_one_sender_is_throttled(visitor, no_pause_passes):
    for _ in range(limits.CONTACT_SENDER.free):
        succeeded(await visitor.post(PATH, json=RAVI))
    refused = await visitor.post(PATH, json=RAVI)
    failed(refused, 429)
    assert refused.headers["retry-after"] == "10"


def test_a_message_is_deleted_after_400_days_unless_its_mail_is_pending(real_commits, engine):
    at = now()

    def fill(session) -> None:
        for name, age in (("old", 401), ("waits", 401), ("new", 399)):
            received_at = at - dt.timedelta(days=age)
            row = ContactMessage(name=name, email="", phone="", company="", message="", received_at=received_at)
            session.add(row)
            session.flush()
            if name == "waits":
                outbox.record_sync(session, ContactMessageReceived(message_id=row.id), at=at)

    in_database(engine, fill)
    retention.prune(engine.begin, at=at)
    assert in_database(engine, lambda session: [row.name for row in messages(session)]) == ["waits", "new"]
