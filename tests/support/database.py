"""Run functions and statements on the tests' database, each in one transaction, and wait for their locks."""

import asyncio
import datetime as dt
from collections.abc import Awaitable, Callable, Collection
from contextlib import nullcontext
from typing import Any, TypeVar

from sqlalchemy import Connection, Engine, text, update
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from shop.operations import retention
from shop.throttles.model import Limit, Throttle

T = TypeVar("T")


def in_database(engine: Engine, function: Callable[[Session], T]) -> T:
    """Call a function with a session, and commit."""
    with Session(engine, expire_on_commit=False) as session, session.begin():
        return function(session)


async def execute(
    run_sync: Callable[[Callable[[Session], None]], Awaitable[None]], statement: str, **values: Any
) -> None:
    """Execute a statement and commit.

    :param run_sync: the fixture that calls a function with a synchronous session of the test.
    """

    def run(session: Session) -> None:
        session.execute(text(statement), values)
        session.commit()

    await run_sync(run)


async def count_attempts(
    run_sync: Callable[[Callable[[Session], None]], Awaitable[None]], limit: Limit, count: int
) -> None:
    """Set the count of a limit that has counted one attempt, as if there had been so many."""

    def run(session: Session) -> None:
        counted = update(Throttle).where(Throttle.scope == limit.scope, Throttle.count == 1).values(count=count)
        assert session.scalars(counted.returning(Throttle.scope)).all() == [limit.scope]
        session.commit()

    await run_sync(run)


_WAITING = text("""
    WITH RECURSIVE waiting AS (
        SELECT pid FROM pg_locks WHERE NOT granted AND pg_backend_pid() = ANY (pg_blocking_pids(pid))
        UNION
        SELECT lock.pid FROM pg_locks AS lock JOIN waiting ON waiting.pid = ANY (pg_blocking_pids(lock.pid))
        WHERE NOT lock.granted
    )
    SELECT count(*) FROM waiting
""")


async def waits_for(session: AsyncSession, *tasks: asyncio.Task[Any]) -> None:
    """Return once each task's statement waits for a lock of the session's transaction, or of one that waits for it."""
    while (await session.scalar(_WAITING) or 0) < len(tasks):
        assert not any(task.done() for task in tasks)
        await asyncio.sleep(0.01)


def prune_within(connection: Connection, *, at: dt.datetime) -> None:
    """Delete rows past their retention, in the transaction of a test that is rolled back."""
    retention.prune(lambda: nullcontext(connection), at=at)


def full_scans(connection: Connection, tables: Collection[str]) -> int:
    """Return how often these tables were read as a whole in the current transaction of a new connection.

    On a used connection PostgreSQL also counts earlier transactions. Compare two of these figures.
    """
    read = "SELECT sum(seq_scan) FROM pg_stat_xact_user_tables WHERE relname = ANY(:tables)"
    return connection.scalars(text(read), {"tables": list(tables)}).one()
