"""Statements that were prepared before the schema changed are prepared again, without an error."""

import asyncio
from collections.abc import AsyncIterator, Iterator

import pytest
from sqlalchemy import Engine, text

from shop.db.engine import make_async_engine, make_engine
from shop.db.pipeline import BlockingPipeline, Statement
from shop.db.pool import Pool, Transaction
from shop.db.query import Query
from shop.settings import Settings

ALL = Query("SELECT number, note FROM changing ORDER BY number")
ADD = Query("INSERT INTO changing (number) VALUES (%(number)s) RETURNING *")
BLOCKING: Statement = ("SELECT * FROM changing WHERE number = $1", (1,))
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
async def pool(engine: Engine, shop_settings: Settings) -> AsyncIterator[Pool]:
    made = Pool(shop_settings, "tests", size=4)
    yield made
    await made.close()


def apply(engine: Engine, statements: list[str]) -> None:
    with engine.begin() as connection:
        for statement in statements:
            connection.execute(text(statement))


async def forget(pool: Pool, changed: list[str]) -> None:
    """If `changed` is empty, deallocate the prepared statements of the connections."""
    if not changed:
        await asyncio.gather(*(pool.fetch(Query("DEALLOCATE ALL")()) for _ in range(4)))


async def test_the_pool_goes_on(pool, engine, changed):
    add = iter(range(2, 100))

    async def add_in_transaction(transaction: Transaction) -> None:
        await transaction.fetch(ALL())
        await transaction.commit(ADD(number=next(add)))

    async def everything() -> None:
        await asyncio.gather(
            *(pool.fetch(ALL()) for _ in range(4)),
            *(pool.fetch_batched(ALL()) for _ in range(4)),
            *(pool.retrying(add_in_transaction) for _ in range(2)),
        )
        assert await pool.write_batched(ADD(number=next(add)))

    for _ in range(3):
        await everything()
    await forget(pool, changed)
    apply(engine, changed)
    for _ in range(3):
        await everything()
    assert len(await pool.fetch(ALL())) == 1 + 6 * 3


def test_workers_go_on(engine, shop_settings, changed):
    pooled = make_engine(shop_settings, "tests", pool_size=1)
    with pooled.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        pipeline = BlockingPipeline(connection.connection.driver_connection)
        for statements in ([BLOCKING], [("BEGIN", ()), BLOCKING, ("COMMIT", ())]):
            assert any(pipeline.send(*statements))
        connection.execute(text("DEALLOCATE ALL"))
        apply(engine, changed)
        for statements in ([BLOCKING], [("BEGIN", ()), BLOCKING, ("COMMIT", ())]) * 2:
            assert any(pipeline.send(*statements))
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
