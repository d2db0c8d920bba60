"""Run functions and statements on the tests' database, each in one transaction, and wait for their locks."""

import asyncio
from collections.abc import Awaitable, Callable
from typing import Any, TypeVar

from sqlalchemy import Engine, text
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

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


async def waits_for(session: AsyncSession, task: asyncio.Task[Any]) -> None:
    """Return once the task's statement waits for a lock that the session's transaction holds."""
    mine = await session.scalar(text("SELECT pg_backend_pid()"))
    waiting = text("SELECT count(*) FROM pg_locks WHERE NOT granted AND :mine = ANY(pg_blocking_pids(pid))")
    while not await session.scalar(waiting, {"mine": mine}):
        assert not task.done()
        await asyncio.sleep(0.01)
