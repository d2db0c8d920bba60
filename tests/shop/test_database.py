"""The engine handles lost connections and an unavailable server."""

import asyncio

import psycopg
import pytest
from sqlalchemy import Engine, text
from sqlalchemy.exc import IntegrityError, OperationalError

from shop.db.engine import is_unavailable, make_async_engine, make_engine
from shop.settings import Settings

WHO = text("SELECT pg_backend_pid()")
END = text("SELECT pg_terminate_backend(:pid, 5000)")


def test_the_pool_sees_that_the_server_closed_a_connection(engine: Engine, shop_settings: Settings) -> None:
    pooled = make_engine(shop_settings, "tests", pool_size=1)
    with pooled.begin() as connection:
        first = connection.scalar(WHO)
    with engine.begin() as other:
        assert other.scalar(END, {"pid": first})
    with pooled.begin() as connection:
        assert connection.scalar(WHO) != first
    pooled.dispose()


@pytest.mark.parametrize("options", [{}, {"isolation_level": "AUTOCOMMIT"}])
def test_a_connection_that_the_driver_finds_lost_is_returned_without_a_log_line(
    options: dict[str, str], engine: Engine, shop_settings: Settings, caplog: pytest.LogCaptureFixture
) -> None:
    pooled = make_engine(shop_settings, "tests", pool_size=1)
    with pooled.connect().execution_options(**options) as connection:
        first = connection.scalar(WHO)
        with engine.begin() as other:
            assert other.scalar(END, {"pid": first})
        with pytest.raises(psycopg.OperationalError):
            connection.connection.driver_connection.execute("SELECT 1")
    with pooled.begin() as connection:
        assert connection.scalar(WHO) != first
    pooled.dispose()
    assert caplog.records == []


def test_the_asynchronous_pool_sees_it_too(engine: Engine, shop_settings: Settings) -> None:
    async def use() -> None:
        pooled = make_async_engine(shop_settings, "tests", pool_size=1)
        async with pooled.begin() as connection:
            first = await connection.scalar(WHO)
        with engine.begin() as other:
            assert other.scalar(END, {"pid": first})
        async with pooled.begin() as connection:
            assert await connection.scalar(WHO) != first
        await pooled.dispose()

    asyncio.run(use())


def test_a_working_connection_is_used_again(shop_settings: Settings) -> None:
    pooled = make_engine(shop_settings, "tests", pool_size=1)
    with pooled.begin() as connection:
        first = connection.scalar(WHO)
    with pooled.begin() as connection:
        assert connection.scalar(WHO) == first
    pooled.dispose()


@pytest.mark.parametrize(
    ("error", "is_so"),
    [
        (psycopg.OperationalError("connection refused"), True),
        (psycopg.errors.ConnectionFailure("lost"), True),
        (psycopg.errors.AdminShutdown("it ends"), True),
        (psycopg.errors.CannotConnectNow("it begins"), True),
        (OperationalError("SELECT 1", {}, psycopg.OperationalError("lost")), True),
        (psycopg.errors.QueryCanceled("it took too long"), False),
        (psycopg.errors.DeadlockDetected("once more"), False),
        (IntegrityError("INSERT", {}, psycopg.errors.UniqueViolation("twice")), False),
        (ValueError("no paper"), False),
    ],
)
def test_an_unavailable_database_is_distinguished_from_other_errors(error, is_so):
    assert is_unavailable(error) is is_so
