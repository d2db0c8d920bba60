"""A pool inside the transaction of a test. Everything is rolled back, including what the pool commits."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from sqlalchemy import text
from sqlalchemy.ext.asyncio import AsyncConnection

from shop.db.batching import QueryBatcher
from shop.db.connection_pool import TimedSemaphore
from shop.db.pipeline import Rows
from shop.db.pool import Pool, Transaction
from shop.db.query import BoundQuery


class _TransactionInside(Transaction):
    begin, end, undo = (
        ("SAVEPOINT pool_transaction", ()),
        ("RELEASE SAVEPOINT pool_transaction", ()),
        ("ROLLBACK TO SAVEPOINT pool_transaction", ()),
    )


class PoolInside(Pool):
    """A pool on a connection with an open transaction."""

    transaction_class = _TransactionInside

    def __init__(self, connection: AsyncConnection) -> None:
        self._outer = connection
        self._lock_waiters = TimedSemaphore(1)
        self._read_batcher = self._write_batcher = QueryBatcher(self.fetch_all)

    async def fetch_all(self, *queries: BoundQuery) -> list[Rows]:
        async with self.transaction() as transaction:
            return await transaction.commit(*queries)

    async def fetch_blocking(self, *queries: BoundQuery) -> list[Rows]:
        return await self.fetch_all(*queries)  # one connection, so transactions run one at a time

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        await self._outer.execute(text("SELECT 'a transaction has begun'"))
        yield (await self._outer.get_raw_connection()).driver_connection
