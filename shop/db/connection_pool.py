"""A pool on ``psycopg_pool`` that returns only working connections and observes the caller's deadline."""

import asyncio
import time
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from typing import Any

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from shop.db.deadlines import seconds_left, spend, wait_limit
from shop.db.engine import is_quiet, is_stale_statement
from shop.db.pipeline import Statement, is_idle, send

WAIT_SECONDS = 4.0
"""How long to wait for a connection: long enough for the pool to replace one whose backend is stopped."""
IDLE_SECONDS = 20.0
"""Connections that were idle for this time are closed; each takes 4 to 7 MB of PostgreSQL's memory."""
OUTAGE_CHECK_SECONDS = 1.0
"""How often a caller who waits for a connection checks whether PostgreSQL refuses new ones."""
_PROBE: Statement = ("SELECT 1", ())

Connection = psycopg.AsyncConnection[Any]


class ConnectionPool:
    """A pool of connections in autocommit mode. It belongs to the event loop of its first use."""

    def __init__(self, dsn: str, options: dict[str, Any], *, name: str, size: int) -> None:
        self._dsn = dsn
        self._options = options
        self._name = name
        self._size = size
        self._pool: AsyncConnectionPool[Connection] | None = None
        self._failed_at = 0.0

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[Connection]:
        """Acquire a connection and release it at the end.

        :raises sqlalchemy.exc.TimeoutError: if none became free in time.
        :raises sqlalchemy.exc.OperationalError: if PostgreSQL accepts no connections.
        """
        pool = await self._opened()
        driver = await self._acquire(pool)
        is_good = True
        try:
            yield driver
        except DBAPIError as error:
            is_good = not is_stale_statement(error)
            raise
        finally:
            await _release(pool, driver, is_good=is_good)

    async def check(self, *, seconds: float) -> tuple[int, int]:
        """Probe the idle connections within this time, and close those that do not respond.

        Returns how many were probed and how many did not respond.
        """
        pool = await self._opened()
        idle = pool.get_stats().get("pool_available", 0)
        async with asyncio.TaskGroup() as group:
            probes = [group.create_task(_probe(pool, seconds)) for _ in range(idle)]
        answers = [probe.result() for probe in probes]
        return len(answers) - answers.count(None), answers.count(False)

    async def close(self) -> None:
        """Close the pool when all connections are released."""
        pool, self._pool = self._pool, None
        if pool:
            await pool.close()

    async def _opened(self) -> AsyncConnectionPool[Connection]:
        if self._pool is None:
            self._pool = AsyncConnectionPool(
                self._dsn,
                kwargs={"autocommit": True, "prepare_threshold": 0, **self._options},
                min_size=1,
                max_size=self._size,
                max_idle=IDLE_SECONDS,
                max_lifetime=600,  # psycopg does not know that failed statements stay prepared on the server
                reconnect_timeout=0,  # the next caller reconnects at once, however long PostgreSQL was down
                reconnect_failed=self._note_failure,
                name=self._name,
                open=False,
            )
        if self._pool.closed:
            await self._pool.open()
        return self._pool

    def _note_failure(self, _pool: object) -> None:
        self._failed_at = time.monotonic()

    async def _acquire(self, pool: AsyncConnectionPool[Connection]) -> Connection:
        began = time.monotonic()
        ends = began + min(WAIT_SECONDS, seconds_left())
        try:
            while True:
                try:
                    driver = await pool.getconn(max(0.01, min(OUTAGE_CHECK_SECONDS, ends - time.monotonic())))
                except PoolTimeout as error:
                    self._check_outage(began, error)
                    if time.monotonic() >= ends:
                        raise NoConnection("no connection came free in time") from error
                    continue
                if not driver.closed and is_quiet(driver.fileno()):
                    return driver
                await _release(pool, driver, is_good=False)
        finally:
            spend(time.monotonic() - began)

    def _check_outage(self, began: float, error: PoolTimeout) -> None:
        if self._failed_at >= began:
            refused = psycopg.OperationalError("PostgreSQL accepts no connection")
            raise OperationalError(None, None, refused, hide_parameters=True) from error


async def _probe(pool: AsyncConnectionPool[Connection], seconds: float) -> bool | None:
    """Return whether an idle connection responds; None if all connections are in use by now."""
    try:
        driver = await pool.getconn(0.1)
    except PoolTimeout:
        return None
    is_good = False
    try:
        with wait_limit(seconds):
            await send(driver, [_PROBE])
        is_good = True
    except psycopg.Error:
        pass
    finally:
        await _release(pool, driver, is_good=is_good)
    return is_good


async def _release(pool: AsyncConnectionPool[Connection], driver: Connection, *, is_good: bool) -> None:
    """Return a connection to the pool, or close it if it is lost or in a transaction.

    If it was lost or had stale statements, all connections are replaced, since the others probably have the same fault.
    """
    is_good = is_good and not driver.closed
    if not (is_good and is_idle(driver)):
        await driver.close()
    await pool.putconn(driver)
    if not is_good:
        await pool.drain()


class TimedSemaphore:
    """A semaphore on which callers wait until their deadline at most."""

    def __init__(self, size: int) -> None:
        self._semaphore = asyncio.Semaphore(size)

    async def acquire(self) -> None:
        """Acquire the semaphore.

        :raises sqlalchemy.exc.TimeoutError: if it was not free in time.
        """
        if not self._semaphore.locked():
            await self._semaphore.acquire()
            return
        began = time.monotonic()
        try:
            async with asyncio.timeout(min(WAIT_SECONDS, seconds_left())):
                await self._semaphore.acquire()
        except TimeoutError as error:
            raise NoConnection("no connection came free in time") from error
        finally:
            spend(time.monotonic() - began)

    def release(self) -> None:
        """Release the semaphore."""
        self._semaphore.release()

    __aenter__ = acquire

    async def __aexit__(self, *_: object) -> None:
        self.release()
