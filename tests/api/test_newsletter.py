"""Asking for the newsletter, confirming, leaving."""

import asyncio
import datetime as dt

import pytest
from sqlalchemy import select

from shop.clock import now
from shop.newsletter.links import CONFIRM_WITHIN, Link, Purpose, read
from shop.newsletter.model import NewsletterReader
from tests import factories
from tests.api.test_reset import in_database
from tests.browser_of import Browser, failed, succeeded

EMAIL = "Reader@mail.example"
PAGE = {"Accept": "text/html,application/xhtml+xml,*/*;q=0.8"}


def readers(session) -> list[NewsletterReader]:
    return list(session.scalars(select(NewsletterReader).order_by(NewsletterReader.id)))


async def the_reader(look) -> NewsletterReader:
    [reader] = await look(readers)
    return reader


async def subscribe(browser, look) -> NewsletterReader:
    succeeded(await browser.post("/newsletter/", json={"email": EMAIL}))
    return await the_reader(look)


async def test_a_reader_is_one_once_they_confirmed(visitor, look):
    reader = await subscribe(visitor, look)
    assert (reader.email, reader.reads) == (EMAIL, False)
    [event] = await look(factories.events)
    assert (event["type"], event["data"]) == ("newsletter.subscribed", {"readerId": reader.id})
    token = Link.to_confirm(reader.id, at=now()).token
    for _ in range(2):
        assert (await visitor.post(f"/newsletter/confirm/?token={token}")).json()["message"] == "You are subscribed."
        assert (await the_reader(look)).reads


ONE_CLICK = {"data": {"List-Unsubscribe": "One-Click"}}
"""As mail programs send it (RFC 8058)."""


async def test_a_reader_leaves_by_the_button_or_with_one_click_and_may_come_back(visitor, look):
    reader = await subscribe(visitor, look)
    leave = f"/newsletter/unsubscribe/?token={Link.to_unsubscribe(reader.id).token}"
    for options in ({}, ONE_CLICK, ONE_CLICK | {"headers": PAGE}, {"files": {"List-Unsubscribe": (None, "One-Click")}}):
        await visitor.post(f"/newsletter/confirm/?token={Link.to_confirm(reader.id, at=now()).token}")
        assert (await the_reader(look)).reads
        for _ in range(2):
            succeeded(await visitor.post(leave, **options))
            assert not (await the_reader(look)).reads


@pytest.mark.parametrize("headers", [{}, PAGE, {"Accept": "*/*", "User-Agent": "Scanner"}])
@pytest.mark.parametrize("method", ["GET", "HEAD"])
async def test_whoever_only_opens_a_link_changes_nothing(visitor, look, method, headers):
    reader = await subscribe(visitor, look)
    confirm, leave = Link.to_confirm(reader.id, at=now()).token, Link.to_unsubscribe(reader.id).token
    await visitor.request(method, f"/newsletter/confirm/?token={confirm}", headers=headers)
    assert not (await the_reader(look)).reads
    await visitor.post(f"/newsletter/confirm/?token={confirm}")
    assert (await visitor.request(method, f"/newsletter/unsubscribe/?token={leave}", headers=headers)).status_code < 400
    reader = await the_reader(look)
    assert (reader.reads, reader.unsubscribed_at) == (True, None)


async def test_a_link_to_confirm_that_is_older_than_an_unsubscription_is_dead(visitor, look):
    reader = await subscribe(visitor, look)
    leave = f"/newsletter/unsubscribe/?token={Link.to_unsubscribe(reader.id).token}"
    for _ in range(2):  # the second one is that of who asked again and did not confirm
        old = f"/newsletter/confirm/?token={Link.to_confirm(reader.id, at=now()).token}"
        succeeded(await visitor.post(leave))
        for method in ("GET", "POST"):
            failed(await visitor.request(method, old), 404, "token")
        await subscribe(visitor, look)
        failed(await visitor.post(old), 404, "token")
        assert not (await the_reader(look)).reads
    new = f"/newsletter/confirm/?token={Link.to_confirm(reader.id, at=now()).token}"
    succeeded(await visitor.post(new))
    assert (await the_reader(look)).reads


async def test_a_link_of_the_release_before_which_counted_seconds_is_good(visitor, look):
    reader = await subscribe(visitor, look)
    seconds = int((now() + CONFIRM_WITHIN - dt.timedelta(days=1)).timestamp())
    succeeded(await visitor.post(f"/newsletter/confirm/?token={Link(Purpose.CONFIRM, reader.id, seconds).token}"))
    gone = int((now() - dt.timedelta(seconds=1)).timestamp())
    failed(
        await visitor.post(f"/newsletter/confirm/?token={Link(Purpose.CONFIRM, reader.id, gone).token}"), 404, "token"
    )


async def test_who_left_and_asks_again_at_once_gets_one_mail_more(visitor, look):
    reader = await subscribe(visitor, look)
    await visitor.post(f"/newsletter/confirm/?token={Link.to_confirm(reader.id, at=now()).token}")
    succeeded(await visitor.post(f"/newsletter/unsubscribe/?token={Link.to_unsubscribe(reader.id).token}"))
    for _ in range(2):
        await subscribe(visitor, look)
        assert len(await look(factories.events)) == 2


@pytest.mark.parametrize("email", [EMAIL, EMAIL.lower(), f" {EMAIL} "])
async def test_the_answer_is_the_same_for_who_reads_already_and_no_mail_follows(visitor, look, email):
    first = await visitor.post("/newsletter/", json={"email": EMAIL})
    reader = await the_reader(look)
    await visitor.post(f"/newsletter/confirm/?token={Link.to_confirm(reader.id, at=now()).token}")
    again = await visitor.post("/newsletter/", json={"email": email})
    assert (first.status_code, first.content) == (again.status_code, again.content)
    assert (await the_reader(look)).reads
    assert len(await look(factories.events)) == 1


async def test_one_address_gets_five_mails_and_then_waits(visitor, no_pause_passes):
    for _ in range(5):
        succeeded(await visitor.post("/newsletter/", json={"email": EMAIL}))
    refused = await visitor.post("/newsletter/", json={"email": EMAIL})
    failed(refused, 429)
    assert refused.headers["retry-after"] == "60"


@pytest.mark.parametrize("email", ["", None, "x", 5, "a@b.c\nBcc: d@e.f", "\x00@b.c"])
async def test_an_unfit_address_is_named(visitor, look, email):
    failed(await visitor.post("/newsletter/", json={"email": email}), 422, "email")
    assert await look(readers) == []


async def forged(look, visitor) -> list[str]:
    reader = await subscribe(visitor, look)
    good = Link.to_confirm(reader.id, at=now()).token
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
        Link.to_unsubscribe(reader.id).token,
        Link.to_confirm(reader.id, at=now() - CONFIRM_WITHIN - dt.timedelta(seconds=1)).token,
        Link.to_confirm(2_000_000_000, at=now()).token,
    ]


async def test_a_link_that_we_did_not_make_or_that_is_too_old_does_nothing(visitor, look):
    for token in await forged(look, visitor):
        for method in ("GET", "POST"):
            failed(await visitor.request(method, f"/newsletter/confirm/?token={token}"), 404, "token")
        assert not (await the_reader(look)).reads
    failed(await visitor.get("/newsletter/confirm/"), 404, "token")
    failed(await visitor.get(f"/newsletter/confirm/?token={'x' * 201}"), 422, "token")
    reader = await the_reader(look)
    wrong_purpose = Link.to_confirm(reader.id, at=now()).token
    failed(await visitor.post(f"/newsletter/unsubscribe/?token={wrong_purpose}"), 404, "token")


async def test_a_browser_is_led_to_the_page_with_the_button_and_to_the_one_that_says_what_was_done(visitor, look):
    reader = await subscribe(visitor, look)
    confirm, leave = Link.to_confirm(reader.id, at=now()).token, Link.to_unsubscribe(reader.id).token
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
    assert not (await the_reader(look)).reads


def test_the_way_out_is_good_for_ever(shop_settings):
    token = Link.to_unsubscribe(7).token
    assert read(token, Purpose.UNSUBSCRIBE, at=now() + dt.timedelta(days=36500)).reader_id == 7


async def test_of_many_who_ask_at_once_there_is_one_reader(committing_api, engine):
    async def ask() -> int:
        async with Browser(committing_api) as browser:
            return (await browser.post("/newsletter/", json={"email": EMAIL})).status_code

    answers = await asyncio.gather(*(ask() for _ in range(8)))
    assert sorted(answers) == [200] * 5 + [429] * 3
    assert len(in_database(engine, readers)) == 1
    assert len(in_database(engine, factories.events)) == 1


async def test_who_asks_again_later_gets_another_mail(visitor, look, monkeypatch):
    await subscribe(visitor, look)
    await subscribe(visitor, look)
    assert len(await look(factories.events)) == 1
    monkeypatch.setattr("api.newsletter.service.now", lambda: now() + dt.timedelta(minutes=1))
    await subscribe(visitor, look)
    assert len(await look(factories.events)) == 2


def test_an_address_that_nobody_confirmed_is_forgotten_and_so_is_an_old_code(real_commits, engine):
    from shop.customers import codes  # noqa: PLC0415 - beside its use
    from shop.customers.codes import OneTimeCode  # noqa: PLC0415
    from shop.events import retention  # noqa: PLC0415

    at = now()

    def fill(session) -> None:
        for name, age, confirmed in (("old", 9, None), ("new", 6, None), ("reader", 400, at)):
            asked_at = at - dt.timedelta(days=age)
            session.add(NewsletterReader(email=f"{name}@mail.example", asked_at=asked_at, confirmed_at=confirmed))
        session.execute(codes.keep(codes.issue("old@mail.example", at=at - codes.LIFETIME * 2), customer_id=None))
        session.execute(codes.keep(codes.issue("new@mail.example", at=at), customer_id=None))

    in_database(engine, fill)
    with engine.begin() as connection:
        retention.prune(connection, at=at)
    kept = in_database(engine, lambda session: [reader.email for reader in readers(session)])
    assert kept == ["new@mail.example", "reader@mail.example"]
    [code] = in_database(engine, lambda session: session.scalars(select(OneTimeCode)).all())
    assert code.subject == codes.subject_of("new@mail.example")
