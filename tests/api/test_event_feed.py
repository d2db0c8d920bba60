"""The event feed: pages, waiting, retention, server-sent events."""

import asyncio
import json
from contextlib import asynccontextmanager

import httpx2
import pytest
from sqlalchemy import select, text

from api.auth.api_keys import KeyHolder
from api.cache.invalidation import listening
from api.cache.store import ResponseCache
from api.feed.pages import read_page
from api.feed.signals import Reader
from api.feed.sse import stream
from shop.api_keys.model import ApiKey, Scope
from shop.api_keys.queries import REVOKED_CHANNEL
from shop.clock import now
from shop.events import leasing
from shop.events.model import Audience
from shop.events.outbox import POSITION_CHANNEL
from shop.settings import settings
from tests.support import factories
from tests.support.asgi_server import serving
from tests.support.cases import cases
from tests.support.http_client import failed

NO_REACTIONS = [leasing.Subscription("no.event", "push", "fanout", 10.0)]
_ADD = """
    WITH stream AS (UPDATE event_stream SET position = position + 1 RETURNING position)
    INSERT INTO domain_event (position, type, aggregate, reach, data, admin_data, occurred_at)
    SELECT position, :type, 'order:1', :reach, '{"orderId": 1, "name": "Ünï \\"x\\""}', '{"changedBy": "Karthik"}',
        '2026-11-24T10:00:00.123456Z'
    FROM stream RETURNING position
"""


@pytest.fixture
async def key(database, people) -> dict[str, str]:
    made, key = ApiKey.make(
        "ERP", [Scope.EVENTS_READ], expires_at=None, created_by="Karthik", admin_id=people.karthik.id, at=now()
    )
    database.add(made)
    await database.execute(text("DELETE FROM domain_event"))
    await database.execute(text("UPDATE event_stream SET position = 0, pruned_through = 0"))
    await database.commit()
    return {"Authorization": f"Bearer {key}"}


@pytest.fixture
def add(database):
    async def add(*types: str, reach: str = "customer_and_admins") -> list[int]:
        made = [await database.scalar(text(_ADD), {"type": type_, "reach": reach}) for type_ in types]
        await database.commit()
        return made

    return add


@pytest.fixture
def read(visitor, key):
    async def read(query: str = "") -> tuple[list[int], int]:
        body = (await visitor.get(f"/events/?{query}", headers=key)).json()
        assert body["success"], body
        return [event["position"] for event in body["data"]], body["nextAfter"]

    return read


async def test_an_event_is_as_admins_get_it(visitor, key, add):
    await add("order.placed")
    (event,) = (await visitor.get("/events/", headers=key)).json()["data"]
    assert event == {
        "id": 1,
        "position": 1,
        "type": "order.placed",
        "at": "2026-11-24T10:00:00.123Z",
        "data": {"orderId": 1, "name": 'Ünï "x"', "changedBy": "Karthik"},
    }


async def test_pages_follow_each_other(read, add):
    await add(*["order.placed"] * 5)
    assert await read("limit=2") == ([1, 2], 2)
    assert await read("limit=2&after=2") == ([3, 4], 4)
    assert await read("limit=2&after=4") == ([5], 5)
    assert await read("limit=2&after=5") == ([], 5)


async def test_what_is_not_asked_for_is_passed_over(read, add):
    await add("order.placed", "gold_rate.changed", "order.status_changed", "gold_rate.changed")
    assert await read("type=order.placed,order.status_changed") == ([1, 3], 4)
    assert await read("type=gold_rate.changed&limit=1") == ([2], 2)
    assert await read("type=invoice.issued") == ([], 4)
    await add("stock.changed", reach="admins")
    assert await read("type=stock.changed") == ([5], 5)


async def test_what_is_for_nobody_or_of_keys_is_left_out(read, add):
    await add("customer.otp_requested", reach="nobody")
    await add("api_key.changed", "staff.changed", "webhook.switched_off", reach="admins")
    assert await read() == ([], 4)


async def test_what_is_no_longer_kept_is_gone(visitor, key, add, read, database):
    await add(*["order.placed"] * 4)
    await database.execute(text("DELETE FROM domain_event WHERE position < 3"))
    await database.execute(text("UPDATE event_stream SET pruned_through = 2"))
    await database.commit()
    for headers in ({}, {"Accept": "text/event-stream"}):
        gone = failed(await visitor.get("/events/?after=1", headers=key | headers), 410)
        assert gone["data"] == {"oldest": 3}
    assert await read("after=2") == ([3, 4], 4)
    assert await read() == ([3, 4], 4)


@cases(
    ("query", "field"),
    [
        ("after=-1", "after"),
        ("after=x", "after"),
        ("after=1.5", "after"),
        ("after=", "after"),
        ("after=99999999999999999999", "after"),
        ("after=7", "after"),
        ("limit=0", "limit"),
        ("limit=1001", "limit"),
        ("limit=many", "limit"),
        ("wait=-1", "wait"),
        ("wait=31", "wait"),
        ("wait=soon", "wait"),
        ("type=order.vanished", "type"),
        ("type=", "type"),
        ("type=%27;--", "type"),
    ],
)
async def test_unfit_parameters_are_refused(visitor, key, add, query, field):
    await add("order.placed")
    failed(await visitor.get(f"/events/?{query}", headers=key), 422, field)


async def test_a_stream_goes_on_from_the_last_event_id(api, key, add):
    await add(*["order.placed"] * 3)
    async with serving(api, lifespan="off") as port, httpx2.AsyncClient() as client:
        headers = key | {"Accept": "Text/Event-Stream", "Last-Event-ID": "1"}
        async with client.stream("GET", f"http://127.0.0.1:{port}/api/events/?after=0", headers=headers) as response:
            assert response.headers["content-type"].startswith("text/event-stream")
            lines = response.aiter_lines()
            got = [line async for line in _until(lines, "id: 3", then=2)]
    assert [line for line in got if line.startswith("id: ")] == ["id: 2", "id: 3"]
    assert json.loads(got[-1].removeprefix("data: "))["position"] == 3


async def test_a_keep_alive_moves_the_position_past_events_of_other_types(api, key, add, monkeypatch):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    monkeypatch.setattr("api.feed.sse.KEEPALIVE_SECONDS", 0.0)
    await add("order.placed", *["policy.changed"] * 3)
    pool, types = api.state.pool, ["order.placed"]
    parts = stream(pool, Reader(None), None, await read_page(pool, 0, limit=9, types=types), limit=9, types=types)
    got = [await anext(parts) for _ in range(3)]
    assert b"id: 1\nevent: order.placed\n" in got[1]
    assert got[2].startswith(b"id: 4\n:")
    assert b"data:" not in got[2]


async def test_a_stream_ends_with_its_key_though_there_is_always_an_event(api, key, add, database, monkeypatch):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    await add(*["order.placed"] * 9)
    erp = await database.scalar(select(ApiKey))
    pool, holder = api.state.pool, KeyHolder(erp.id, erp.name, frozenset({Scope.EVENTS_READ}))
    first = await read_page(pool, 0, limit=1, types=None)
    parts = stream(pool, Reader(erp.id), holder, first, limit=1, types=None)
    got = [await anext(parts) for _ in range(3)]
    erp.expires_at = now()
    await database.commit()
    assert b"id: 2\n" in got[-1]
    assert [part async for part in parts] == []


async def _until(lines, last: str, *, then: int):
    async for line in lines:
        yield line
        if line == last:
            for _ in range(then):
                yield await anext(lines)
            return


@asynccontextmanager
async def listening_feed(app):
    signals = app.state.feed_signals
    handlers = {POSITION_CHANNEL: signals.wake_all, REVOKED_CHANNEL: signals.end_key}
    cache = ResponseCache()
    async with listening(cache, settings(), handlers):
        async with asyncio.timeout(10):
            while not cache.is_open:  # noqa: ASYNC110 - polls, as no event signals this
                await asyncio.sleep(0.01)
        yield signals


async def waiting(signals) -> None:
    async with asyncio.timeout(10):
        while not signals._readers:  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)


async def test_a_waiting_reader_gets_an_event_at_once_and_ends_with_its_key(open_shop, engine):
    people, callers = open_shop
    async with await callers.of(people.karthik) as karthik, callers.visitor() as erp:
        body = {"name": "ERP", "scopes": ["events:read"]}
        made = (await karthik.post("/admin/keys/", json=body)).json()["data"]
        key = {"Authorization": f"Bearer {made['key']}"}
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            leasing.sequence_and_lease(connection, NO_REACTIONS)
            after = (await erp.get("/events/", headers=key)).json()["nextAfter"]
            async with listening_feed(callers.app) as signals:
                asked = asyncio.create_task(erp.get(f"/events/?after={after}&wait=30", headers=key))
                await waiting(signals)
                await callers.database.run_sync(factories.record, type="policy.changed", audience=Audience.ADMINS)
                await callers.database.commit()
                leasing.sequence_and_lease(connection, NO_REACTIONS)
                async with asyncio.timeout(4):  # shorter than the interval of sweeps
                    page = (await asked).json()
                assert [event["type"] for event in page["data"]] == ["policy.changed"]

                asked = asyncio.create_task(erp.get(f"/events/?after={page['nextAfter']}&wait=30", headers=key))
                await waiting(signals)
                await karthik.delete(f"/admin/keys/?id={made['id']}")
                async with asyncio.timeout(4):
                    failed(await asked, 401)
