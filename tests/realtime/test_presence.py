"""Staff see who views an order or a product that they may read. The entry disappears soon after the viewer left."""

import asyncio
import contextlib
import os
import signal
import sys
import time

import pytest
import socketio
from sqlalchemy.orm import Session

from local.ports import free_port
from realtime.presence import EVENT, LOOK
from tests.support import factories

GONE_WITHIN = 10.0
REPEATED_EVERY = 3.0


def looks(page, kind="order"):
    """Return the viewers of this kind of page, as the last presence message to a page listed them."""
    told = [argument["data"] for word, argument in page.heard if word == EVENT and argument["data"]["kind"] == kind]
    return [(look["id"], look["name"], look["isEditing"]) for look in told[-1]["looks"]] if told else []


async def shows(page, *wanted, kind="order", limit=20.0):
    await page.until(lambda: looks(page, kind) == list(wanted), limit)


def look(page, id_=12, kind="order", **fields):
    return page.client.emit(LOOK, {"kind": kind, "id": id_, **fields})


@contextlib.asynccontextmanager
async def looking(page, id_=12, **fields):
    """Report repeatedly that a page shows an order, as an open page does."""

    async def repeat():
        while True:
            await look(page, id_, **fields)
            await asyncio.sleep(REPEATED_EVERY)

    task = asyncio.create_task(repeat())
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError, socketio.exceptions.BadNamespaceError):
            await task


@pytest.fixture
def priya(engine):
    """Add another member of the order desk, and return the session cookie."""
    return sign_in(engine, "Priya Menon", "orders")


def sign_in(engine, name, role):
    with Session(engine) as session:
        token = factories.sign_in(session, factories.hire_admin(session, name, roles=[role]))
        session.commit()
        return f"swarna_admin={token}"


async def test_staff_see_who_looks_and_who_edits_until_they_leave(shop, people, priya, monkeypatch):
    monkeypatch.setattr("realtime.presence.LOOK_SECONDS", 60.0)
    hers, his = await shop.open(priya, role="admin"), await shop.open(people.of_karthik, role="admin")
    await look(hers)
    await shows(his, (12, "Priya Menon", False))
    await look(his, isEditing=True)
    await shows(hers, (12, "Karthik Rao", True), (12, "Priya Menon", False))
    await look(hers, 13)
    await shows(his, (12, "Karthik Rao", True), (13, "Priya Menon", False))
    late = await shop.open(priya, role="admin")
    await shows(late, (12, "Karthik Rao", True), (13, "Priya Menon", False))
    await his.client.emit(LOOK, (None,))
    await shows(late, (13, "Priya Menon", False))
    await hers.client.disconnect()
    await shows(his)


async def test_a_person_with_two_pages_is_there_once_until_both_are_gone(shop, people, priya):
    his = await shop.open(people.of_karthik, role="admin")
    one, other = await shop.open(priya, role="admin"), await shop.open(priya, role="admin")
    await look(one)
    await look(other, isEditing=True)
    await shows(his, (12, "Priya Menon", True))
    await other.client.disconnect()
    await shows(his, (12, "Priya Menon", False))


async def test_who_may_not_read_it_sees_nobody(shop, people, engine, priya):
    otto = await shop.open(sign_in(engine, "Otto", "operator"), role="admin")
    farah = await shop.open(sign_in(engine, "Farah", "finance"), role="admin")
    asha, visitor, hers = await shop.open(people.of_asha), await shop.open(), await shop.open(priya, role="admin")
    await look(hers)
    await shows(farah, (12, "Priya Menon", False))
    await look(hers, kind="product")
    await shows(hers, (12, "Priya Menon", False), kind="product")
    await shows(farah)
    assert looks(farah, "product") == []
    await look(hers, kind="customer")
    await shows(farah, (12, "Priya Menon", False), kind="customer")
    for page in (otto, asha, visitor):
        assert EVENT not in [word for word, _ in page.heard]


@pytest.mark.parametrize(
    "data",
    [
        [{"kind": "order"}],
        [{"kind": "order", "id": "12"}],
        [{"kind": "order", "id": 0}],
        [{"kind": "order", "id": 2**63}],
        [{"kind": "vendor", "id": 1}],
        [{"kind": ["order"], "id": 1}],
        [{"kind": "order", "id": 1, "isEditing": "yes"}],
        ["order"],
        [],
        [None, None],
    ],
    ids=repr,
)
async def test_a_page_that_sends_something_else_is_disconnected(shop, people, data):
    his = await shop.open(people.of_karthik, role="admin")
    await his.client.emit(LOOK, tuple(data))
    await asyncio.wait_for(his.closed.wait(), 20)


async def test_who_is_no_staff_or_may_not_read_it_is_disconnected(shop, people, engine):
    otto = await shop.open(sign_in(engine, "Otto", "operator"), role="admin")
    for page in (otto, await shop.open(people.of_asha), await shop.open()):
        await look(page)
        await asyncio.wait_for(page.closed.wait(), 20)


async def test_without_redis_nobody_is_shown_and_everything_else_goes_on(shop, people, priya, redis_server):
    his, hers = await shop.open(people.of_karthik, role="admin"), await shop.open(priya, role="admin")
    async with looking(hers):
        await shows(his, (12, "Priya Menon", False))
        redis_server.stop()
        try:
            await shows(his, limit=GONE_WITHIN)
            await look(his)
            assert not his.closed.is_set()
        finally:
            redis_server.start()
        await shows(his, (12, "Priya Menon", False), limit=30)


async def test_a_killed_process_and_a_page_that_says_nothing_more_are_gone_within_ten_seconds(
    shop, shop_settings, people, priya
):
    his, hers = await shop.open(people.of_karthik, role="admin"), await shop.open(priya, role="admin")
    async with other_process(shop_settings) as (process, url):
        client = socketio.AsyncClient(reconnection=False)
        await client.connect(
            url, headers={"Cookie": priya}, auth={"role": "admin"}, transports=["websocket"], wait_timeout=60
        )
        await client.emit(LOOK, {"kind": "order", "id": 12})
        await shows(his, (12, "Priya Menon", False), limit=30)
        await look(hers, 13)
        await his.until(lambda: (13, "Priya Menon", False) in looks(his))
        process.send_signal(signal.SIGKILL)
        killed = time.monotonic()
        await shows(his, limit=GONE_WITHIN)
        assert time.monotonic() - killed < GONE_WITHIN
        await client.shutdown()


@contextlib.asynccontextmanager
async def other_process(settings):
    """Run a second realtime process of the same shop, which a test may kill."""
    port = free_port()
    environment = os.environ | {
        "SHOP_DATABASE_URL": settings.database_url,
        "SHOP_REDIS_URL": settings.redis_url,
        "SHOP_SECRET_KEY": settings.secret_key.get_secret_value(),
        "SHOP_ENVIRONMENT": "local",
    }
    command = ["-m", "uvicorn", "--factory", "realtime.main:app", "--port", str(port), "--ws", "websockets-sansio"]
    process = await asyncio.create_subprocess_exec(sys.executable, *command, env=environment)
    url = f"http://127.0.0.1:{port}"
    try:
        async with asyncio.timeout(60):
            while not await is_open(port):  # noqa: ASYNC110 - polls, as no event signals this
                await asyncio.sleep(0.1)
        yield process, url
    finally:
        if process.returncode is None:
            process.kill()
        await process.wait()


async def is_open(port):
    try:
        _, writer = await asyncio.open_connection("127.0.0.1", port)
    except OSError:
        return False
    writer.close()
    await writer.wait_closed()
    return True
