"""The pool commits transactions completely, and a failed or cancelled call does not affect later calls."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Engine, Integer, bindparam, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop.db import connection_pool
from shop.db.connection_pool import TimedSemaphore
from shop.db.pool import Pool
from shop.db.query import Query
from shop.settings import Settings

ADD = Query("INSERT INTO tried VALUES (%(number)s)")
ALL = Query("SELECT number FROM tried ORDER BY number")
WHO = Query("SELECT pg_backend_pid() AS pid")
NAP = Query("SELECT pg_sleep(%(seconds)s)")
FAIL = Query("SELECT 1 / 0")


@pytest.fixture
async def pool(engine: Engine, shop_settings: Settings) -> AsyncIterator[Pool]:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE tried (number integer PRIMARY KEY)"))
    made = Pool(shop_settings, "tests", size=2)
    yield made
    await made.close()
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE tried"))


async def numbers(pool: Pool) -> list[int]:
    return [row.number for row in await pool.fetch(ALL())]


async def test_one_statement_commits_by_itself(pool):
    assert await pool.fetch(ADD(number=1)) == []
    assert await numbers(pool) == [1]


async def test_a_transaction_returns_the_rows_of_each_statement_and_commits_with_its_last(pool):
    async with pool.transaction() as transaction:
        _, first = await transaction.fetch(ADD(number=1), ALL())
        assert await numbers(pool) == []
        _, second = await transaction.commit(ADD(number=2), ALL())
        assert await numbers(pool) == [1, 2]
    assert ([row.number for row in first], [row.number for row in second]) == ([1], [1, 2])


async def test_a_transaction_that_is_left_without_a_commit_is_rolled_back(pool):
    for _ in range(2):
        async with pool.transaction() as transaction:
            await transaction.fetch(ADD(number=1))
    assert await numbers(pool) == []


async def test_after_a_rollback_another_transaction_begins(pool):
    async with pool.transaction() as transaction:
        await transaction.fetch(ADD(number=1))
        await transaction.rollback()
        await transaction.commit(ADD(number=2))
    assert await numbers(pool) == [2]


async def test_a_failing_statement_undoes_those_sent_with_it(pool):
    await pool.fetch(ADD(number=1))
    with pytest.raises(IntegrityError) as refused:
        async with pool.transaction() as transaction:
            await transaction.commit(ADD(number=2), ADD(number=1), ADD(number=3))
    assert refused.value.orig.sqlstate == "23505"
    assert await numbers(pool) == [1]


async def test_a_connection_is_used_again_after_an_error(pool):
    await asyncio.gather(*(pool.fetch(NAP(seconds=0.3)) for _ in range(2)))  # by now both connections exist
    before = {(await pool.fetch(WHO()))[0].pid for _ in range(4)}
    for _ in range(2):
        with pytest.raises(Exception, match="division by zero"):
            await pool.fetch(FAIL())
    assert {(await pool.fetch(WHO()))[0].pid for _ in range(4)} == before


async def test_a_connection_that_died_idle_is_replaced(pool, engine):
    (before,) = await pool.fetch(WHO())
    with engine.begin() as other:
        assert other.scalar(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": before.pid})
    assert await pool.fetch(WHO()) != [before]


async def test_a_connection_that_dies_in_use_fails_this_call_only(pool, engine):
    async with pool.transaction() as transaction:
        (((pid,),),) = await transaction.fetch(WHO())
        with engine.begin() as other:
            assert other.scalar(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        with pytest.raises(Exception, match=r"closed the connection|terminating connection"):
            await transaction.commit(ADD(number=1))
    await pool.fetch(ADD(number=2))
    assert await numbers(pool) == [2]


async def test_a_cancelled_caller_loses_no_connection(pool):
    naps = [asyncio.create_task(pool.fetch(NAP(seconds=30))) for _ in range(2)]
    await asyncio.sleep(0.2)
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert len(await asyncio.gather(*(pool.fetch(WHO()) for _ in range(6)))) == 6


async def test_a_caller_cancelled_at_its_turn_leaves_it_to_the_next():
    semaphore = TimedSemaphore(1)
    await semaphore.acquire()
    first, second, third = (asyncio.create_task(semaphore.acquire()) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()  # while it waits
    semaphore.release()
    first.cancel()  # after it has acquired the semaphore
    async with asyncio.timeout(20):
        await third
        semaphore.release()
        await semaphore.acquire()
    assert [first.cancelled(), second.cancelled()] == [True, True]


async def test_without_a_free_connection_a_caller_waits_and_is_then_refused(pool, engine, monkeypatch):
    asleep = text("SELECT pid FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:
        before = set(other.scalars(asleep))  # PostgreSQL may not know yet that their callers were cancelled
        naps = [asyncio.create_task(pool.fetch(NAP(seconds=30))) for _ in range(2)]
        while len(set(other.scalars(asleep)) - before) < len(naps):  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)
    monkeypatch.setattr(connection_pool, "WAIT_SECONDS", 0.2)
    with pytest.raises(PoolTimeout):
        await pool.fetch(WHO())
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert await pool.fetch(WHO())


async def test_without_a_server_the_error_is_that_of_sqlalchemy(shop_settings):
    nowhere = shop_settings.model_copy(update={"database_url": "postgresql+psycopg://u:p@127.0.0.1:9/none"})
    pool = Pool(nowhere, "tests")
    with pytest.raises(OperationalError):
        await pool.fetch(WHO())
    await pool.close()


async def test_a_statement_of_sqlalchemy_keeps_its_constants_and_takes_its_values(pool):
    statement = Query.of(
        select(func.upper("gold").label("metal"), (bindparam("grams", type_=Integer) + 1).label("more"))
    )
    (row,) = await pool.fetch(statement(grams=4))
    assert (row.metal, row.more) == ("GOLD", 5)


async def test_a_percent_sign_is_escaped_by_another(pool):
    (row,) = await pool.fetch(Query("SELECT 7 %% %(by)s::int AS rest, %(by)s::int AS by")(by=4))
    assert (row.rest, row.by) == (3, 4)


async def test_a_statement_that_cannot_be_read_is_never_prepared(pool):
    unreadable = Query("SELECT no_such_column")
    for _ in range(3):
        with pytest.raises(DBAPIError):
            await pool.fetch(unreadable())
    (row,) = await pool.fetch(Query("SELECT array_agg(statement) AS held FROM pg_prepared_statements")())
    assert unreadable.text not in row.held
