"""How a request reaches the database: by a session that is committed before the answer leaves, or by the pool."""

from collections.abc import AsyncIterator, Awaitable, Callable
from contextlib import asynccontextmanager
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from sqlalchemy import text
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker
from starlette.types import ASGIApp, Receive, Scope, Send

from shop.audit.acting import Actor, act_as
from shop.db.deadlines import begin_request, patience
from shop.db.pool import MOST_TRIES, Pool, is_clash

T = TypeVar("T")
_PING = text("SELECT 1")


async def _session(request: Request) -> AsyncIterator[AsyncSession]:
    async with session_of(request, getattr(request.state, "actor", None)) as session:
        request.state.session = session
        yield session


@asynccontextmanager
async def session_of(request: Request, actor: Actor | None = None) -> AsyncIterator[AsyncSession]:
    """Open a session, for a call that seldom needs one. It is committed, unless something is raised.

    :param actor: whose doing it is, for the audit.
    """
    sessions: async_sessionmaker[AsyncSession] = request.app.state.sessions
    async with sessions() as session:
        if actor:
            await session.run_sync(act_as, actor)
        yield session
        await session.commit()


async def name_actor(request: Request, actor: Actor | None) -> None:
    """Let what the request's session changes be the actor's doing, whether it is open already or is opened later."""
    request.state.actor = actor
    session: AsyncSession | None = getattr(request.state, "session", None)
    if session is not None and actor is not None:
        await session.run_sync(act_as, actor)


Database = Annotated[AsyncSession, Depends(_session, scope="function")]
"""Commits when the route returned; rolls back when it raised. ``scope`` makes that happen before the first byte."""


async def database_pool(request: Request) -> Pool:
    """Return the application's the pool."""
    pool: Pool = request.app.state.pool
    return pool


DatabasePool = Annotated[Pool, Depends(database_pool)]
"""For the calls that are made most: see :mod:`shop.db.pool`."""


class Deadlines:
    """Middleware that gives each request its time to wait for PostgreSQL."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        begin_request()
        await self._app(scope, receive, send)


async def retrying(session: AsyncSession, work: Callable[[], Awaitable[T]], *, seconds: float | None = None) -> T:
    """Do ``work`` and commit; after a deadlock or a serialisation failure once more, at most three times.

    ``work`` must read everything it needs itself, since a retry begins with a fresh transaction.

    :param seconds: how long each wait of it may take, where its own limit in PostgreSQL is raised.
    """
    if seconds is None:
        return await _retrying(session, work)
    await session.execute(_PING)  # a stopped server is found by the usual deadline
    with patience(seconds):
        return await _retrying(session, work)


async def _retrying(session: AsyncSession, work: Callable[[], Awaitable[T]]) -> T:
    for tries_left in reversed(range(MOST_TRIES)):
        try:
            result = await work()
            await session.commit()
        except DBAPIError as error:
            await session.rollback()
            if not tries_left or not is_clash(error):
                raise
        else:
            return result
    raise AssertionError("unreachable")
