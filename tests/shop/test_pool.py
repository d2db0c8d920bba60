"""The pool commit what they say, and leave nothing behind where they fail."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Engine, Integer, bindparam, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop.db import pool as pool_module
from shop.db.pool import Pool, TimedSemaphore
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


async def test_a_transaction_gives_the_rows_of_each_statement_and_commits_with_its_last(pool):
    async with pool.transaction() as transaction:
        _, first = await transaction.fetch(ADD(number=1), ALL())
        assert await numbers(pool) == []
        _, second = await transaction.commit(ADD(number=2), ALL())
        assert await numbers(pool) == [1, 2]
    assert ([row.number for row in first], [row.number for row in second]) == ([1], [1, 2])


async def test_a_transaction_that_is_left_before_its_last_is_undone(pool):
    for _ in range(2):
        async with pool.transaction() as transaction:
            await transaction.fetch(ADD(number=1))
    assert await numbers(pool) == []


async def test_what_follows_a_rollback_is_a_transaction_of_its_own(pool):
    async with pool.transaction() as transaction:
        await transaction.fetch(ADD(number=1))
        await transaction.roll_back()
        await transaction.commit(ADD(number=2))
    assert await numbers(pool) == [2]


async def test_one_failing_statement_undoes_those_that_went_with_it(pool):
    await pool.fetch(ADD(number=1))
    with pytest.raises(IntegrityError) as refused:
        async with pool.transaction() as transaction:
            await transaction.commit(ADD(number=2), ADD(number=1), ADD(number=3))
    assert refused.value.orig.sqlstate == "23505"
    assert await numbers(pool) == [1]


async def test_after_an_error_the_connection_serves_on(pool):
    await asyncio.gather(*(pool.fetch(NAP(seconds=0.3)) for _ in range(2)))  # by now there are both
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


async def test_a_connection_that_dies_at_work_fails_this_call_only(pool, engine):
    async with pool.transaction() as transaction:
        (((pid,),),) = await transaction.fetch(WHO())
        with engine.begin() as other:
            assert other.scalar(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        with pytest.raises(Exception, match=r"closed the connection|terminating connection"):
            await transaction.commit(ADD(number=1))
    await pool.fetch(ADD(number=2))
    assert await numbers(pool) == [2]


async def test_who_gives_up_waiting_takes_no_connection_along(pool):
    naps = [asyncio.create_task(pool.fetch(NAP(seconds=30))) for _ in range(2)]
    await asyncio.sleep(0.2)
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert len(await asyncio.gather(*(pool.fetch(WHO()) for _ in range(6)))) == 6


async def test_who_gives_up_when_their_turn_has_come_leaves_it_to_the_next():
    gate = TimedSemaphore(1)
    await gate.enter()
    first, second, third = (asyncio.create_task(gate.enter()) for _ in range(3))
    await asyncio.sleep(0)
    second.cancel()  # while it waits
    gate.leave()
    first.cancel()  # when it is let through
    async with asyncio.timeout(1):
        await third
        gate.leave()
        await gate.enter()
    assert [first.cancelled(), second.cancelled()] == [True, True]


async def test_where_all_connections_are_taken_one_waits_and_then_is_refused(pool, engine, monkeypatch):
    monkeypatch.setattr(pool_module, "WAIT_SECONDS", 0.2)
    naps = [asyncio.create_task(pool.fetch(NAP(seconds=30))) for _ in range(2)]
    asleep = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:
        while other.scalar(asleep) < len(naps):  # noqa: ASYNC110 - PostgreSQL knows
            await asyncio.sleep(0.01)
    with pytest.raises(PoolTimeout):
        await pool.fetch(WHO())
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert await pool.fetch(WHO())


async def test_without_a_server_the_error_is_sqlalchemys(shop_settings):
    nowhere = shop_settings.model_copy(update={"database_url": "postgresql+psycopg://u:p@127.0.0.1:9/none"})
    with pytest.raises(OperationalError):
        await Pool(nowhere, "tests").fetch(WHO())


async def test_a_statement_of_sqlalchemys_keeps_its_constants_and_takes_its_values(pool):
    statement = Query.of(
        select(func.upper("gold").label("metal"), (bindparam("grams", type_=Integer) + 1).label("more"))
    )
    (row,) = await pool.fetch(statement(grams=4))
    assert (row.metal, row.more) == ("GOLD", 5)


async def test_a_percent_sign_is_written_twice(pool):
    (row,) = await pool.fetch(Query("SELECT 7 %% %(by)s::int AS rest, %(by)s::int AS by")(by=4))
    assert (row.rest, row.by) == (3, 4)


async def test_a_statement_that_cannot_be_read_is_never_prepared(pool):
    unreadable = Query("SELECT no_such_column")
    for _ in range(3):
        with pytest.raises(DBAPIError):
            await pool.fetch(unreadable())
    (row,) = await pool.fetch(Query("SELECT array_agg(statement) AS held FROM pg_prepared_statements")())
    assert unreadable.text not in row.held
