"""A connection pool for the short transactions of the most frequent calls, based on psycopg and psycopg_pool.

SQLAlchemy's asynchronous session sends BEGIN, the statement and COMMIT one by one. Here a single statement is its own
transaction. With several statements, BEGIN is sent with the first and COMMIT with the last. A connection is held only
while PostgreSQL works, so a few connections serve many requests.
"""

from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from operator import attrgetter
from typing import Any, ClassVar, TypeVar

import psycopg
from sqlalchemy import func, select
from sqlalchemy.exc import DBAPIError

from shop.db.batching import QueryBatcher
from shop.db.connection_pool import ConnectionPool, TimedSemaphore
from shop.db.deadlines import seconds_left, wait_limit
from shop.db.engine import connect_args, driver_dsn, is_stale_statement
from shop.db.pipeline import Rows, Statement, send
from shop.db.query import BoundQuery, Query, merge, split_rows
from shop.settings import DatabaseSettings

T = TypeVar("T")
LOCK_WAIT_SECONDS = 3.4
"""Limit of a wait for a lock: a little more than PostgreSQL's ``lock_timeout``."""
MAX_TRIES = 3
RESERVED = 2
"""Connections reserved for calls that wait for no lock, so that reads continue while others wait."""
_CONFLICTS = {"40P01", "40001"}
_LOCK_NOT_AVAILABLE = "55P03"

CUSTOM_PLANS = Query.of(
    select(
        func.set_config("plan_cache_mode", "force_custom_plan", True),
        func.set_config("random_page_cost", "1.1", True),
        func.set_config("jit", "off", True),
        func.set_config("max_parallel_workers_per_gather", "0", True),
    )
)
"""Make PostgreSQL plan each statement of this transaction for its own parameters, unlike elsewhere in the pool.

The right index for a search depends on how many rows its filters leave, which a generic plan cannot know. The
indexes are in memory, so random access costs no more than sequential access.
"""


class Transaction:
    """A transaction. BEGIN is sent with the first queries, unless it ``is_open``, and COMMIT with the last ones."""

    begin: ClassVar[Statement] = ("BEGIN", ())
    end: ClassVar[Statement] = ("COMMIT", ())
    undo: ClassVar[Statement] = ("ROLLBACK", ())

    def __init__(self, driver: psycopg.AsyncConnection[Any], *, is_open: bool = False) -> None:
        self._driver = driver
        self._is_open = is_open

    async def fetch(self, *queries: BoundQuery) -> list[Rows]:
        """Send queries together and return the rows of each."""
        return await self._send(queries, is_last=False)

    async def commit(self, *queries: BoundQuery) -> list[Rows]:
        """Send the last queries together with COMMIT and return the rows of each."""
        return await self._send(queries, is_last=True)

    async def rollback(self) -> None:
        """Roll back the transaction, if it has begun. The next queries start a new one."""
        if self._is_open and not self._driver.closed:
            self._is_open = False
            with _sqlalchemy_errors():
                await send(self._driver, [self.undo])

    async def _send(self, queries: Sequence[BoundQuery], *, is_last: bool) -> list[Rows]:
        before = [] if self._is_open else [self.begin]
        after = [self.end] if is_last else []
        with _sqlalchemy_errors():
            statements = [*before, *(query.statement for query in queries), *after]
            self._is_open = True
            rows = await send(self._driver, statements)
        self._is_open = not is_last
        return rows[len(before) : len(before) + len(queries)]


class Pool:
    """A pool of connections for short transactions. It raises SQLAlchemy's errors."""

    transaction_class: type[Transaction] = Transaction

    def __init__(self, settings: DatabaseSettings, name: str, *, size: int = 8) -> None:
        options = connect_args(name, plan_cache_mode="force_generic_plan")
        self._connections = ConnectionPool(driver_dsn(settings), options, name=name, size=size)
        self._lock_waiters = TimedSemaphore(max(1, size - RESERVED))
        self._read_batcher = QueryBatcher(self._fetch_same_kind, reads_only=True, kind=attrgetter("kind"))
        self._write_batcher = QueryBatcher(self.fetch_blocking, kind=attrgetter("kind"))

    async def fetch(self, query: BoundQuery) -> Rows:
        """Send one query as its own transaction and return its rows."""
        (rows,) = await self.fetch_all(query)
        return rows

    async def fetch_all(self, *queries: BoundQuery) -> list[Rows]:
        """Send queries together as one transaction and return the rows of each.

        They are sent again on a new connection if a statement had been prepared before a change of the schema.
        """
        statements = [query.statement for query in queries]
        try:
            return await self._send(statements)
        except DBAPIError as error:
            if not is_stale_statement(error):
                raise
        return await self._send(statements)

    async def fetch_batched(self, *queries: BoundQuery) -> list[Rows]:
        """Fetch in a batch with queries of other requests. The queries must read a few rows by key, without locks."""
        return await self._read_batcher.fetch(*queries)

    async def fetch_blocking(self, *queries: BoundQuery) -> list[Rows]:
        """Fetch with queries that may wait for a lock. They cannot use the reserved connections."""
        async with self._lock_waiters:
            with wait_limit(min(LOCK_WAIT_SECONDS, seconds_left())):
                return await self.fetch_all(*queries)

    async def fetch_write_batched(self, *queries: BoundQuery) -> list[Rows]:
        """Send the queries of a write in a batch with equal ones of other requests, and return the rows of each.

        They must not wait for a lock, because the whole batch would wait: they must fail or write nothing instead.
        """
        return await self._write_batcher.fetch(*queries)

    async def write_batched(self, query: BoundQuery) -> bool:
        """Send a query as :meth:`fetch_write_batched` does. It must return a row if it wrote. Return whether it did."""
        return await _has_written(self.fetch_write_batched(query))

    async def write(self, *queries: BoundQuery) -> bool:
        """Send queries, the last of which returns a row if it wrote. Return whether it did; False after a conflict."""
        return await _has_written(self.fetch_blocking(*queries))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Open a transaction of several steps. It is rolled back without :meth:`Transaction.commit`."""
        async with self._lock_waiters, self.connection() as driver:
            transaction = self.transaction_class(driver)
            try:
                with wait_limit(min(LOCK_WAIT_SECONDS, seconds_left())):
                    yield transaction
            finally:
                await transaction.rollback()

    async def retrying(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Run ``work`` in a transaction that it commits. Repeat it after a conflict, at most three times in total.

        It is also repeated if a statement had been prepared before a change of the schema.
        """
        for tries_left in reversed(range(MAX_TRIES)):
            try:
                async with self.transaction() as transaction:
                    return await work(transaction)
            except DBAPIError as error:
                if not tries_left or not (is_conflict(error) or is_stale_statement(error)):
                    raise
        raise AssertionError("unreachable")

    def connection(self) -> AbstractAsyncContextManager[psycopg.AsyncConnection[Any]]:
        """Acquire a connection; see :meth:`ConnectionPool.connection`."""
        return self._connections.connection()

    async def check(self, *, seconds: float) -> tuple[int, int]:
        """Probe the idle connections; see :meth:`ConnectionPool.check`."""
        return await self._connections.check(seconds=seconds)

    async def close(self) -> None:
        """Wait for the batches in flight, then close the connections."""
        await self._read_batcher.drain()
        await self._write_batcher.drain()
        await self._connections.close()

    async def _fetch_same_kind(self, *queries: BoundQuery) -> list[Rows]:
        """Fetch queries of one kind. Queries by key are merged into one with all keys."""
        if len(queries) == 1 or queries[0].keyed is None:
            return await self.fetch_all(*queries)
        return split_rows(queries, await self.fetch(merge(queries)))

    async def _send(self, statements: Sequence[Statement]) -> list[Rows]:
        async with self.connection() as driver:
            with _sqlalchemy_errors():
                return await send(driver, statements)


async def _has_written(fetching: Awaitable[list[Rows]]) -> bool:
    try:
        return bool((await fetching)[-1])
    except DBAPIError as error:
        if not is_conflict(error):
            raise
        return False


def is_conflict(error: DBAPIError) -> bool:
    """Whether an error is a deadlock or a serialisation failure, after which a transaction may be repeated."""
    return getattr(error.orig, "sqlstate", None) in _CONFLICTS


def is_locked_out(error: DBAPIError) -> bool:
    """Whether a statement failed because a lock was not free: it used NOWAIT, or it waited until ``lock_timeout``."""
    return getattr(error.orig, "sqlstate", None) == _LOCK_NOT_AVAILABLE


class _sqlalchemy_errors:  # noqa: N801 - named like a function; a class costs a fraction of a generator
    """Raise errors of the driver as SQLAlchemy's."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, psycopg.Error):
            raise DBAPIError.instance(None, None, error, psycopg.Error, hide_parameters=True) from error
