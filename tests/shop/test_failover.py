"""After a fail-over, connections to a node that has become read-only are replaced, and the next change is accepted."""

import asyncio
from collections.abc import Awaitable, Callable, Iterator

import pytest
from sqlalchemy import Engine, make_url, text
from sqlalchemy.exc import InternalError

from shop.db.engine import make_async_engine, make_engine
from shop.db.pipeline import BlockingPipeline, Statement
from shop.db.pool import Pool, Transaction
from shop.db.query import Query
from shop.settings import Settings

ADD = Query("INSERT INTO tried VALUES (%(number)s) RETURNING number")
INSERT = text("INSERT INTO tried VALUES (1)")
INSERT_NOW: Statement = ("INSERT INTO tried VALUES (2)", ())
READ = text("SELECT count(*) FROM tried")


class Node:
    """A database whose new sessions can be read-only, as those at the node that was the primary."""

    def __init__(self, server: Engine, settings: Settings) -> None:
        self.settings = settings
        self._name = make_url(settings.database_url).database
        self._server = server

    def demote(self) -> None:
        self._alter("SET default_transaction_read_only = on")

    def promote(self) -> None:
        self._alter("RESET default_transaction_read_only")

    def _alter(self, change: str) -> None:
        with self._server.begin() as connection:
            connection.execute(text(f'ALTER DATABASE "{self._name}" {change}'))


@pytest.fixture
def node(engine: Engine, shop_settings: Settings, new_database: Callable[..., str]) -> Iterator[Node]:
    """A demoted node. Tests open connections to it, and then promote it."""
    made = Node(engine, shop_settings.model_copy(update={"database_url": new_database(template="template0")}))
    creating = make_engine(made.settings, "tests", pool_size=1)
    with creating.begin() as connection:
        connection.execute(text("CREATE TABLE tried (number integer)"))
    creating.dispose()
    made.demote()
    yield made
    made.promote()


def insert(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(INSERT)


def insert_many(engine: Engine) -> None:
    with engine.begin() as connection:
        connection.execute(text("INSERT INTO tried VALUES (:number)"), [{"number": 4}, {"number": 5}])


def insert_by_pipeline(engine: Engine) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        BlockingPipeline(connection.connection.driver_connection).send(INSERT_NOW)


def insert_by_the_driver(engine: Engine) -> None:
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        connection.connection.driver_connection.execute("INSERT INTO tried VALUES (3)")


@pytest.mark.parametrize("write", [insert, insert_many, insert_by_the_driver, insert_by_pipeline])
def test_workers_write_again(node, write):
    pooled = make_engine(node.settings, "tests", pool_size=1)
    with pytest.raises(Exception, match="read-only"):
        write(pooled)
    with pooled.connect() as connection:
        assert connection.scalar(READ) == 0
    node.promote()
    with pytest.raises(Exception, match="read-only"):
        write(pooled)
    write(pooled)
    pooled.dispose()


def test_all_connections_of_an_engine_are_replaced(node):
    pooled = make_engine(node.settings, "tests", pool_size=2)
    with pooled.connect() as one, pooled.connect() as other:
        assert one.scalar(READ) == other.scalar(READ) == 0
    node.promote()
    with pytest.raises(InternalError):
        insert(pooled)
    with pooled.begin() as one, pooled.begin() as other:
        one.execute(INSERT)
        other.execute(INSERT)
    pooled.dispose()


async def add_by_session(connection) -> None:
    await connection.execute(INSERT)


async def add_by_transaction(connection) -> None:
    driver = (await connection.get_raw_connection()).driver_connection
    await connection.execute(text("SELECT 1"))
    await Transaction(driver, is_open=True).fetch(ADD(number=1))


@pytest.mark.parametrize("add", [add_by_session, add_by_transaction])
async def test_sessions_write_again(node, add):
    pooled = make_async_engine(node.settings, "tests", pool_size=1)

    async def write() -> None:
        async with pooled.begin() as connection:
            await add(connection)

    async with pooled.connect() as connection:
        assert await connection.scalar(READ) == 0
    node.promote()
    with pytest.raises(InternalError):
        await write()
    await write()
    await pooled.dispose()


async def add_at_once(pool: Pool) -> None:
    await pool.fetch(ADD(number=1))


async def add_in_a_batch(pool: Pool) -> None:
    await pool.fetch_write_batched(ADD(number=1))


async def add_in_steps(pool: Pool) -> None:
    async with pool.transaction() as transaction:
        await transaction.fetch(ADD(number=1))
        await transaction.commit(ADD(number=2))


@pytest.mark.parametrize("add", [add_at_once, add_in_a_batch, add_in_steps])
async def test_the_pool_writes_again(node, add: Callable[[Pool], Awaitable[None]]):
    pool = Pool(node.settings, "tests", size=3)

    async def read_by_each_connection() -> None:
        await asyncio.gather(*(pool.fetch(Query("SELECT pg_sleep(0.1)")()) for _ in range(3)))

    await read_by_each_connection()
    with pytest.raises(InternalError):
        await add(pool)
    await read_by_each_connection()
    node.promote()
    with pytest.raises(InternalError):
        await add(pool)
    await asyncio.gather(*(add(pool) for _ in range(3)))
    await pool.close()
