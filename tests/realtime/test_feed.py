"""A page receives the right events even if Redis loses, repeats or forges messages."""

import asyncio
import json

import pytest
import redis
from sqlalchemy import Engine, create_engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from realtime.feed import Feed
from shop.db.pool import Pool
from shop.events import leasing
from shop.events.model import Audience
from shop.events.wire_format import CHANNEL, StreamEvent
from tests.realtime.conftest import SUBSCRIPTIONS, pages
from tests.support import factories


@pytest.fixture
def publish(shop_settings):
    """Return a function that publishes any message on the channel of events."""
    with redis.Redis.from_url(shop_settings.redis_url) as client:
        yield lambda message: client.publish(CHANNEL, message)


@pytest.fixture
async def page(shop):
    page = await shop.open()
    await page.word("caught_up")
    return page


def a_message(position: int, number: int, **changed) -> str:
    fields = {"type": "catalogue.changed", "reach": "everyone", "data": {"number": number}, "admin": {}} | changed
    return json.dumps(
        [[position, fields["type"], fields["reach"], None, fields["data"], fields["admin"], "2026-11-20T00:00:00.000Z"]]
    )


async def heard(page, *numbers: int) -> None:
    await page.until(lambda: len(page.events) >= len(numbers))
    assert [event["data"]["number"] for event in page.events] == list(numbers)
    assert page.ids == sorted(set(page.ids))


@pytest.fixture
def no_sweep(monkeypatch):
    """Disable the sweep, so that only Redis delivers events."""
    monkeypatch.setattr("realtime.feed.SWEEP_SECONDS", 3600.0)


async def test_a_gap_is_filled_from_the_log(no_sweep, shop, page):
    for number in (1, 2, 3):
        shop.record(number=number)
    leases = shop.sequence()
    shop.push(leases[2:])
    await heard(page, 1, 2, 3)
    shop.push(leases[:2])
    shop.happen(number=4)
    await heard(page, 1, 2, 3, 4)


async def test_a_repeated_message_is_dropped(no_sweep, shop, page, publish):
    shop.happen(number=1)
    await heard(page, 1)
    for _ in range(3):
        publish(a_message(1, 1))
    shop.happen(number=2)
    await heard(page, 1, 2)


async def test_a_page_that_is_ahead_of_its_process_need_not_load_again(no_sweep, shop):
    shop.record(number=1)
    shop.sequence()
    page = await shop.open(after=1)
    assert page.words == ["caught_up"]


async def waiters(lock: asyncio.Lock, number: int) -> None:
    """Wait until so many tasks wait for a lock."""
    async with asyncio.timeout(60):
        while len(lock._waiters or ()) < number:  # noqa: ASYNC110 - polls every 10 ms
            await asyncio.sleep(0.01)


async def test_an_event_that_comes_from_the_log_and_from_redis_at_once_is_told_once(no_sweep, shop, page):
    shop.record(number=1)
    leases = shop.sequence()
    lock = shop.feed.lock
    async with lock:
        reading = asyncio.create_task(shop.feed.catch_up())
        await waiters(lock, 1)
        shop.push(leases)
        await waiters(lock, 2)
    await reading
    shop.happen(number=2)
    await heard(page, 1, 2)


async def test_an_event_that_is_not_in_the_log_is_not_told(no_sweep, shop, page, publish):
    publish(a_message(50, 13))
    shop.happen(number=1)
    await heard(page, 1)
    assert shop.feed.position == 1


@pytest.mark.parametrize(
    "message",
    [
        b"",
        b"{",
        b"\xff",
        b"5",
        b"null",
        b"{}",
        b'{"a": 1}',
        b'["x"]',
        b"[[1]]",
        a_message(1, 1, data=None),
        a_message(1, 1, data=[1], admin="x"),
        a_message(1, 1, reach="somebody"),
        a_message(1, 1, reach=[]),
        b"[" * 200_000,
    ],
)
async def test_an_unreadable_message_is_ignored(no_sweep, shop, page, publish, message):
    publish(message)
    shop.happen(number=1)
    await heard(page, 1)
    assert shop.feed.is_subscribed


async def test_while_redis_is_away_events_come_through_the_log(shop, page, redis_server):
    redis_server.stop()
    try:
        for number in (1, 2, 3):
            shop.record(number=number)
            shop.sequence()
        await heard(page, 1, 2, 3)
    finally:
        redis_server.start()
        pages._client.cache_clear()


async def test_when_redis_is_back_nothing_was_missed(no_sweep, shop, page, redis_server):
    shop.happen(number=1)
    await heard(page, 1)
    redis_server.stop()
    try:
        for number in (2, 3):
            shop.record(number=number)
            shop.sequence()
    finally:
        redis_server.start()
        pages._client.cache_clear()
    await heard(page, 1, 2, 3)
    shop.happen(number=4)
    await heard(page, 1, 2, 3, 4)


async def test_a_process_that_starts_before_its_database_begins_at_the_stream_s_end(database_server, shop_settings):
    name = "comes_later"
    pool = Pool(shop_settings.model_copy(update={"database_url": database_server.of(name)}), "tests", size=1)
    told = []

    async def deliver(entry: StreamEvent) -> None:
        told.append(entry.data["number"])

    feed = Feed(pool, shop_settings.redis_url, deliver)
    with pytest.raises(SQLAlchemyError):
        await feed.begin()
    with pytest.raises(SQLAlchemyError):
        await feed.catch_up()
    database_server.create(name)
    try:
        sync = create_engine(database_server.of(name))
        _happen(sync, number=1)
        await feed.catch_up()
        assert (feed.position, told) == (1, [])
        _happen(sync, number=2)
        await feed.catch_up()
        assert (feed.position, told) == (2, [2])
        sync.dispose()
    finally:
        await pool.close()


def _happen(engine: Engine, *, number: int) -> None:
    with Session(engine) as session:
        factories.record(session, number=number)
        session.commit()
    with engine.begin() as connection:
        leasing.sequence_and_lease(connection, SUBSCRIPTIONS)


async def test_an_event_of_nobody_moves_the_position_all_the_same(shop, page):
    shop.record(audience=Audience.NOBODY)
    shop.sequence()
    shop.happen(number=2)
    await heard(page, 2)
    assert page.ids == [2]


async def test_an_event_that_this_version_cannot_read_holds_up_no_other(shop, page):
    shop.record(number=1)
    with shop.engine.begin() as connection:
        connection.execute(text("UPDATE domain_event SET reach = 'a reach of a later version'"))
    shop.sequence()
    shop.happen(number=2)
    await heard(page, 2)
    assert page.ids == [2]


async def test_a_stream_that_a_failover_set_back_is_followed_from_there(shop, page):
    shop.happen(number=1)
    shop.happen(number=2)
    await heard(page, 1, 2)
    with shop.engine.begin() as connection:
        connection.execute(
            text("DELETE FROM delivery USING domain_event AS event WHERE event.id = event_id AND position = 2")
        )
        connection.execute(text("DELETE FROM domain_event WHERE position = 2"))
        connection.execute(text("UPDATE event_stream SET position = 1"))
    await shop.feed.catch_up()
    shop.happen(number=3)
    await page.until(lambda: len(page.events) == 3)
    assert page.events[-1]["data"]["number"] == 3


async def test_positions_without_an_event_at_the_end_of_the_stream_are_passed(shop, page):
    """Restoring a backup leaves such a gap."""
    with shop.engine.begin() as connection:
        connection.execute(text("UPDATE event_stream SET position = 1000"))
    async with asyncio.timeout(60):
        await shop.feed.catch_up()
    assert shop.feed.position == 1000
    shop.happen(number=1)
    await heard(page, 1)
    assert page.ids == [1001]
