"""A stopped server process delays only the callers that wait for it, by a few seconds."""

import asyncio
import time
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, contextmanager, nullcontext

import psycopg
import pytest
from sqlalchemy import Connection, Engine, text
from sqlalchemy.exc import OperationalError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine

from shop.db import batching, connection_pool, deadlines
from shop.db import pool as pool_module
from shop.db.engine import driver_dsn, make_async_engine, make_engine
from shop.db.pipeline import BlockingPipeline
from shop.db.pool import Pool
from shop.db.query import Query
from shop.settings import Settings
from tests.support.concurrent_cases import run_cases
from tests.support.suspended_processes import stopped_backends

WHO = Query("SELECT pg_backend_pid() AS pid, pg_sleep(%(seconds)s)")
ONE = Query("SELECT 1 AS number")
PID = text("SELECT pg_backend_pid()")
MAX_SECONDS = 8.0


@pytest.fixture(autouse=True)
def as_in_production(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(deadlines, "WAIT_SECONDS", 5.2)
    monkeypatch.setattr(deadlines, "THREAD_WAIT_SECONDS", 5.5)
    monkeypatch.setattr(batching, "READ_SECONDS", 1.5)
    monkeypatch.setattr(connection_pool, "WAIT_SECONDS", 4.0)
    monkeypatch.setattr(pool_module, "LOCK_WAIT_SECONDS", 3.4)


@asynccontextmanager
async def open_pool(settings: Settings) -> AsyncIterator[Pool]:
    made = Pool(settings, "tests", size=8)
    try:
        yield made
    finally:
        await made.close()


@asynccontextmanager
async def open_engine(settings: Settings) -> AsyncIterator[AsyncEngine]:
    made = make_async_engine(settings, "tests", pool_size=2)
    try:
        yield made
    finally:
        await made.dispose()


@contextmanager
def open_threads_engine(settings: Settings) -> Iterator[Engine]:
    made = make_engine(settings, "tests", pool_size=2)
    try:
        yield made
    finally:
        made.dispose()


@pytest.fixture
async def pooled(shop_settings: Settings) -> AsyncIterator[AsyncEngine]:
    async with open_engine(shop_settings) as made:
        yield made


@contextmanager
def within(seconds: float) -> Iterator[None]:
    began = time.monotonic()
    yield
    assert time.monotonic() - began < seconds


async def open_all(pool: Pool) -> list[int]:
    """Open all eight connections of the pool; return the ids of their server processes.

    A first round may end before all are open, and its fastest connection then serves two callers.
    """
    pids: set[int] = set()
    for _ in range(10):
        answers = await asyncio.gather(*(pool.fetch(WHO(seconds=0.2)) for _ in range(8)))
        pids |= {row.pid for [row] in answers}
        if len(pids) == 8:
            return sorted(pids)
    raise AssertionError(f"Only {len(pids)} of 8 connections were opened.")


async def one_request(work: Callable) -> bool:
    """Return whether the work succeeded. Either way it must end in time."""
    deadlines.start_budget()
    with within(MAX_SECONDS):
        try:
            await work()
        except SQLAlchemyError:
            return False
    return True


async def reads_succeed(settings: Settings, number: int) -> None:
    async def visit(at: int) -> list[bool]:
        await asyncio.sleep(at * 0.01)
        return [await asyncio.create_task(one_request(lambda: pool.fetch_batched(ONE()))) for _ in range(20)]

    async with open_pool(settings) as pool:
        with stopped_backends((await open_all(pool))[:number]):
            served = await asyncio.gather(*(visit(at) for at in range(40)))
    assert all(answer for visitor in served for answer in visitor)


async def only_affected_writes_fail(settings: Settings, number: int) -> None:
    async def write(at: int) -> bool:
        await asyncio.sleep(at * 0.01 + 2 * (at >= 8))
        return await one_request(lambda: pool.retrying(lambda transaction: transaction.commit(ONE())))

    async def write_together(count: int) -> int:
        return [*await asyncio.gather(*(asyncio.create_task(write(at)) for at in range(count)))].count(False)

    async with open_pool(settings) as pool:
        with stopped_backends((await open_all(pool))[:number]):
            assert await write_together(40) + await write_together(8) <= number
        assert await write_together(20) == 0


async def test_all_batched_reads_succeed_while_some_servers_are_stopped(shop_settings, subtests):
    await run_cases(subtests, {f"{number} stopped": reads_succeed(shop_settings, number) for number in (2, 6)})


async def test_only_writes_that_met_a_stopped_server_fail_and_each_ends_in_time(shop_settings, subtests):
    cases = {f"{number} stopped": only_affected_writes_fail(shop_settings, number) for number in (2, 6)}
    await run_cases(subtests, cases)


async def test_a_caller_that_runs_out_of_time_does_not_affect_others(shop_settings):
    async def short_of_time() -> None:
        deadlines.start_budget()
        deadlines.spend(4.9)
        with pytest.raises(OperationalError), within(2):
            await pool.write_batched(WHO(seconds=2.5))

    async with open_pool(shop_settings) as pool:
        await asyncio.gather(
            asyncio.create_task(short_of_time()), pool.write_batched(WHO(seconds=2.5)), pool.write_batched(ONE())
        )


async def test_only_waits_for_postgresql_reduce_the_time_of_the_next_wait(pooled):
    async def pausing() -> float:
        deadlines.start_budget()
        async with pooled.connect() as connection:
            await connection.scalar(PID)
        await asyncio.sleep(1)
        async with pooled.connect():
            return deadlines.seconds_left()

    async with pooled.connect():
        pass  # the first connection also waits for its opening
    assert await asyncio.create_task(pausing()) > deadlines.WAIT_SECONDS - 0.9


async def test_a_wait_for_a_connection_reduces_the_time_of_the_next_wait(pooled):
    async def waiting() -> float:
        deadlines.start_budget()
        async with pooled.connect():
            return deadlines.seconds_left()

    async with pooled.connect() as first, pooled.connect():
        waiter = asyncio.create_task(waiting())
        await asyncio.sleep(1)
        await first.close()
        assert await waiter < deadlines.WAIT_SECONDS - 0.8


async def session_ends(settings: Settings, step: str) -> None:
    async with open_engine(settings) as pooled:
        with within(MAX_SECONDS + 1):
            connection = await pooled.connect()
            pid = await connection.scalar(PID)
            with stopped_backends([pid]):
                work = connection.execute(PID) if step == "execute" else getattr(connection, step)()
                with pytest.raises(OperationalError) if step in {"execute", "commit"} else nullcontext():
                    await work
                await connection.close()
                async with pooled.connect() as other:
                    assert await other.scalar(PID) != pid


def send(connection: Connection) -> None:
    BlockingPipeline(connection.connection.driver_connection).send(("SELECT 1", ()))


STEPS: dict[str, Callable[[Connection], object]] = {
    "execute": lambda connection: connection.execute(PID),
    "pipeline": send,
    "commit": Connection.commit,
    "rollback": Connection.rollback,
    "close": Connection.close,
}


def thread_ends(settings: Settings, step: str) -> None:
    lost = (OperationalError, psycopg.OperationalError)
    with open_threads_engine(settings) as threaded, within(10):
        connection = threaded.connect()
        pid = connection.scalar(PID)
        with stopped_backends([pid]):
            with nullcontext() if step in {"rollback", "close"} else pytest.raises(lost):
                STEPS[step](connection)
            connection.close()
            with threaded.connect() as other:
                assert other.scalar(PID) != pid


async def idle_connection_is_replaced(settings: Settings) -> None:
    async with open_engine(settings) as pooled:
        async with pooled.connect() as connection:
            pid = await connection.scalar(PID)

        async def ask() -> None:
            async with pooled.connect() as connection:
                await connection.scalar(PID)

        with stopped_backends([pid]):
            assert not await one_request(ask)
            with within(3):
                assert await one_request(ask)


async def listener_fails(settings: Settings) -> None:
    connected = await psycopg.AsyncConnection.connect(driver_dsn(settings), autocommit=True)
    async with connected as listening:
        await listening.execute("LISTEN something")
        with stopped_backends([listening.info.backend_pid]), within(8), pytest.raises(psycopg.OperationalError):
            async for _ in deadlines.notifications(listening):
                pass


async def wait_shortens_the_next_of_its_request(settings: Settings) -> None:
    async with open_pool(settings) as pool:
        deadlines.start_budget()
        with within(MAX_SECONDS):
            await pool.fetch(WHO(seconds=3))
            with pytest.raises(OperationalError, match="did not answer within"):
                await pool.fetch(WHO(seconds=30))


async def test_each_wait_for_a_server_that_does_not_answer_ends_in_time(shop_settings, subtests):
    sessions = ("execute", "commit", "rollback", "close")
    cases = {
        **{f"{step} of a session": session_ends(shop_settings, step) for step in sessions},
        **{f"{step} of a thread": asyncio.to_thread(thread_ends, shop_settings, step) for step in STEPS},
        "an idle connection": idle_connection_is_replaced(shop_settings),
        "a listener": listener_fails(shop_settings),
        "the second wait of a request": wait_shortens_the_next_of_its_request(shop_settings),
    }
    await run_cases(subtests, cases)


def test_a_wait_can_be_given_more_time(shop_settings, monkeypatch):
    monkeypatch.setattr(deadlines, "THREAD_WAIT_SECONDS", 0.5)
    with open_threads_engine(shop_settings) as threaded, threaded.connect() as connection:
        with deadlines.wait_limit(20):
            connection.execute(text("SELECT pg_sleep(1.5)"))
        with pytest.raises(OperationalError, match="did not answer within"):
            connection.execute(text("SELECT pg_sleep(20)"))
