"""Short transactions of the calls that are made most: through psycopg and its pool, with as few waits as there can be.

A transaction of one statement costs several times as much through SQLAlchemy's asynchronous session, which sends BEGIN,
statement and COMMIT one by one. Here one statement is a transaction of its own, and where it takes several, BEGIN goes
with the first of them and COMMIT with the last.

The connections are this pool's own. They wait for nothing but PostgreSQL, so a few of them serve many requests.
"""

import asyncio
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import asynccontextmanager
from operator import attrgetter
from typing import Any, TypeVar

import psycopg
from psycopg_pool import AsyncConnectionPool, PoolTimeout
from sqlalchemy.exc import DBAPIError, OperationalError
from sqlalchemy.exc import TimeoutError as NoConnection

from shop.db.batching import QueryBatcher
from shop.db.deadlines import patience, seconds_left, spend
from shop.db.engine import connect_args, driver_dsn, is_outdated, is_silent
from shop.db.pipeline import Rows, Sent, is_idle, send
from shop.db.query import BoundQuery, merged, rows_of_each
from shop.settings import DatabaseSettings

T = TypeVar("T")
PATIENT_SECONDS = 3.4
"""How long a wait for a lock may take: a little more than PostgreSQL's own ``lock_timeout``."""
WAIT_SECONDS = 4.0
"""How long to wait for a connection: until one that met a stopped server has been given up."""
LOOK_SECONDS = 1.0
"""So often who waits for a connection looks whether PostgreSQL is away."""
MOST_TRIES = 3
KEPT_FREE = 2
"""Connections for what never waits for a lock: it goes on while others wait."""
_CLASHES = {"40P01", "40001"}
_SIGN_OF_LIFE: Sent = ("SELECT 1", ())


class Transaction:
    """A transaction: BEGIN goes with its first statements, COMMIT with its last. Undone where it is left before."""

    begin: Sent = ("BEGIN", ())
    end: Sent = ("COMMIT", ())
    undo: Sent = ("ROLLBACK", ())

    def __init__(self, driver: psycopg.AsyncConnection[Any]) -> None:
        self._driver = driver
        self._is_open = False

    async def fetch(self, *asked: BoundQuery) -> list[Rows]:
        """Send statements together and wait once; return the rows of each."""
        return await self._send(asked, last=False)

    async def commit(self, *asked: BoundQuery) -> list[Rows]:
        """Send the last statements together with the COMMIT and wait once; return the rows of each."""
        return await self._send(asked, last=True)

    async def roll_back(self) -> None:
        """Undo what was asked since the BEGIN, where there was one and no COMMIT; what follows begins anew."""
        if self._is_open and not self._driver.closed:
            self._is_open = False
            with translated():
                await send(self._driver, [self.undo])

    async def _send(self, asked: Sequence[BoundQuery], *, last: bool) -> list[Rows]:
        before = [] if self._is_open else [self.begin]
        after = [self.end] if last else []
        with translated():
            statements = [*before, *(one.sent for one in asked), *after]
            self._is_open = True
            rows = await send(self._driver, statements)
        self._is_open = not last
        return rows[len(before) : len(before) + len(asked)]


class Pool:
    """A pool of connections for short transactions.

    What goes wrong is raised as SQLAlchemy raises it, so that it is handled in the same place.
    """

    def __init__(self, settings: DatabaseSettings, name: str, *, size: int = 8) -> None:
        self._dsn = driver_dsn(settings)
        self._options = connect_args(name, plan_cache_mode="force_generic_plan")  # else see shop/db/plan_cache.py
        self._name = name
        self._size = size
        self._pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]] | None = None
        self._failed_at = 0.0
        self._lock_waiters = TimedSemaphore(max(1, size - KEPT_FREE))
        self._read_batcher = QueryBatcher(self._fetch_alike, reads_only=True, kind=attrgetter("kind"))
        self._write_batcher = QueryBatcher(self.fetch_blocking)

    async def fetch(self, asked: BoundQuery) -> Rows:
        """Send one statement, a transaction of its own, and return its rows."""
        (rows,) = await self.fetch_all(asked)
        return rows

    async def fetch_all(self, *asked: BoundQuery) -> list[Rows]:
        """Send statements together, one transaction, and return the rows of each.

        They are sent again on a fresh connection where one had been prepared before the schema changed.
        """
        statements = [one.sent for one in asked]
        try:
            return await self._send(statements)
        except DBAPIError as error:
            if not is_outdated(error):
                raise
        return await self._send(statements)

    async def _fetch_alike(self, *asked: BoundQuery) -> list[Rows]:
        """Do the same with some of one kind; those that find rows by keys go as one, with the keys of all."""
        if len(asked) == 1 or asked[0].keyed is None:
            return await self.fetch_all(*asked)
        return rows_of_each(asked, await self.fetch(merged(asked)))

    async def _send(self, statements: Sequence[Sent]) -> list[Rows]:
        async with self.connection() as driver:
            with translated():
                return await send(driver, statements)

    async def fetch_batched(self, *asked: BoundQuery) -> list[Rows]:
        """Do the same with some that find a few rows by their keys, in a batch with what other requests read."""
        return await self._read_batcher.fetch(*asked)

    async def fetch_blocking(self, *asked: BoundQuery) -> list[Rows]:
        """Do the same with some that may have to wait for a lock: some connections are kept free of these."""
        async with self._lock_waiters:
            with patience(min(PATIENT_SECONDS, seconds_left())):
                return await self.fetch_all(*asked)

    async def write_batched(self, asked: BoundQuery) -> bool:
        """Send a statement that gives a row where it wrote, in a batch with what other requests write.

        It writes nothing where it would have to wait: one that did would keep everybody else's from being written.
        """
        return await _have_kept(self._write_batcher.fetch(asked))

    async def write(self, *asked: BoundQuery) -> bool:
        """Send statements of which the last gives a row where it wrote; False also where it was in somebody's way."""
        return await _have_kept(self.fetch_blocking(*asked))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Transaction]:
        """Make a transaction of several statements; without :meth:`Transaction.commit` it is undone."""
        async with self._lock_waiters, self.connection() as driver:
            transaction = self.transaction_on(driver)
            try:
                with patience(min(PATIENT_SECONDS, seconds_left())):
                    yield transaction
            finally:
                await transaction.roll_back()

    async def retrying(self, work: Callable[[Transaction], Awaitable[T]]) -> T:
        """Do ``work`` in a transaction that it commits; after a deadlock once more, at most three times.

        So it is where the schema changed after a statement was prepared: a fresh connection prepares it anew.
        """
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                async with self.transaction() as transaction:
                    return await work(transaction)
            except DBAPIError as error:
                if not tries_left or not (is_clash(error) or is_outdated(error)):
                    raise
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def connection(self) -> AsyncIterator[psycopg.AsyncConnection[Any]]:
        """Lend a connection.

        :raises sqlalchemy.exc.TimeoutError: where none came free in time.
        :raises sqlalchemy.exc.OperationalError: where PostgreSQL is away.
        """
        pool = await self._opened()
        driver = await self._lent(pool)
        is_good = True
        try:
            yield driver
        except DBAPIError as error:
            is_good = not is_outdated(error)
            raise
        finally:
            await _take_back(pool, driver, is_good=is_good)

    def transaction_on(self, driver: psycopg.AsyncConnection[Any]) -> Transaction:
        """Return a transaction on this connection."""
        return Transaction(driver)

    async def check(self, *, seconds: float) -> tuple[int, int]:
        """Ask the idle connections for a sign of life within so many seconds, and close those that give none.

        Returns how many were asked and how many gave none.
        """
        pool = await self._opened()
        idle = pool.get_stats().get("pool_available", 0)
        answers = await asyncio.gather(*(_gives_sign_of_life(pool, seconds) for _ in range(idle)))
        return len(answers) - answers.count(None), answers.count(False)

    async def close(self) -> None:
        """Close the connections, once all are back."""
        await self._read_batcher.drain()
        await self._write_batcher.drain()
        pool, self._pool = self._pool, None
        if pool:
            await pool.close()

    async def _opened(self) -> AsyncConnectionPool[psycopg.AsyncConnection[Any]]:
        """Return the pool; it belongs to the event loop of its first use."""
        if self._pool is None:
            self._pool = AsyncConnectionPool(
                self._dsn,
                kwargs={"autocommit": True, "prepare_threshold": 0, **self._options},
                min_size=1,
                max_size=self._size,
                max_lifetime=600,  # psycopg forgets what failed, but the server keeps it prepared
                reconnect_timeout=0,  # who needs a connection tries at once, however long PostgreSQL was away
                reconnect_failed=self._note_failure,
                name=self._name,
                open=False,
            )
        if self._pool.closed:
            await self._pool.open()
        return self._pool

    def _note_failure(self, _pool: object) -> None:
        self._failed_at = time.monotonic()

    async def _lent(self, pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]]) -> psycopg.AsyncConnection[Any]:
        began = time.monotonic()
        ends = began + min(WAIT_SECONDS, seconds_left())
        try:
            while True:
                try:
                    driver = await pool.getconn(max(0.01, min(LOOK_SECONDS, ends - time.monotonic())))
                except PoolTimeout as error:
                    self._check_patience(began, ends, error)
                    continue
                if not driver.closed and is_silent(driver.fileno()):
                    return driver
                await _take_back(pool, driver, is_good=False)
        finally:
            spend(time.monotonic() - began)

    def _check_patience(self, began: float, ends: float, error: PoolTimeout) -> None:
        if self._failed_at >= began:
            away = psycopg.OperationalError("PostgreSQL takes no connection")
            raise OperationalError(None, None, away, hide_parameters=True) from error
        if time.monotonic() >= ends:
            raise NoConnection("no connection came free in time") from error


async def _gives_sign_of_life(pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]], seconds: float) -> bool | None:
    """Ask an idle connection; None where all were lent meanwhile."""
    try:
        driver = await pool.getconn(0.1)
    except PoolTimeout:
        return None
    is_good = False
    try:
        with patience(seconds):
            await send(driver, [_SIGN_OF_LIFE])
        is_good = True
    except psycopg.Error:
        pass
    finally:
        await _take_back(pool, driver, is_good=is_good)
    return is_good


async def _take_back(
    pool: AsyncConnectionPool[psycopg.AsyncConnection[Any]], driver: psycopg.AsyncConnection[Any], *, is_good: bool
) -> None:
    """Put a connection back, or close it where it is not as it was.

    Where it was lost or had outdated statements, all others are replaced too: the same may have happened to them.
    """
    is_good = is_good and not driver.closed
    if not (is_good and is_idle(driver)):
        await driver.close()
    await pool.putconn(driver)
    if not is_good:
        await pool.drain()


async def _have_kept(asking: Awaitable[list[Rows]]) -> bool:
    try:
        return bool((await asking)[-1])
    except DBAPIError as error:
        if not is_clash(error):
            raise
        return False


def is_clash(error: DBAPIError) -> bool:
    """Whether two transactions stood in each other's way, and one of them is to begin anew."""
    return getattr(error.orig, "sqlstate", None) in _CLASHES


class TimedSemaphore:
    """Lets so many through at once; the others wait, but not for ever."""

    def __init__(self, size: int) -> None:
        self._room = asyncio.Semaphore(size)

    async def enter(self) -> None:
        """Go through.

        :raises sqlalchemy.exc.TimeoutError: where there was no room in time.
        """
        if not self._room.locked():
            await self._room.acquire()
            return
        began = time.monotonic()
        try:
            async with asyncio.timeout(min(WAIT_SECONDS, seconds_left())):
                await self._room.acquire()
        except TimeoutError as error:
            raise NoConnection("no connection came free in time") from error
        finally:
            spend(time.monotonic() - began)

    def leave(self) -> None:
        """Let the next one through, or make room."""
        self._room.release()

    __aenter__ = enter

    async def __aexit__(self, *_: object) -> None:
        self.leave()


class translated:  # noqa: N801 - used like a function; a class, because a generator costs several times as much
    """Raise errors of the driver as SQLAlchemy's."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, psycopg.Error):
            raise DBAPIError.instance(None, None, error, psycopg.Error, hide_parameters=True) from error
