"""Deadlines of this side for everything that waits for PostgreSQL.

PostgreSQL's own time limits end a slow statement. They do not help where its process is stopped or its machine is gone.
So each wait has a deadline here as well. A connection that misses its deadline is shut down: whoever waits on it gets
:class:`DeadlineMissed` at once, and the pool replaces it.
"""

import asyncio
import os
import socket
import threading
import time
from collections.abc import AsyncIterator, Iterator
from contextlib import contextmanager, suppress
from contextvars import ContextVar
from typing import Any, Self

import psycopg

WAIT_SECONDS = 5.2
"""A little more than PostgreSQL's own ``statement_timeout``, so that its answer comes first."""
THREAD_WAIT_SECONDS = 5.5
SHORTEST_SECONDS = 0.5
COUNTED_FROM_SECONDS = 0.25
"""Shorter waits do not use up the budget of a request, however many there are."""
WATCH_SECONDS = 0.25
CHECK_SECONDS = 5.0
"""How long a listening connection may be silent before it is asked for a sign of life."""
ANSWER_SECONDS = 1.0
"""How long the answer to that may take."""
_STACK_BYTES = 256 * 1024  # a worker's memory is bounded, and a thread's stack counts

Driver = psycopg.AsyncConnection[Any] | psycopg.Connection[Any]


class DeadlineMissed(psycopg.OperationalError):
    """PostgreSQL did not answer in time; the connection is closed."""


class Budget:
    """How long one request may wait for PostgreSQL in total."""

    def __init__(self) -> None:
        self._spent = 0.0
        self._marked_at = time.monotonic()

    @property
    def left(self) -> float:
        """The seconds that the next wait may take."""
        return max(SHORTEST_SECONDS, WAIT_SECONDS - self._spent)

    def spend(self, seconds: float) -> None:
        """Count a wait that has ended."""
        self._marked_at = time.monotonic()
        if seconds >= COUNTED_FROM_SECONDS:
            self._spent += seconds

    def spend_since_last(self, *, at_most: float) -> None:
        """Count a wait whose beginning nobody saw: it began after the last one ended."""
        self.spend(min(time.monotonic() - self._marked_at, at_most))


_budget: ContextVar[Budget | None] = ContextVar("budget", default=None)
_patience: ContextVar[float | None] = ContextVar("patience", default=None)


def begin_request() -> None:
    """Give the request that runs in this context its budget."""
    _budget.set(Budget())


def current_budget() -> Budget | None:
    """Return the budget of the request in this context, if there is one."""
    return _budget.get()


def spend(seconds: float) -> None:
    """Count a wait among those of this context's request, if there is one."""
    budget = _budget.get()
    if budget:
        budget.spend(seconds)


@contextmanager
def patience(seconds: float) -> Iterator[None]:
    """Allow each wait inside this block to take so long, for work whose ``statement_timeout`` is raised."""
    token = _patience.set(seconds)
    try:
        yield
    finally:
        _patience.reset(token)


def seconds_left() -> float:
    """Return how long the next wait of this context may take."""
    patient = _patience.get()
    if patient is not None:
        return patient
    budget = _budget.get()
    return budget.left if budget else WAIT_SECONDS


class waiting:  # noqa: N801 - used like a function; a class, because a generator costs several times as much
    """Give what is awaited in this block a deadline, for a connection of asyncio."""

    def __init__(self, driver: psycopg.AsyncConnection[Any], seconds: float | None = None) -> None:
        self._driver = driver
        self._seconds = seconds_left() if seconds is None else seconds
        self._is_missed = False

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._miss)
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._timer.cancel()
        spend(time.monotonic() - self._began)
        if self._is_missed and isinstance(error, psycopg.Error):
            raise DeadlineMissed(f"PostgreSQL did not answer within {self._seconds:.1f} s") from error

    def _miss(self) -> None:
        self._is_missed = True
        with suppress(psycopg.Error):
            _shut_down(os.dup(self._driver.fileno()))


@contextmanager
def watched(driver: psycopg.Connection[Any], seconds: float | None = None) -> Iterator[None]:
    """Give what a thread does in this block a deadline."""
    allowed = seconds or _patience.get() or THREAD_WAIT_SECONDS
    try:
        held = os.dup(driver.fileno())
    except psycopg.Error:  # it is closed; the caller will hear so
        yield
        return
    _watchdog.watch(held, time.monotonic() + allowed)
    try:
        yield
    except psycopg.Error as error:
        if not _watchdog.is_watched(held):
            raise DeadlineMissed(f"PostgreSQL did not answer within {allowed:.1f} s") from error
        raise
    finally:
        _watchdog.release(held)


class Watchdog:
    """A thread that shuts down the sockets of other threads' connections when their time is over.

    It holds duplicates of the descriptors. So a number that was closed and given to another file is never shut down.
    """

    def __init__(self) -> None:
        self.forget()

    def forget(self) -> None:
        """Begin anew, as a forked child must: its parent's thread is not among its own."""
        self._changed = threading.Condition()
        self._due: dict[int, float] = {}
        self._thread: threading.Thread | None = None

    def watch(self, held: int, due: float) -> None:
        """Shut down this descriptor at this moment of ``monotonic``, unless it is released before."""
        with self._changed:
            self._due[held] = due
            if self._thread is None:
                self._start()
            elif len(self._due) == 1:
                self._changed.notify()

    def is_watched(self, held: int) -> bool:
        """Whether its time is not over yet."""
        with self._changed:
            return held in self._due

    def release(self, held: int) -> None:
        """Close a descriptor whose wait has ended."""
        with self._changed:
            self._due.pop(held, None)
            os.close(held)

    def _start(self) -> None:
        before = threading.stack_size(_STACK_BYTES)
        try:
            self._thread = threading.Thread(target=self._run, daemon=True, name="database deadlines")
            self._thread.start()
        finally:
            threading.stack_size(before)

    def _run(self) -> None:
        while True:
            with self._changed:
                while not self._due:
                    self._changed.wait()
                at = time.monotonic()
                for held in [held for held, due in self._due.items() if due <= at]:
                    del self._due[held]
                    _shut_down(os.dup(held))
            time.sleep(WATCH_SECONDS)


_watchdog = Watchdog()
os.register_at_fork(after_in_child=_watchdog.forget)


def _shut_down(descriptor: int) -> None:
    """End a connection under whoever waits on it."""
    with suppress(OSError), socket.socket(fileno=descriptor) as line:
        line.shutdown(socket.SHUT_RDWR)


async def notices(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[psycopg.Notify]:
    """Yield what a listening connection hears; raise where the server does not answer any more.

    :raises psycopg.OperationalError: where the connection is lost, or its server stopped.
    """
    while True:
        async for notice in connection.notifies(timeout=CHECK_SECONDS):
            yield notice
        with waiting(connection, ANSWER_SECONDS):
            await connection.execute("SELECT 1")
