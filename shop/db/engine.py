"""Engines and sessions for PostgreSQL, and the classification of its errors.

One URL serves the asynchronous processes (API, realtime) and the synchronous ones (workers).
"""

import select
import sys
import time
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.exc import DisconnectionError, SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine
from sqlalchemy.pool import AsyncAdaptedQueuePool, ConnectionPoolEntry, PoolProxiedConnection

from shop.db.connections import AsyncConnection, Connection
from shop.db.deadlines import spend
from shop.settings import DatabaseSettings
from shop.text.urls import driver_url

DATABASE_ERRORS = (SQLAlchemyError, psycopg.Error)
"""The errors of statements. Those of :mod:`shop.db.pipeline` are the driver's own."""
POOL_SECONDS = 3
STATEMENT_SECONDS = 5
_STALE_STATEMENT = {"0A000", "26000"}
"""SQLSTATEs for a prepared statement whose result type has changed, and for one that does not exist."""
_CONNECTION_LOST = "08"
_SHUTDOWN_OR_START = {"57P01", "57P02", "57P03"}


def connect_args(name: str, idle_seconds: int = 10, **settings: str) -> dict[str, Any]:
    """Return the arguments of a connection.

    Time limits bound each wait, so that a stuck statement fails only one request.

    :param name: shown in ``pg_stat_activity``.
    :param idle_seconds: how long a transaction may be idle, for example while it waits for a mail server.
    :param settings: PostgreSQL settings for this connection.
    """
    options = {
        "statement_timeout": f"{STATEMENT_SECONDS}s",
        "lock_timeout": "3s",
        "idle_in_transaction_session_timeout": f"{idle_seconds}s",
        "timezone": "UTC",
        **settings,
    }
    return {
        "application_name": f"swarna {name}",
        "connect_timeout": 3,
        "keepalives_idle": 10,
        "keepalives_interval": 5,
        "keepalives_count": 3,
        "options": " ".join(f"-c {key}={value}" for key, value in options.items()),
    }


def make_async_engine(settings: DatabaseSettings, name: str, *, pool_size: int = 10) -> AsyncEngine:
    """Return an engine for asyncio. ``name`` is shown in ``pg_stat_activity``.

    The driver prepares no statements: a prepared statement would fail permanently after a column's type has changed.
    """

    async def connect() -> AsyncConnection:
        return await AsyncConnection.connect(driver_dsn(settings), prepare_threshold=None, **connect_args(name))

    engine = create_async_engine(
        settings.database_url,
        async_creator=connect,
        poolclass=_TimedPool,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        hide_parameters=True,  # error texts are logged, and parameters may be personal data
    )
    event.listen(engine.sync_engine, "checkout", _check_connection)
    return engine


def make_engine(
    settings: DatabaseSettings,
    name: str,
    *,
    pool_size: int = 2,
    overflow: int = 0,
    idle_seconds: int = 10,
    statement_seconds: int = STATEMENT_SECONDS,
) -> Engine:
    """Return an engine for threads and worker processes. ``name`` is shown in ``pg_stat_activity``.

    The driver prepares only statements of :class:`shop.db.pipeline.BlockingPipeline`. Others would fail after a change
    of the schema.

    :param pool_size: connections that stay open once they are used.
    :param overflow: further connections, each closed after its use. An open one takes 5 MB.
    :param idle_seconds: how long a transaction may be idle, for example while it waits for a mail server.
    :param statement_seconds: how long a statement may take. Longer ones need :func:`shop.db.deadlines.wait_limit` too.
    """

    def connect() -> Connection:
        limits = connect_args(name, idle_seconds, statement_timeout=f"{statement_seconds}s")
        return Connection.connect(driver_dsn(settings), prepare_threshold=sys.maxsize, **limits)

    engine = create_engine(
        settings.database_url,
        creator=connect,
        pool_size=pool_size,
        max_overflow=overflow,
        pool_timeout=POOL_SECONDS,
        pool_reset_on_return=None,  # see _roll_back
        hide_parameters=True,  # error texts are logged, and parameters may be personal data
    )
    event.listen(engine, "checkout", _check_connection)
    event.listen(engine, "reset", _roll_back)
    return engine


class _TimedPool(AsyncAdaptedQueuePool):
    """A pool that counts each wait for a connection against the budget of the request."""

    def connect(self) -> PoolProxiedConnection:
        began = time.monotonic()
        try:
            return super().connect()
        finally:
            spend(time.monotonic() - began)


def _check_connection(_connection: object, entry: ConnectionPoolEntry, _proxy: object) -> None:
    """Check that a connection is not lost; otherwise the pool replaces it.

    The socket of an idle connection has nothing to read until the connection or its server ends. So no query is needed
    before each transaction. A host that disappeared is detected by keepalives and by the statement's deadline.
    """
    driver: Any = entry.driver_connection
    if driver.closed or not is_quiet(driver.fileno()):
        raise DisconnectionError


def _roll_back(connection: Connection, entry: ConnectionPoolEntry, _state: object) -> None:
    """Roll back a connection that returns to the pool. The pool replaces it if it is lost.

    SQLAlchemy's own rollback would keep the entry of a lost connection. Resetting its isolation level would then fail,
    and the pool would have one connection less for ever.
    """
    connection.rollback()
    if connection.closed:
        entry.invalidate()


def is_quiet(descriptor: int) -> bool:
    """Whether the socket of an idle connection has nothing to read, so the server has not closed it."""
    poller = select.poll()
    poller.register(descriptor, select.POLLIN)
    return not poller.poll(0)


def is_unavailable(error: Exception) -> bool:
    """Whether an error of the driver or of SQLAlchemy means that PostgreSQL cannot be reached or was just stopped."""
    cause = getattr(error, "orig", error)
    state = getattr(cause, "sqlstate", None) or _CONNECTION_LOST
    return isinstance(cause, psycopg.OperationalError) and (
        state[:2] == _CONNECTION_LOST or state in _SHUTDOWN_OR_START
    )


def is_stale_statement(error: Exception) -> bool:
    """Whether an error means that a statement was prepared before a change of the schema."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _STALE_STATEMENT


def make_sessions(engine: AsyncEngine) -> async_sessionmaker[AsyncSession]:
    """Return the factory of database sessions. Objects stay readable after the commit."""
    return async_sessionmaker(engine, expire_on_commit=False)


def driver_dsn(settings: DatabaseSettings) -> str:
    """Return the URL in the form that psycopg accepts."""
    return driver_url(settings.database_url)
