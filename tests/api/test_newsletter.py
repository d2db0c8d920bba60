"""The newsletter: subscribe, confirm, unsubscribe."""

import asyncio
import datetime as dt

import pytest
from sqlalchemy import select

from shop.clock import now
from shop.newsletter.model import CONFIRM_WITHIN, LinkPurpose, NewsletterReader, confirm_token, unsubscribe_token
from shop.security import signed_links
from tests.support import factories
from tests.support.database import in_database
from tests.support.http_client import Browser, failed, succeeded

EMAIL = "Reader@mail.example"
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def readers(session) -> list[NewsletterReader]:
    return list(session.scalars(select(NewsletterReader).order_by(NewsletterReader.id)))


async def the_reader(run_sync) -> NewsletterReader:
    [reader] = await run_sync(readers)
    return reader


async def subscribe(browser, run_sync) -> NewsletterReader:
    succeeded(await browser.post("/newsletter/", json={"email": EMAIL}))
    return await the_reader(run_sync)


async def test_a_reader_is_subscribed_once_they_confirm(visitor, run_sync):
    reader = await subscribe(visitor, run_sync)
    assert (reader.email, reader.reads) == (EMAIL, False)
    [event] = await run_sync(factories.events)
    assert (event["type"], event["data"]) == ("newsletter.subscribed", {"readerId": reader.id})
    token = confirm_token(reader.id, at=now())
    for _ in range(2):
        assert (await visitor.post(f"/newsletter/confirm/?token={token}")).json()["message"] == "You are subscribed."
        assert (await the_reader(run_sync)).reads


ONE_CLICK = {"data": {"List-Unsubscribe": "One-Click"}}
"""The request of a mail program's one-click unsubscription (RFC 8058)."""


async def test_a_reader_unsubscribes_by_button_or_one_click_and_may_subscribe_again(visitor, run_sync):
    reader = await subscribe(visitor, run_sync)
    leave = f"/newsletter/unsubscribe/?token={unsubscribe_token(reader.id)}"
    for options in ({}, ONE_CLICK, ONE_CLICK | {"headers": PAGE}, {"files": {"List-Unsubscribe": (None, "One-Click")}}):
        await visitor.post(f"/newsletter/confirm/?token={confirm_token(reader.id, at=now())}")
        assert (await the_reader(run_sync)).reads
        for _ in range(2):
            succeeded(await visitor.post(leave, **options))
            assert not (await the_reader(run_sync)).reads


@pytest.mark.parametrize("headers", [{}, PAGE, {"Accept": "*/*", "User-Agent": "Scanner"}])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_opening_a_link_changes_nothing(visitor, run_sync, method, headers):
    reader = await subscribe(visitor, run_sync)
    confirm, leave = confirm_token(reader.id, at=now()), unsubscribe_token(reader.id)
    await visitor.request(method, f"/newsletter/confirm/?token={confirm}", headers=headers)
    assert not (await the_reader(run_sync)).reads
    await visitor.post(f"/newsletter/confirm/?token={confirm}")
    assert (await visitor.request(method, f"/newsletter/unsubscribe/?token={leave}", headers=headers)).status_code < 400
    reader = await the_reader(run_sync)
    assert (reader.reads, reader.unsubscribed_at) == (True, None)


async def test_a_link_to_confirm_that_is_older_than_an_unsubscription_is_invalid(visitor, run_sync):
    reader = await subscribe(visitor, run_sync)
    leave = f"/newsletter/unsubscribe/?token={unsubscribe_token(reader.id)}"
    for _ in range(2):  # the second round: a reader subscribed again but did not confirm
        old = f"/newsletter/confirm/?token={confirm_token(reader.id, at=now())}"
        succeeded(await visitor.post(leave))
        for method in ("GET", "POST"):
            failed(await visitor.request(method, old), 404, "token")
        await subscribe(visitor, run_sync)
        failed(await visitor.post(old), 404, "token")
        assert not (await the_reader(run_sync)).reads
    new = f"/newsletter/confirm/?token={confirm_token(reader.id, at=now())}"
    succeeded(await visitor.post(new))
    assert (await the_reader(run_sync)).reads


async def test_a_request_right_after_an_unsubscription_sends_one_more_mail(visitor, run_sync):
    reader = await subscribe(visitor, run_sync)
    await visitor.post(f"/newsletter/confirm/?token={confirm_token(reader.id, at=now())}")
    succeeded(await visitor.post(f"/newsletter/unsubscribe/?token={unsubscribe_token(reader.id)}"))
    for _ in range(2):
        await subscribe(visitor, run_sync)
        assert len(await run_sync(factories.events)) == 2


@pytest.mark.parametrize("email", [EMAIL, EMAIL.lower(), f" {EMAIL} "])
async def test_a_subscribed_address_gets_the_same_answer_and_no_mail(visitor, run_sync, email):
    first = await visitor.post("/newsletter/", json={"email": EMAIL})
    reader = await the_reader(run_sync)
    await visitor.post(f"/newsletter/confirm/?token={confirm_token(reader.id, at=now())}")
    again = await visitor.post("/newsletter/", json={"email": email})
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert (await the_reader(run_sync)).reads
    assert len(await run_sync(factories.events)) == 1


@pytest.mark.parametrize("stored", ["reader@b\u00fccher.example", "reader@xn--bcher-kva.example"])
async def test_the_spellings_of_a_domain_are_one_reader(visitor, database, run_sync, stored):
    database.add(NewsletterReader(email=stored, asked_at=now() - dt.timedelta(minutes=5)))
    await database.commit()
    for email in ("Reader@B\u00dcCHER.example", "reader@xn--bcher-kva.example", "reader@\U0001d41b\u00fccher.example"):
        succeeded(await visitor.post("/newsletter/", json={"email": email}))
    assert (await the_reader(run_sync)).email == stored
    assert len(await run_sync(factories.events)) == 1


async def test_one_address_gets_five_mails_and_is_then_throttled(visitor, no_pause_passes):
    for _ in range(5):
        succeeded(await visitor.post("/newsletter/", json={"email": EMAIL}))
    refused = await visitor.post("/newsletter/", json={"email": EMAIL})
    failed(refused, 429)
    assert refused.headers["retry-after"] == "60"


@pytest.mark.parametrize("email", ["", None, "x", 5, "a@b.c\nBcc: d@e.f", "\x00@b.c"])
async def test_an_invalid_address_is_refused_by_field(visitor, run_sync, email):
    failed(await visitor.post("/newsletter/", json={"email": email}), 422, "email")
    assert await run_sync(readers) == []


async def forged(run_sync, visitor) -> list[str]:
    reader = await subscribe(visitor, run_sync)
    good = confirm_token(reader.id, at=now())
    number, until, signature = good.split(".")
    return [
        "",
        "x",
        "..",
        "%00",
        "%ED%A0%80",
        "9" * 199,
        good[:-1],
        good + "=",
        f"{int(number) + 1}.{until}.{signature}",
        f"{number}.{int(until) + 1}.{signature}",
        f"{number}.0.{signature}",
        f"0{good}",
        f"-{good}",
        unsubscribe_token(reader.id),
        confirm_token(reader.id, at=now() - CONFIRM_WITHIN - dt.timedelta(seconds=1)),
        confirm_token(2_000_000_000, at=now()),
    ]


async def test_a_forged_or_expired_link_does_nothing(visitor, run_sync):
    for token in await forged(run_sync, visitor):
        for method in ("GET", "POST"):
            failed(await visitor.request(method, f"/newsletter/confirm/?token={token}"), 404, "token")
        assert not (await the_reader(run_sync)).reads
    failed(await visitor.get("/newsletter/confirm/"), 404, "token")
    failed(await visitor.get(f"/newsletter/confirm/?token={'x' * 201}"), 422, "token")
    reader = await the_reader(run_sync)
    wrong_purpose = confirm_token(reader.id, at=now())
    failed(await visitor.post(f"/newsletter/unsubscribe/?token={wrong_purpose}"), 404, "token")


async def test_a_browser_is_redirected_to_the_page_with_the_button_or_the_result(visitor, run_sync):
    reader = await subscribe(visitor, run_sync)
    confirm, leave = confirm_token(reader.id, at=now()), unsubscribe_token(reader.id)
    for method, link, query in (
        ("GET", f"confirm/?token={confirm}", f"state=confirm&token={confirm}"),
        ("POST", f"confirm/?token={confirm}", "state=confirmed"),
        ("GET", f"unsubscribe/?token={leave}", f"state=unsubscribe&token={leave}"),
        ("POST", f"unsubscribe/?token={leave}", "state=unsubscribed"),
        ("GET", "confirm/?token=x", "state=expired"),
        ("POST", "unsubscribe/?token=x", "state=expired"),
        ("POST", f"confirm/?token={confirm}", "state=expired"),
    ):
        response = await visitor.request(method, f"/newsletter/{link}", headers=PAGE)
        assert (response.status_code, response.headers["location"]) == (303, f"http://shop.example/newsletter?{query}")
    assert not (await the_reader(run_sync)).reads


def test_a_link_to_unsubscribe_never_expires(shop_settings):
    link = signed_links.read(unsubscribe_token(7), at=now() + dt.timedelta(days=36500))
    assert link.subject_id == 7
    assert link.is_signed(LinkPurpose.UNSUBSCRIBE.key)


async def test_concurrent_requests_make_one_reader(committing_api, engine):
    async def ask() -> int:
        async with Browser(committing_api) as browser:
            return (await browser.post("/newsletter/", json={"email": EMAIL})).status_code

    answers = await asyncio.gather(*(ask() for _ in range(8)))
    assert sorted(answers) == [200] * 5 + [429] * 3
    assert len(in_database(engine, readers)) == 1
    assert len(in_database(engine, factories.events)) == 1


async def test_a_later_request_sends_another_mail(visitor, run_sync, monkeypatch):
    await subscribe(visitor, run_sync)
    await subscribe(visitor, run_sync)
    assert len(await run_sync(factories.events)) == 1
    monkeypatch.setattr("api.newsletter.service.now", lambda: now() + dt.timedelta(minutes=1))
    await subscribe(visitor, run_sync)
    assert len(await run_sync(factories.events)) == 2


def test_unconfirmed_addresses_and_old_codes_are_deleted(real_commits, engine):
    from shop.customers import one_time_codes  # noqa: PLC0415 - only this function uses it
    from shop.customers.one_time_codes import OneTimeCode  # noqa: PLC0415
    from shop.operations import retention  # noqa: PLC0415

    at = now()

    def fill(session) -> None:
        for name, age, confirmed in (("old", 9, None), ("new", 6, None), ("reader", 400, at)):
            asked_at = at - dt.timedelta(days=age)
            session.add(NewsletterReader(email=f"{name}@mail.example", asked_at=asked_at, confirmed_at=confirmed))
        session.execute(
            one_time_codes.store(
                one_time_codes.new_code("old@mail.example", at=at - one_time_codes.LIFETIME * 2), customer_id=None
            )
        )
        session.execute(one_time_codes.store(one_time_codes.new_code("new@mail.example", at=at), customer_id=None))

    in_database(engine, fill)
    retention.prune(engine.begin, at=at)
    kept = in_database(engine, lambda session: [reader.email for reader in readers(session)])
    assert kept == ["new@mail.example", "reader@mail.example"]
    [code] = in_database(engine, lambda session: session.scalars(select(OneTimeCode)).all())
    assert code.subject == one_time_codes.subject_of("new@mail.example")
