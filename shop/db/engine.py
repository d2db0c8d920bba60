"""The connection to PostgreSQL, which is the record of everything.

One DSN serves the asynchronous API and realtime processes and the synchronous workers.
"""

import select
import sys
from typing import Any

import psycopg
from sqlalchemy import Engine, create_engine, event
from sqlalchemy.engine.interfaces import DBAPIConnection
from sqlalchemy.ext.asyncio import AsyncEngine, AsyncSession, async_sessionmaker, create_async_engine

from shop.db.connections import AsyncConnection, Connection
from shop.db.deadlines import current_budget
from shop.settings import DatabaseSettings

POOL_SECONDS = 3
_OUTDATED = {"0A000", "26000"}
"""PostgreSQL's states for a prepared statement whose result has changed its type, and for one that is gone."""
_CONNECTION_LOST = "08"
_ENDS_OR_BEGINS = {"57P01", "57P02", "57P03"}


def connect_args(name: str, idle_seconds: int = 10, **settings: str) -> dict[str, Any]:
    """Bound every wait, so that a stuck statement or a hung server costs one request and not the process.

    :param settings: of PostgreSQL, for this connection.
    """
    options = {
        "statement_timeout": "5s",
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
    """Return an engine for asyncio; ``name`` shows in pg_stat_activity.

    The driver prepares nothing by itself: what it had prepared would fail for good once a column's type has changed.
    """

    async def connect() -> AsyncConnection:
        return await AsyncConnection.connect(driver_dsn(settings), prepare_threshold=None, **connect_args(name))

    engine = create_async_engine(
        settings.database_url,
        async_creator=connect,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_pre_ping=True,
        hide_parameters=True,  # an error's text may end in a log, a parameter may be a person's
    )
    event.listen(engine.sync_engine, "checkout", _count_checkout)
    _ping_by_looking(engine.sync_engine)
    _leave_the_lost(engine.sync_engine)
    return engine


def make_engine(settings: DatabaseSettings, name: str, *, pool_size: int = 2, idle_seconds: int = 10) -> Engine:
    """Return an engine for threads and worker processes; ``name`` shows in pg_stat_activity.

    The driver prepares only what :class:`shop.db.pipeline.BlockingPipeline` sends: what else it had prepared would fail
    once the schema has changed.

    :param idle_seconds: how long a transaction may wait for something else, such as a mail server.
    """

    def connect() -> Connection:
        return Connection.connect(
            driver_dsn(settings), prepare_threshold=sys.maxsize, **connect_args(name, idle_seconds)
        )

    engine = create_engine(
        settings.database_url,
        creator=connect,
        pool_size=pool_size,
        max_overflow=0,
        pool_timeout=POOL_SECONDS,
        pool_pre_ping=True,
        hide_parameters=True,  # an error's text may end in a log, a parameter may be a person's
    )
    _ping_by_looking(engine)
    _leave_the_lost(engine)
    return engine


def _count_checkout(*_: object) -> None:
    """Let the wait for a connection count among what a request waits."""
    budget = current_budget()
    if budget:
        budget.spend_since_last(at_most=POOL_SECONDS)


def _ping_by_looking(engine: Engine) -> None:
    """Let the pool ask the server whether a connection lives only where its socket has something to say.

    An idle connection is silent; the end of one, or of its server, makes its socket readable. So a look takes the
    place of a trip to PostgreSQL before each transaction. A host that vanished without a word is found by the
    keepalives and the statement's own end.
    """
    dialect = engine.dialect
    ask = dialect.do_ping

    def ping(dbapi_connection: DBAPIConnection) -> bool:
        driver = dialect.get_driver_connection(dbapi_connection)
        lives = not driver.closed and is_silent(driver.fileno())
        return lives or ask(dbapi_connection)

    dialect.do_ping = ping  # type: ignore[method-assign]


def _leave_the_lost(engine: Engine) -> None:
    """Roll nothing back on a connection that is lost; it is found so, and replaced, when it is next wanted.

    The pool would try to where the driver met the loss, and write its failure down as an error.
    """
    dialect = engine.dialect
    roll_back = dialect.do_rollback

    def do_rollback(dbapi_connection: Any) -> None:
        if not dialect.get_driver_connection(dbapi_connection).closed:
            roll_back(dbapi_connection)

    dialect.do_rollback = do_rollback  # type: ignore[method-assign]


def is_silent(socket: int) -> bool:
    """Whether the other side of an idle connection has nothing to say, and so is still there."""
    poller = select.poll()
    poller.register(socket, select.POLLIN)
    return not poller.poll(0)


def is_away(error: Exception) -> bool:
    """Whether an error of the driver, or SQLAlchemy's around it, says that PostgreSQL is not there, or went."""
    cause = getattr(error, "orig", error)
    state = getattr(cause, "sqlstate", None) or _CONNECTION_LOST
    return isinstance(cause, psycopg.OperationalError) and (state[:2] == _CONNECTION_LOST or state in _ENDS_OR_BEGINS)


def is_outdated(error: Exception) -> bool:
    """Whether an error says that a statement was prepared before the schema changed."""
    return getattr(getattr(error, "orig", error), "sqlstate", None) in _OUTDATED


def make_sessions(engine: AsyncEngine) -> async_sessionmaker[AsyncSession]:
    """Return the factory of database sessions; objects stay readable after the commit."""
    return async_sessionmaker(engine, expire_on_commit=False)


def driver_dsn(settings: DatabaseSettings) -> str:
    """Return the address as libpq takes it, for LISTEN on a connection of its own."""
    return settings.database_url.replace("postgresql+psycopg://", "postgresql://", 1)
