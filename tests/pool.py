"""The pool inside a test's transaction, which is rolled back whatever they commit."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from shop.db.batching import QueryBatcher
from shop.db.pipeline import Rows
from shop.db.pool import Pool, TimedSemaphore, Transaction
from shop.db.query import BoundQuery


class _TransactionInside(Transaction):
    begin, end, undo = ("SAVEPOINT trip", ()), ("RELEASE SAVEPOINT trip", ()), ("ROLLBACK TO SAVEPOINT trip", ())


class PoolInside(Pool):
    """Trips on a connection whose transaction is somebody else's."""

    def __init__(self, connection: AsyncConnection) -> None:
        self._outer = connection
        self._lock_waiters = TimedSemaphore(1)
        self._read_batcher = self._write_batcher = QueryBatcher(self.fetch_all)

    async def fetch_all(self, *asked: BoundQuery) -> list[Rows]:
        async with self.transaction() as transaction:
            return await transaction.commit(*asked)

    async def fetch_blocking(self, *asked: BoundQuery) -> list[Rows]:
        return await self.fetch_all(*asked)  # which waits for its turn, as every transaction does here

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        await self._outer.execute(text("SELECT 'a transaction has begun'"))
        yield (await self._outer.get_raw_connection()).driver_connection

    def transaction_on(self, driver: psycopg.AsyncConnection[Any]) -> Transaction:
        return _TransactionInside(driver)
