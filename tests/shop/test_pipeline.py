"""Pipelines of threads and worker processes."""

import signal
from collections.abc import Iterator

import psycopg
import pytest
from sqlalchemy import Connection, Engine, text

from shop.db.engine import make_engine
from shop.db.pipeline import BlockingPipeline, Statement
from shop.settings import Settings

ONE: Statement = ("SELECT $1::int AS number", (1,))
FAIL: Statement = ("SELECT 1 / $1::int", (0,))
NAP: Statement = ("SELECT pg_sleep(30)", ())


@pytest.fixture
def pooled(shop_settings: Settings) -> Iterator[Engine]:
    engine = make_engine(shop_settings, "tests", pool_size=1)
    yield engine
    engine.dispose()


@pytest.fixture
def connection(pooled: Engine) -> Iterator[Connection]:
    with pooled.connect().execution_options(isolation_level="AUTOCOMMIT") as connected:
        yield connected


@pytest.fixture
def pipeline(connection: Connection) -> BlockingPipeline:
    return BlockingPipeline(connection.connection.driver_connection)


def test_each_statement_has_its_rows(pipeline):
    setting: Statement = ("SET application_name = 'tests'", ())
    [[first], nothing, [second]] = pipeline.send(ONE, setting, ("SELECT 'x' AS text", ()))
    assert (first.number, nothing, second.text) == (1, [], "x")


def test_statements_sent_together_are_one_transaction(pipeline, connection):
    connection.execute(text("CREATE TEMPORARY TABLE note (n int)"))
    with pytest.raises(psycopg.errors.DivisionByZero):
        pipeline.send(("INSERT INTO note VALUES (1)", ()), FAIL, ("INSERT INTO note VALUES (2)", ()))
    assert connection.scalar(text("SELECT count(*) FROM note")) == 0
    assert pipeline.send(ONE)[0][0].number == 1


def test_prepared_statements_outlive_a_rollback(pipeline, connection):
    for number in range(10):
        transaction = connection.begin()
        pipeline.send(("BEGIN", ()), ONE)
        connection.execute(text("SELECT :number"), {"number": number})
        transaction.rollback()
        connection.connection.driver_connection.rollback()
    assert pipeline.send(ONE)[0][0].number == 1


def test_an_interrupted_caller_leaves_no_busy_connection(pooled):
    def interrupt(*_: object) -> None:
        raise TimeoutError

    def nap(connection: Connection) -> None:
        signal.setitimer(signal.ITIMER_REAL, 0.2)
        BlockingPipeline(connection.connection.driver_connection).send(NAP)

    before = signal.signal(signal.SIGALRM, interrupt)
    try:
        with pytest.raises(TimeoutError), pooled.begin() as connection:
            nap(connection)
    finally:
        signal.signal(signal.SIGALRM, before)
    with pooled.begin() as connection:
        assert connection.scalar(text("SELECT 1")) == 1
