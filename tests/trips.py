"""Short trips inside a test's transaction, which is rolled back whatever they commit."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from sqlalchemy.ext.asyncio import AsyncConnection

from shop.trips import Asked, Driver, Rows, Trip, Trips


class _TripInside(Trip):
    begin, end, undo = "SAVEPOINT trip", "RELEASE SAVEPOINT trip", "ROLLBACK TO SAVEPOINT trip"


class TripsInside(Trips):
    """Trips on a connection whose transaction is somebody else's."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._connection = connection
        self._patient = asyncio.Semaphore(1)

    async def ask(self, asked: Asked) -> Rows:
        async with self.transaction() as trip:
            (rows,) = await trip.commit(asked)
        return rows

    @asynccontextmanager
    async def driver(self) -> AsyncIterator[Driver]:
        yield (await self._connection.get_raw_connection()).driver_connection

    def trip(self, driver: Driver) -> Trip:
        return _TripInside(driver)
