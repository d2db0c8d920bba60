"""Short trips to PostgreSQL for the calls that are made most: through the driver, with as few waits as there can be.

A transaction of one statement costs a request some 600 us of processor time through SQLAlchemy's asynchronous session,
which sends BEGIN, statement and COMMIT one by one, and some 60 us here: one statement is a transaction of its own, and
where it takes several, BEGIN goes with the first of them and COMMIT with the last.

The connections are these trips' own. They wait for nothing but PostgreSQL, so a few of them serve many requests.
"""

import asyncio
import re
from collections import deque
from collections.abc import AsyncIterator, Awaitable, Callable, Collection, Mapping, Sequence
from contextlib import AbstractAsyncContextManager, asynccontextmanager
from dataclasses import dataclass, field
from functools import lru_cache
from typing import Any, Self, TypeVar

import psycopg
from psycopg.sql import Literal
from psycopg.types.json import Jsonb
from pydantic_core import to_json
from sqlalchemy import JSON, Executable
from sqlalchemy.dialects.postgresql.psycopg import PGDialect_psycopg
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from shop.company import Company
from shop.database import connect_args, driver_dsn, is_outdated, is_silent
from shop.deadlines import current_budget, patience, seconds_left
from shop.pipeline import Line, Rows, Sent
from shop.settings import DatabaseSettings

T = TypeVar("T")
WAIT_SECONDS = 3.0
MOST_TRIES = 3
KEPT_FREE = 2
"""Connections for what never waits for a lock: it goes on while others wait."""
_CLASHES = {"40P01", "40001"}
_PLACE = re.compile(r"%\((\w+)\)s|%%")
_SIGN_OF_LIFE: Sent = ("SELECT 1", ())
_DIALECT = PGDialect_psycopg()  # type: ignore[no-untyped-call]


@dataclass(frozen=True)
class Asked:
    """A statement with its values."""

    text: str
    values: Mapping[str, Any]

    @property
    def sent(self) -> Sent:
        """What goes to the server."""
        text, names = _numbered(self.text)
        return text, [self.values[name] for name in names]


@dataclass(frozen=True)
class Statement:
    """A statement with ``%(name)s`` for its values, put together once. Called with them, it is ready to be sent.

    ``given`` are values that are always the same, ``objects`` the names of those that are JSON.
    """

    text: str
    given: Mapping[str, Any] = field(default_factory=dict)
    objects: Collection[str] = ()

    @classmethod
    def of(cls, statement: Executable) -> Self:
        """Return one of SQLAlchemy's as the driver takes it."""
        compiled = statement.compile(dialect=_DIALECT)  # type: ignore[attr-defined]
        given = {name: value for name, value in compiled.params.items() if value is not None}
        objects = [name for name, bind in compiled.binds.items() if isinstance(bind.type, JSON)]
        fixed = {name for name in given if compiled.binds[name].unique and name not in objects}
        text = _PLACE.sub(lambda found: _literal(given[found[1]]) if found[1] in fixed else found[0], compiled.string)
        return cls(text, {name: value for name, value in given.items() if name not in fixed}, objects)

    def __call__(self, **values: Any) -> Asked:
        for name in self.objects:
            values[name] = Jsonb(values[name], dumps=to_json)
        return Asked(self.text, {**self.given, **values})


class Trip:
    """A transaction: BEGIN goes with its first statements, COMMIT with its last. Undone where it is left before."""

    begin: Sent = ("BEGIN", ())
    end: Sent = ("COMMIT", ())
    undo: Sent = ("ROLLBACK", ())

    def __init__(self, line: Line) -> None:
        self._line = line
        self._is_open = False

    async def ask(self, *asked: Asked) -> list[Rows]:
        """Send statements together and wait once; return the rows of each."""
        return await self._send(asked, last=False)

    async def commit(self, *asked: Asked) -> list[Rows]:
        """Send the last statements together with the COMMIT and wait once; return the rows of each."""
        return await self._send(asked, last=True)

    async def roll_back(self) -> None:
        """Undo what was asked since the BEGIN, where there was one and no COMMIT; what follows begins anew."""
        if self._is_open and not self._line.driver.closed:
            self._is_open = False
            with _TRANSLATED:
                await self._line.send(self._line.load([self.undo]))

    async def _send(self, asked: Sequence[Asked], *, last: bool) -> list[Rows]:
        before = [] if self._is_open else [self.begin]
        after = [self.end] if last else []
        with _TRANSLATED:
            load = self._line.load([*before, *(one.sent for one in asked), *after])
            self._is_open = True
            rows = await self._line.send(load)
        self._is_open = not last
        return rows[len(before) : len(before) + len(asked)]


class Trips:
    """Connections for short trips; each is made when it is first needed, by whoever needs it.

    What goes wrong is raised as SQLAlchemy raises it, so that it is handled in the same place.
    """

    def __init__(self, settings: DatabaseSettings, name: str, *, size: int = 8) -> None:
        self._dsn = driver_dsn(settings)
        self._options = connect_args(name, plan_cache_mode="force_generic_plan")  # else see shop/plans.py
        self._idle: list[Line] = []
        self._free = Gate(size)
        self._patient = Gate(max(1, size - KEPT_FREE))
        self._readers = Company(self.ask_together, reads_only=True)
        self._writers = Company(self.ask_patiently)

    async def ask(self, asked: Asked) -> Rows:
        """Send one statement, a transaction of its own, and return its rows."""
        (rows,) = await self.ask_together(asked)
        return rows

    async def ask_together(self, *asked: Asked) -> list[Rows]:
        """Send statements together, one transaction, and return the rows of each."""
        async with self.line() as line:
            with _TRANSLATED:
                return await line.send(line.load([one.sent for one in asked]))

    async def read(self, *asked: Asked) -> list[Rows]:
        """Do the same with some that find a few rows by their keys, in company with what other requests read."""
        return await self._readers.ask(*asked)

    async def ask_patiently(self, *asked: Asked) -> list[Rows]:
        """Do the same with some that may have to wait for a lock: some connections are kept free of these."""
        async with self._patient:
            return await self.ask_together(*asked)

    async def keep(self, asked: Asked) -> bool:
        """Send a statement that gives a row where it wrote, in company with what other requests write.

        It writes nothing where it would have to wait: one that did would keep everybody else's from being written.
        """
        return await _have_kept(self._writers.ask(asked))

    async def have_kept(self, *asked: Asked) -> bool:
        """Send statements of which the last gives a row where it wrote; False also where it was in somebody's way."""
        return await _have_kept(self.ask_patiently(*asked))

    @asynccontextmanager
    async def transaction(self) -> AsyncIterator[Trip]:
        """Make a transaction of several statements; without :meth:`Trip.commit` it is undone."""
        async with self._patient, self.line() as line:
            trip = self.trip(line)
            try:
                yield trip
            finally:
                await trip.roll_back()

    async def retrying(self, work: Callable[[Trip], Awaitable[T]]) -> T:
        """Do ``work`` in a transaction that it commits; after a deadlock once more, at most three times.

        So it is where the schema changed after a statement was prepared: the next connection prepares it anew.
        """
        for tries_left in reversed(range(MOST_TRIES)):
            try:
                async with self.transaction() as trip:
                    return await work(trip)
            except DBAPIError as error:
                if not tries_left or not (is_clash(error) or is_outdated(error)):
                    raise
        raise AssertionError("unreachable")

    def line(self) -> AbstractAsyncContextManager[Line]:
        """Lend a connection.

        :raises sqlalchemy.exc.TimeoutError: where none came free in time.
        """
        return _Lent(self)

    async def lend(self) -> Line:
        """Hand out a connection, which :meth:`take_back` wants back."""
        await self._free.enter()
        try:
            return await self._connected()
        except BaseException:
            self._free.leave()
            raise

    async def take_back(self, line: Line) -> None:
        """Keep a connection for whoever needs one next, unless it is spoiled.

        Where one was lost, the idle ones go too: whatever happened to it may have happened to them.
        """
        try:
            if line.is_idle:
                self._idle.append(line)
            else:
                if line.driver.closed:
                    await self._close_idle()
                await line.driver.close()
        finally:
            self._free.leave()

    def trip(self, line: Line) -> Trip:
        """Return a transaction on this connection."""
        return Trip(line)

    async def check(self, *, seconds: float) -> tuple[int, int]:
        """Ask the idle connections for a sign of life within so many seconds, and close those that give none.

        Returns how many were asked and how many gave none.
        """
        answers = await asyncio.gather(*(self._gives_sign_of_life(seconds) for _ in self._idle))
        return len(answers) - answers.count(None), answers.count(False)

    async def _gives_sign_of_life(self, seconds: float) -> bool | None:
        """Ask the connection that has been idle for longest; None where all were lent meanwhile."""
        async with self._free:
            if not self._idle:
                return None
            line = self._idle.pop(0)
            try:
                with patience(seconds):
                    await line.send(line.load([_SIGN_OF_LIFE]))
            except psycopg.Error:
                await line.driver.close()
                return False
            except BaseException:  # whoever asked went away amid this
                await line.driver.close()
                raise
            self._idle.append(line)
            return True

    async def close(self) -> None:
        """Close the connections, once all are back."""
        await self._readers.be_back()
        await self._writers.be_back()
        await self._close_idle()

    async def _close_idle(self) -> None:
        while self._idle:
            await self._idle.pop().driver.close()

    async def _connected(self) -> Line:
        while self._idle:
            line = self._idle.pop()
            if line.is_idle and is_silent(line.driver.fileno()):
                return line
            await line.driver.close()
        with _TRANSLATED:
            return Line(await psycopg.AsyncConnection.connect(self._dsn, autocommit=True, **self._options))


def _literal(value: Any) -> str:
    """Write a value down where its place was: so it is neither sent each time nor unknown to the plan."""
    return Literal(value).as_string().replace("%", "%%")


@lru_cache(maxsize=2000)
def _numbered(text: str) -> tuple[str, list[str]]:
    """Return a statement with ``$1``, ``$2`` … for its values, and their names in that order."""
    names = list(dict.fromkeys(name for name in _PLACE.findall(text) if name))
    return _PLACE.sub(lambda found: f"${names.index(found[1]) + 1}" if found[1] else "%", text), names


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


class Gate:
    """Lets so many through at once; the others wait, but not for ever.

    This and the two below are on the way of every trip, where a generator as context would cost several times as much.
    """

    def __init__(self, size: int) -> None:
        self._room = size
        self._waiting: deque[asyncio.Future[None]] = deque()

    async def enter(self) -> None:
        """Go through.

        :raises sqlalchemy.exc.TimeoutError: where there was no room in time.
        """
        if self._room:
            self._room -= 1
            return
        loop = asyncio.get_running_loop()
        turn = loop.create_future()
        self._waiting.append(turn)
        began = loop.time()
        patience = loop.call_later(min(WAIT_SECONDS, seconds_left()), _lose_patience, turn)
        try:
            await turn
        except asyncio.CancelledError:
            if turn.done() and not turn.cancelled() and not turn.exception():
                self.leave()  # one's turn came just now
            raise
        finally:
            patience.cancel()
            budget = current_budget()
            if budget:
                budget.spend(loop.time() - began)

    def leave(self) -> None:
        """Let the next one through, or make room."""
        while self._waiting:
            turn = self._waiting.popleft()
            if not turn.done():
                turn.set_result(None)
                return
        self._room += 1

    __aenter__ = enter

    async def __aexit__(self, *_: object) -> None:
        self.leave()


def _lose_patience(turn: asyncio.Future[None]) -> None:
    if not turn.done():
        turn.set_exception(PoolTimeout("no connection came free in time"))


class _Lent:
    """A connection, for as long as it is needed."""

    def __init__(self, trips: Trips) -> None:
        self._trips = trips

    async def __aenter__(self) -> Line:
        self._line = await self._trips.lend()
        return self._line

    async def __aexit__(self, *_: object) -> None:
        await self._trips.take_back(self._line)


class _Translation:
    """Raises errors of the driver as SQLAlchemy's."""

    def __enter__(self) -> None:
        pass

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        if isinstance(error, psycopg.Error):
            raise DBAPIError.instance(None, None, error, psycopg.Error, hide_parameters=True) from error


_TRANSLATED = _Translation()
