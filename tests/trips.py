"""Short trips inside a test's transaction, which is rolled back whatever they commit."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from shop.company import Company
from shop.pipeline import Rows
from shop.trips import Asked, Gate, Trip, Trips


class _TripInside(Trip):
    begin, end, undo = ("SAVEPOINT trip", ()), ("RELEASE SAVEPOINT trip", ()), ("ROLLBACK TO SAVEPOINT trip", ())


class TripsInside(Trips):
    """Trips on a connection whose transaction is somebody else's."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._outer = connection
        self._patient = Gate(1)
        self._readers = self._writers = Company(self.ask_together)

    async def ask_together(self, *asked: Asked) -> list[Rows]:
        async with self.transaction() as trip:
            return await trip.commit(*asked)

    async def ask_patiently(self, *asked: Asked) -> list[Rows]:
        return await self.ask_together(*asked)  # which waits for its turn, as every transaction does here

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        await self._outer.execute(text("SELECT 'a transaction has begun'"))
        yield (await self._outer.get_raw_connection()).driver_connection

    def trip(self, driver: psycopg.AsyncConnection[Any]) -> Trip:
        return _TripInside(driver)
