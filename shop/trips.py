"""Short trips to PostgreSQL for the calls that are made most: through the driver, with as few waits as there can be.

A transaction of one statement costs a request some 600 us of processor time through SQLAlchemy's asynchronous session,
which sends BEGIN, statement and COMMIT one by one, and 100 us here: one statement is a transaction of its own, and
where it takes several, BEGIN goes with the first of them and COMMIT with the last.

The connections are these trips' own. They wait for nothing but PostgreSQL, so a few of them serve many requests.
"""

import asyncio
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Iterator, Mapping, Sequence
from contextlib import asynccontextmanager, contextmanager
from dataclasses import dataclass, field
from typing import Any, Self, TypeVar

import psycopg
from psycopg.pq import TransactionStatus
from psycopg.rows import namedtuple_row
from psycopg.types.json import Jsonb
from sqlalchemy import JSON, Executable
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop.database import connect_args, driver_dsn, is_silent
from shop.settings import DatabaseSettings

T = TypeVar("T")
Driver = psycopg.AsyncConnection[Any]
Rows = Sequence[Any]
"""Named tuples, by the names of the columns; of a statement that returns nothing there are none."""

WAIT_SECONDS = 3.0
MOST_TRIES = 3
KEPT_FREE = 2
"""Connections that no transaction gets, as it may have to wait for a lock: single statements go on meanwhile."""
_CLASHES = {"40P01", "40001"}
_DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Asked:
    """A statement with its values."""

    text: str
    values: Mapping[str, Any]


@dataclass(frozen=True)
class Statement:
    """A statement as the driver takes it, put together once. Called with its values, it is ready to be sent."""

    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    objects: Collection[str] = ()
    """Which of the values are JSON."""

    @classmethod
    def of(cls, statement: Executable) -> Self:
        """Return one of SQLAlchemy's as the driver takes it."""
        compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
        given = {name: value for name, value in compiled.params.items() if value is not None}
        objects = [name for name, bind in compiled.binds.items() if isinstance(bind.type, JSON)]
        return cls(compiled.string, given, objects)

    def __call__(self, **values: Any) -> Asked:
        for name in self.objects:
            values[name] = Jsonb(values[name])
        return Asked(self.text, {**self.given, **values})


class Trip:
    """A transaction: BEGIN goes with its first statements, COMMIT with its last. Undone where it is left before."""

    begin: str = "BEGIN"
    end: str = "COMMIT"
    undo: str = "ROLLBACK"

    def __init__(self, driver: Driver) -> None:
        self._driver = driver
        self._is_open = False

    async def ask(self, *asked: Asked) -> list[Rows]:
        """Send statements together and wait once; return the rows of each."""
        return await self._send(asked, last=False)

    async def commit(self, *asked: Asked) -> list[Rows]:
        """Send the last statements together with the COMMIT and wait once; return the rows of each."""
        return await self._send(asked, last=True)

    async def roll_back(self) -> None:
        """Undo what was asked since the BEGIN, where there was one and no COMMIT; what follows begins anew."""
        if self._is_open and not self._driver.broken:
            self._is_open = False
            with _translated():
                await self._driver.execute(self.undo)

    async def _send(self, asked: Sequence[Asked], *, last: bool) -> list[Rows]:
        with _translated():
            async with self._driver.pipeline():
                if not self._is_open:
                    self._is_open = True
                    await self._driver.execute(self.begin)
                cursors = [await _execute(self._driver, one) for one in asked]
                if last:
                    await self._driver.execute(self.end)
        self._is_open = not last
        return [await _rows(cursor) for cursor in cursors]


class Trips:
    """Connections for short trips; each is made when it is first needed, by whoever needs it.

    What goes wrong is raised as SQLAlchemy raises it, so that it is handled in the same place.
    """

    def __init__(self, settings: DatabaseSettings, name: str, *, size: int = 8) -> None:
        self._dsn = driver_dsn(settings)
        self._options = connect_args(name)
        self._idle: list[Driver] = []
        self._free = asyncio.Semaphore(size)
        self._patient = asyncio.Semaphore(max(1, size - KEPT_FREE))

    async def ask(self, asked: Asked) -> Rows:
        """Send one statement, a transaction of its own, and return its rows."""
        async with self.driver() as driver:
            with _translated():
                return await _rows(await _execute(driver, asked))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Trip]:
        """Make a transaction of several statements; without :meth:`Trip.commit` it is undone."""
        async with _one_of(self._patient), self.driver() as driver:
            trip = self.trip(driver)
            try:
                yield trip
            finally:
                await trip.roll_back()

    async def retrying(self, work: Callable[[Trip], Awaitable[T]]) -> T:
        """Do ``work`` in a transaction that it commits; after a deadlock once more, at most three times."""
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                async with self.transaction() as trip:
                    return await work(trip)
            except DBAPIError as error:
                if not tries_left or not is_clash(error):
                    raise
        raise AssertionError("unreachable")

    @asynccontextmanager
    async def driver(self) -> AsyncIterator[Driver]:
        """Lend a connection, in which each statement commits by itself.

        :raises sqlalchemy.exc.TimeoutError: where none came free in time.
        """
        async with _one_of(self._free):
            driver = await self._connected()
            try:
                yield driver
            finally:
                if driver.pgconn.transaction_status == TransactionStatus.IDLE:
                    self._idle.append(driver)
                else:
                    await driver.close()

    def trip(self, driver: Driver) -> Trip:
        """Return a transaction on this connection."""
        return Trip(driver)

    async def close(self) -> None:
        """Close the connections."""
        while self._idle:
            await self._idle.pop().close()

    async def _connected(self) -> Driver:
        while self._idle:
            driver = self._idle.pop()
            if not driver.closed and is_silent(driver.fileno()):
                return driver
            await driver.close()
        with _translated():
            return await psycopg.AsyncConnection.connect(
                self._dsn, autocommit=True, prepare_threshold=1, **self._options
            )


def is_clash(error: DBAPIError) -> bool:
    """Whether two transactions stood in each other's way, and one of them is to begin anew."""
    return getattr(error.orig, "sqlstate", None) in _CLASHES


@asynccontextmanager
async def _one_of(free: asyncio.Semaphore) -> AsyncIterator[None]:
    if free.locked():
        try:
            async with asyncio.timeout(WAIT_SECONDS):
                await free.acquire()
        except TimeoutError:
            raise PoolTimeout("no connection came free in time") from None
    else:
        await free.acquire()
    try:
        yield
    finally:
        free.release()


async def _execute(driver: Driver, asked: Asked) -> psycopg.AsyncCursor[Any]:
    return await driver.cursor(row_factory=namedtuple_row).execute(asked.text, asked.values)


async def _rows(cursor: psycopg.AsyncCursor[Any]) -> Rows:
    return await cursor.fetchall() if cursor.description else []


@contextmanager
def _translated() -> Iterator[None]:
    """Raise errors of the driver as SQLAlchemy's."""
    try:
        yield
    except psycopg.Error as error:
        raise DBAPIError.instance(None, None, error, psycopg.Error, hide_parameters=True) from error
