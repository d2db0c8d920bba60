"""What was prepared before the schema changed is prepared again, and nobody notices."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import Engine, text

from shop.database import make_async_engine, make_engine
from shop.pipeline import BlockingLine, Sent
from shop.settings import Settings
from shop.trips import Statement, Trip, Trips

ALL = Statement("SELECT number, note FROM changing ORDER BY number")
ADD = Statement("INSERT INTO changing (number) VALUES (%(number)s) RETURNING *")
BLOCKING: Sent = ("SELECT * FROM changing WHERE number = $1", (1,))
CHANGES = {
    "a type": ["ALTER TABLE changing ALTER number TYPE bigint"],
    "a column": ["ALTER TABLE changing ADD more text"],
    "a name": ["ALTER TABLE changing ALTER note TYPE varchar(40)", "REINDEX TABLE changing"],
}
pytestmark = pytest.mark.parametrize("change", [*CHANGES, "what was prepared"])


@pytest.fixture
def changed(engine: Engine, change: str) -> Iterator[list[str]]:
    with engine.begin() as connection:
        connection.execute(text("CREATE TABLE changing (number integer PRIMARY KEY, note text)"))
        connection.execute(text("INSERT INTO changing VALUES (1, 'first')"))
    yield CHANGES.get(change, [])
    with engine.begin() as connection:
        connection.execute(text("DROP TABLE changing"))


@pytest.fixture
async def trips(engine: Engine, shop_settings: Settings) -> AsyncIterator[Trips]:
    made = Trips(shop_settings, "tests", size=4)
    yield made
    await made.close()


def apply(engine: Engine, statements: list[str]) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


async def forget(trips: Trips, changed: list[str]) -> None:
    """Where nothing changes, drop what the connections have prepared behind their backs."""
    if not changed:
        await asyncio.gather(*(trips.ask(Statement("DEALLOCATE ALL")()) for _ in range(4)))


async def test_short_trips_go_on(trips, engine, changed):
    add = iter(range(2, 100))

    async def add_in_transaction(trip: Trip) -> None:
        await trip.ask(ALL())
        await trip.commit(ADD(number=next(add)))

    async def everything() -> None:
        await asyncio.gather(
            *(trips.ask(ALL()) for _ in range(8)),
            *(trips.read(ALL()) for _ in range(8)),
            *(trips.retrying(add_in_transaction) for _ in range(4)),
        )
        assert await trips.keep(ADD(number=next(add)))

    for _ in range(3):
        await everything()
    await forget(trips, changed)
    apply(engine, changed)
    for _ in range(3):
        await everything()
    assert len(await trips.ask(ALL())) == 1 + 6 * 5


def test_workers_go_on(engine, shop_settings, changed):
    pooled = make_engine(shop_settings, "tests", pool_size=1)
    with pooled.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        line = BlockingLine(connection.connection.driver_connection)
        for statements in ([BLOCKING], [("BEGIN", ()), BLOCKING, ("COMMIT", ())]):
            assert any(line.send(*statements))
        connection.execute(text("DEALLOCATE ALL"))
        apply(engine, changed)
        for statements in ([BLOCKING], [("BEGIN", ()), BLOCKING, ("COMMIT", ())]) * 2:
            assert any(line.send(*statements))
    pooled.dispose()


async def test_sessions_go_on(engine, shop_settings, changed):
    pooled = make_async_engine(shop_settings, "tests", pool_size=1)

    async def read_often() -> None:
        for _ in range(8):
            async with pooled.connect() as connection:
                assert (await connection.execute(text("SELECT * FROM changing"))).all()

    await read_often()
    async with pooled.connect() as connection:
        await connection.execute(text("DEALLOCATE ALL"))
    apply(engine, changed)
    await read_often()
    await pooled.dispose()
