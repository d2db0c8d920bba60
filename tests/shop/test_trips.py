"""Short trips commit what they say, and leave nothing behind where they fail."""

import asyncio
from collections.abc import AsyncIterator

import pytest
from sqlalchemy import Engine, Integer, bindparam, func, select, text
from sqlalchemy.exc import DBAPIError, IntegrityError, OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop import trips as short_trips
from shop.settings import Settings
from shop.trips import Gate, Statement, Trips

ADD = Statement("INSERT INTO tried VALUES (%(number)s)")
ALL = Statement("SELECT number FROM tried ORDER BY number")
WHO = Statement("SELECT pg_backend_pid() AS pid")
NAP = Statement("SELECT pg_sleep(%(seconds)s)")
FAIL = Statement("SELECT 1 / 0")


@pytest.fixture
async def trips(engine: Engine, shop_settings: Settings) -> AsyncIterator[Trips]:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE tried (number integer PRIMARY KEY)"))
    made = Trips(shop_settings, "tests", size=2)
    yield made
    await made.close()
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE tried"))


async def numbers(trips: Trips) -> list[int]:
    return [row.number for row in await trips.ask(ALL())]


async def test_one_statement_commits_by_itself(trips):
    assert await trips.ask(ADD(number=1)) == []
    assert await numbers(trips) == [1]


async def test_a_transaction_gives_the_rows_of_each_statement_and_commits_with_its_last(trips):
    async with trips.transaction() as trip:
        _, first = await trip.ask(ADD(number=1), ALL())
        assert await numbers(trips) == []
        _, second = await trip.commit(ADD(number=2), ALL())
        assert await numbers(trips) == [1, 2]
    assert ([row.number for row in first], [row.number for row in second]) == ([1], [1, 2])


async def test_a_transaction_that_is_left_before_its_last_is_undone(trips):
    for _ in range(2):
        async with trips.transaction() as trip:
            await trip.ask(ADD(number=1))
    assert await numbers(trips) == []


async def test_what_follows_a_rollback_is_a_transaction_of_its_own(trips):
    async with trips.transaction() as trip:
        await trip.ask(ADD(number=1))
        await trip.roll_back()
        await trip.commit(ADD(number=2))
    assert await numbers(trips) == [2]


async def test_one_failing_statement_undoes_those_that_went_with_it(trips):
    await trips.ask(ADD(number=1))
    with pytest.raises(IntegrityError) as refused:
        async with trips.transaction() as trip:
            await trip.commit(ADD(number=2), ADD(number=1), ADD(number=3))
    assert refused.value.orig.sqlstate == "23505"
    assert await numbers(trips) == [1]


async def test_after_an_error_the_connection_serves_on(trips):
    (before,) = await trips.ask(WHO())
    with pytest.raises(Exception, match="division by zero"):
        await trips.ask(FAIL())
    assert await trips.ask(WHO()) == [before]


async def test_a_connection_that_died_idle_is_replaced(trips, engine):
    (before,) = await trips.ask(WHO())
    with engine.begin() as other:
        assert other.scalar(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": before.pid})
    assert await trips.ask(WHO()) != [before]


async def test_a_connection_that_dies_at_work_fails_this_call_only(trips, engine):
    async with trips.transaction() as trip:
        (((pid,),),) = await trip.ask(WHO())
        with engine.begin() as other:
            assert other.scalar(text("SELECT pg_terminate_backend(:pid, 5000)"), {"pid": pid})
        with pytest.raises(Exception, match=r"closed the connection|terminating connection"):
            await trip.commit(ADD(number=1))
    await trips.ask(ADD(number=2))
    assert await numbers(trips) == [2]


async def test_who_gives_up_waiting_takes_no_connection_along(trips):
    naps = [asyncio.create_task(trips.ask(NAP(seconds=30))) for _ in range(2)]
    await asyncio.sleep(0.2)
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert len(await asyncio.gather(*(trips.ask(WHO()) for _ in range(6)))) == 6


async def test_who_gives_up_when_their_turn_has_come_leaves_it_to_the_next():
    gate = Gate(1)
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


async def test_where_all_connections_are_taken_one_waits_and_then_is_refused(trips, engine, monkeypatch):
    monkeypatch.setattr(short_trips, "WAIT_SECONDS", 0.2)
    naps = [asyncio.create_task(trips.ask(NAP(seconds=30))) for _ in range(2)]
    asleep = text("SELECT count(*) FROM pg_stat_activity WHERE datname = current_database() AND wait_event = 'PgSleep'")
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as other:
        while other.scalar(asleep) < len(naps):  # noqa: ASYNC110 - PostgreSQL knows
            await asyncio.sleep(0.01)
    with pytest.raises(PoolTimeout):
        await trips.ask(WHO())
    for nap in naps:
        nap.cancel()
    await asyncio.gather(*naps, return_exceptions=True)
    assert await trips.ask(WHO())


async def test_without_a_server_the_error_is_sqlalchemys(shop_settings):
    nowhere = shop_settings.model_copy(update={"database_url": "postgresql+psycopg://u:p@127.0.0.1:9/none"})
    with pytest.raises(OperationalError):
        await Trips(nowhere, "tests").ask(WHO())


async def test_a_statement_of_sqlalchemys_keeps_its_constants_and_takes_its_values(trips):
    statement = Statement.of(
        select(func.upper("gold").label("metal"), (bindparam("grams", type_=Integer) + 1).label("more"))
    )
    (row,) = await trips.ask(statement(grams=4))
    assert (row.metal, row.more) == ("GOLD", 5)


async def test_a_percent_sign_is_written_twice(trips):
    (row,) = await trips.ask(Statement("SELECT 7 %% %(by)s::int AS rest, %(by)s::int AS by")(by=4))
    assert (row.rest, row.by) == (3, 4)


async def test_a_statement_that_cannot_be_read_is_never_prepared(trips):
    unreadable = Statement("SELECT no_such_column")
    for _ in range(3):
        with pytest.raises(DBAPIError):
            await trips.ask(unreadable())
    (row,) = await trips.ask(Statement("SELECT array_agg(statement) AS held FROM pg_prepared_statements")())
    assert unreadable.text not in row.held
