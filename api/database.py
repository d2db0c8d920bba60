"""How a request reaches the database: by a session that is committed before the answer leaves, or by short trips."""

from collections.abc import AsyncIterator, Awaitable, Callable
from typing import Annotated, TypeVar

from fastapi import Depends, Request
from sqlalchemy.exc import DBAPIError
from sqlalchemy.ext.asyncio import AsyncSession, async_sessionmaker

from shop.trips import MOST_TRIES, Trips, is_clash

T = TypeVar("T")


async def _session(request: Request) -> AsyncIterator[AsyncSession]:
    sessions: async_sessionmaker[AsyncSession] = request.app.state.sessions
    async with sessions() as session:
        yield session
        if session.in_transaction():  # who makes short trips only has begun none
            await session.commit()


Database = Annotated[AsyncSession, Depends(_session, scope="function")]
"""Commits when the route returned; rolls back when it raised. ``scope`` makes that happen before the first byte."""


async def _trips(request: Request) -> Trips:
    trips: Trips = request.app.state.trips
    return trips


ShortTrips = Annotated[Trips, Depends(_trips)]
"""For the calls that are made most: see :mod:`shop.trips`."""


async def retrying(session: AsyncSession, work: Callable[[], Awaitable[T]]) -> T:
    """Do ``work`` and commit; after a deadlock or a serialisation failure once more, at most three times.

    ``work`` must read everything it needs itself, since a retry begins with a fresh transaction.
    """
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
