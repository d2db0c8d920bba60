"""The event feed: pages, waiting, retention, server-sent events."""

import asyncio
import json
from contextlib import ExitStack, asynccontextmanager
from functools import partial

import httpx2
import psycopg
import pytest
from sqlalchemy import select, text
from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.auth.api_keys import KeyHolder
from api.auth.identity import Caller, Person
from api.auth.policy import Grant
from api.auth.policy_table import operation_of
from api.cache.invalidation import listening
from api.cache.store import ResponseCache
from api.feed.callers import check_caller
from api.feed.pages import read_page
from api.feed.signals import MAX_READERS, Reader
from api.feed.sse import stream
from shop.api_keys.model import ApiKey, Scope
from shop.api_keys.queries import REVOKED_CHANNEL
from shop.clock import now
from shop.events import leasing
from shop.events.model import Audience
from shop.events.outbox import POSITION_CHANNEL
from shop.sessions import queries
from shop.sessions.model import Role, token_digest
from shop.sessions.model import Session as SignIn
from shop.sessions.queries import ENDED_CHANNEL
from shop.settings import settings
from shop.staff.model import Admin
from shop.staff.roles import known_roles
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


async def allow() -> None:
    """Allow each read."""


async def test_a_keep_alive_moves_the_position_past_events_of_other_types(api, key, add, monkeypatch):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    monkeypatch.setattr("api.feed.sse.KEEPALIVE_SECONDS", 0.0)
    await add("order.placed", *["policy.changed"] * 3)
    pool, types = api.state.pool, ["order.placed"]
    first = await read_page(pool, 0, limit=9, types=types)
    parts = stream(pool, Reader(Caller()), allow, first, limit=9, types=types)
    got = [await anext(parts) for _ in range(3)]
    assert b"id: 1\nevent: order.placed\n" in got[1]
    assert got[2].startswith(b"id: 4\n:")
    assert b"data:" not in got[2]


async def streamed(api, caller: Caller):
    """Return the stream of a caller, who reads one event after the other."""
    pool, operation = api.state.pool, operation_of("GET", "/events/")
    first = await read_page(pool, 0, limit=1, types=None)
    check = partial(check_caller, pool, Grant(operation, caller))
    return stream(pool, Reader(caller), check, first, limit=1, types=None)


async def caller_of(database, admin) -> Caller:
    """Sign an admin in, and return the caller of this session."""
    token = await database.run_sync(factories.sign_in, admin)
    session_id = await database.scalar(select(SignIn.id).where(SignIn.token_hash == token_digest(token)))
    await database.commit()
    person = Person(admin.id, admin.name, admin.email, "", session_id, now(), roles=known_roles(admin.roles))
    return Caller({Role.ADMIN: person})


async def test_a_stream_ends_with_its_key_though_there_is_always_an_event(api, key, add, database, monkeypatch):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    await add(*["order.placed"] * 9)
    erp = await database.scalar(select(ApiKey))
    parts = await streamed(api, Caller(key=KeyHolder(erp.id, erp.name, frozenset({Scope.EVENTS_READ}))))
    got = [await anext(parts) for _ in range(3)]
    erp.expires_at = now()
    await database.commit()
    assert b"id: 2\n" in got[-1]
    assert [part async for part in parts] == []


@pytest.mark.parametrize(
    "change",
    [
        "DELETE FROM session",
        "UPDATE session SET expires_at = now()",
        "UPDATE session SET seen_at = now() - interval '30 minutes'",
        "UPDATE admin SET disabled_at = now()",
        "UPDATE admin SET roles = '{orders}'",
        "INSERT INTO staff_policy (id, second_factor_required_since) VALUES (1, now())",
    ],
)
async def test_a_stream_of_an_owner_ends_with_the_session_and_the_role(
    api, key, people, add, database, monkeypatch, change
):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    await add(*["order.placed"] * 9)
    parts = await streamed(api, await caller_of(database, people.karthik))
    got = [await anext(parts) for _ in range(3)]
    await database.execute(text(change))
    await database.commit()
    assert b"id: 2\n" in got[-1]
    assert [part async for part in parts] == []


@pytest.mark.parametrize(
    "failure",
    [OperationalError(None, None, psycopg.errors.AdminShutdown()), PoolTimeout("no connection came free in time")],
)
async def test_a_stream_ends_if_the_database_fails(api, key, add, monkeypatch, failure):
    monkeypatch.setattr("api.feed.sse.SWEEP_SECONDS", 0.0)
    await add(*["order.placed"] * 2)

    async def fail() -> None:
        raise failure

    pool = api.state.pool
    first = await read_page(pool, 0, limit=1, types=None)
    parts = stream(pool, Reader(Caller()), fail, first, limit=9, types=None)
    assert len([part async for part in parts]) == 2


async def test_the_open_requests_of_each_admin_are_counted_apart(api, key, people, database, browsers):
    meena = await database.run_sync(factories.hire_admin, "Meena", "meena@shop.example")
    signals, caller = api.state.feed_signals, await caller_of(database, people.karthik)
    async with await browsers.of(people.karthik) as karthik, await browsers.of(meena) as other:
        with ExitStack() as stack:
            for _ in range(MAX_READERS):
                stack.enter_context(signals.reader(caller))
            failed(await karthik.get("/events/"), 429)
            assert (await other.get("/events/")).status_code == 200
        assert (await karthik.get("/events/")).status_code == 200


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
    handlers = {
        POSITION_CHANNEL: signals.wake_all,
        REVOKED_CHANNEL: signals.check_key,
        ENDED_CHANNEL: signals.check_session,
    }
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


async def test_a_waiting_reader_gets_an_event_at_once_and_ends_with_its_key(open_shop, engine, monkeypatch):
    monkeypatch.setattr("api.feed.routes.SWEEP_SECONDS", 60.0)
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
                async with asyncio.timeout(20):  # shorter than the interval of sweeps
                    page = (await asked).json()
                assert [event["type"] for event in page["data"]] == ["policy.changed"]

                asked = asyncio.create_task(erp.get(f"/events/?after={page['nextAfter']}&wait=30", headers=key))
                await waiting(signals)
                await karthik.delete(f"/admin/keys/?id={made['id']}")
                async with asyncio.timeout(20):
                    failed(await asked, 401)


@pytest.mark.parametrize(("ending", "status"), [("sign-out", 401), ("role", 403)])
async def test_a_waiting_owner_is_refused_at_once_after_sign_out_or_without_the_role(open_shop, ending, status):
    people, callers = open_shop
    async with await callers.of(people.karthik) as karthik, listening_feed(callers.app) as signals:
        after = (await karthik.get("/events/?limit=1000")).json()["nextAfter"]
        asked = asyncio.create_task(karthik.get(f"/events/?after={after}&wait=30"))
        await waiting(signals)
        if ending == "sign-out":
            assert (await karthik.post("/admin/logout/")).status_code == 200
        else:
            await callers.database.execute(text("UPDATE admin SET roles = '{orders}'"))
            await callers.database.execute(queries.notify_roles_changed(Admin.id == people.karthik.id))
            await callers.database.commit()
        async with asyncio.timeout(4):  # shorter than the interval of sweeps
            failed(await asked, status)
