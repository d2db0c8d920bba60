"""The database of a request: a session that is committed before the response is sent, or the pool."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, Any, TypeVar

from fastapi import Depends, Request
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.types import ASGIApp, Receive, Scope, Send

from shop.audit.context import Actor, set_actor
from shop.db.deadlines import start_budget, wait_limit
from shop.db.pool import MAX_TRIES, Pool, Transaction, is_conflict

T = TypeVar("T")
_PING = text("SELECT 1")


async def _session(request: Request) -> AsyncIterator[AsyncSession]:
    async with session_of(request, getattr(request.state, "actor", None)) as session:
        request.state.session = session
        yield session


@asynccontextmanager
async def session_of(request: Request, actor: Actor | None = None) -> AsyncIterator[AsyncSession]:
    """Open a session, for a call that seldom needs one. It is committed unless an exception is raised.

    :param actor: the admin who acts, for the audit.
    """
    sessions: async_sessionmaker[AsyncSession] = request.app.state.sessions
    async with sessions() as session:
        if actor:
            await session.run_sync(set_actor, actor)
        yield session
        await session.commit()


async def transaction_of(session: AsyncSession) -> Transaction:
    """Return the open transaction of a session, for the statements of the pool. The session commits it."""
    connection = await session.connection()
    driver: Any = (await connection.get_raw_connection()).driver_connection
    return Transaction(driver, is_open=True)


async def name_actor(request: Request, actor: Actor | None) -> None:
    """Set the actor of all changes of the request's session, whether the session is already open or opened later."""
    request.state.actor = actor
    session: AsyncSession | None = getattr(request.state, "session", None)
    if session is not None and actor is not None:
        await session.run_sync(set_actor, actor)


Database = Annotated[AsyncSession, Depends(_session, scope="function")]
"""Commits when the route has returned, and rolls back when it raised. ``scope`` makes it commit before the response."""


async def database_pool(request: Request) -> Pool:
    """Return the pool of the application."""
    pool: Pool = request.app.state.pool
    return pool


DatabasePool = Annotated[Pool, Depends(database_pool)]
"""For the most frequent calls: see :mod:`shop.db.pool`."""


class Deadlines:
    """Middleware that gives each request a budget of time to wait for PostgreSQL."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        start_budget()
        await self._app(scope, receive, send)


async def retrying(session: AsyncSession, work: Callable[[], Awaitable[T]], *, seconds: float | None = None) -> T:
    """Run ``work`` and commit; repeat it after a deadlock or a serialisation failure, at most three times in all.

    Use it for work that locks more than one row, unless all such work locks them in the same sequence. ``work`` must
    read everything that it needs itself, since a retry begins with a new transaction.

    :param seconds: how long each wait may take, for work that raises its ``statement_timeout``.
    """
    if seconds is None:
        return await _retrying(session, work)
    await session.execute(_PING)  # the usual deadline detects a stopped server
    with wait_limit(seconds):
        return await _retrying(session, work)


async def _retrying(session: AsyncSession, work: Callable[[], Awaitable[T]]) -> T:
    for tries_left in reversed(range(MAX_TRIES)):
        try:
            result = await work()
            await session.commit()
        except DBAPIError as error:
            await session.rollback()
            if not tries_left or not is_conflict(error):
                raise
        else:
            return result
    raise AssertionError("unreachable")
