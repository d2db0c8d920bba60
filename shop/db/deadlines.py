"""Client-side deadlines for everything that waits for PostgreSQL.

PostgreSQL's own time limits end a slow statement. They have no effect if its process is stopped or its machine has
failed. So each wait also has a deadline here. A connection that exceeds it is shut down: the waiting caller gets
:class:`DeadlineExceeded` at once, and the pool replaces the connection.
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
"""A little more than PostgreSQL's ``statement_timeout``, so that its error comes first."""
THREAD_WAIT_SECONDS = 5.5
MIN_WAIT_SECONDS = 0.5
MIN_COUNTED_SECONDS = 0.25
"""Shorter waits do not count against the budget of a request, however many there are."""
WATCH_SECONDS = 0.25
CHECK_SECONDS = 5.0
"""How long a listening connection may be silent before it is probed."""
ANSWER_SECONDS = 1.0
"""Time-out of the probe."""
_STACK_BYTES = 256 * 1024  # a worker's memory is limited, and a thread's stack counts


class DeadlineExceeded(psycopg.OperationalError):
    """PostgreSQL did not respond in time; the connection is closed."""


class WaitBudget:
    """The total time for which one request may wait for PostgreSQL."""

    def __init__(self) -> None:
        self._spent = 0.0

    @property
    def left(self) -> float:
        """The seconds that the next wait may take."""
        return max(MIN_WAIT_SECONDS, WAIT_SECONDS - self._spent)

    def spend(self, seconds: float) -> None:
        """Count a completed wait."""
        if seconds >= MIN_COUNTED_SECONDS:
            self._spent += seconds


_budget: ContextVar[WaitBudget | None] = ContextVar("budget", default=None)
_limit: ContextVar[float | None] = ContextVar("limit", default=None)


def start_budget() -> None:
    """Start the wait budget of this context's request."""
    _budget.set(WaitBudget())


def spend(seconds: float) -> None:
    """Count a wait against the budget of this context's request, if there is one."""
    budget = _budget.get()
    if budget:
        budget.spend(seconds)


@contextmanager
def wait_limit(seconds: float) -> Iterator[None]:
    """Set the limit of each wait in this block. This is for work with a higher ``statement_timeout``."""
    token = _limit.set(seconds)
    try:
        yield
    finally:
        _limit.reset(token)


def seconds_left() -> float:
    """Return the seconds that the next wait of this context may take."""
    limit = _limit.get()
    if limit is not None:
        return limit
    budget = _budget.get()
    return budget.left if budget else WAIT_SECONDS


class deadline:  # noqa: N801 - named like a function; a class costs a fraction of a generator
    """Set a deadline for the awaits of this block on an asyncio connection.

    :param seconds: how long it may take; None means :func:`seconds_left`.
    """

    def __init__(self, driver: psycopg.AsyncConnection[Any], seconds: float | None = None) -> None:
        self._driver = driver
        self._seconds = seconds_left() if seconds is None else seconds
        self._is_exceeded = False

    def __enter__(self) -> Self:
        self._began = time.monotonic()
        self._timer = asyncio.get_running_loop().call_later(self._seconds, self._expire)
        return self

    def __exit__(self, _kind: object, error: BaseException | None, _trace: object) -> None:
        self._timer.cancel()
        spend(time.monotonic() - self._began)
        if self._is_exceeded and isinstance(error, psycopg.Error):
            raise DeadlineExceeded(f"PostgreSQL did not answer within {self._seconds:.1f} s") from error

    def _expire(self) -> None:
        self._is_exceeded = True
        with suppress(psycopg.Error):
            _shut_down(os.dup(self._driver.fileno()))


@contextmanager
def thread_deadline(driver: psycopg.Connection[Any], seconds: float | None = None) -> Iterator[None]:
    """Set a deadline for the calls of a thread in this block."""
    allowed = seconds or _limit.get() or THREAD_WAIT_SECONDS
    try:
        descriptor = os.dup(driver.fileno())
    except psycopg.Error:  # the connection is closed; the caller's next call raises
        yield
        return
    _watchdog.watch(descriptor, time.monotonic() + allowed)
    try:
        yield
    except psycopg.Error as error:
        if not _watchdog.is_watched(descriptor):
            raise DeadlineExceeded(f"PostgreSQL did not answer within {allowed:.1f} s") from error
        raise
    finally:
        _watchdog.release(descriptor)


class Watchdog:
    """A thread that shuts down the sockets of other threads' connections whose deadline has passed.

    It holds duplicates of the descriptors, so it never shuts down a descriptor that was closed and reused.
    """

    def __init__(self) -> None:
        self.reset()

    def reset(self) -> None:
        """Start without a thread. A forked child must call this, as its parent's thread does not exist in it."""
        self._changed = threading.Condition()
        self._due: dict[int, float] = {}
        self._thread: threading.Thread | None = None

    def watch(self, descriptor: int, due: float) -> None:
        """Shut down this descriptor at this time of ``monotonic``, unless it is released before."""
        with self._changed:
            self._due[descriptor] = due
            if self._thread is None:
                self._start()
            elif len(self._due) == 1:
                self._changed.notify()

    def is_watched(self, descriptor: int) -> bool:
        """Whether the deadline has not passed yet."""
        with self._changed:
            return descriptor in self._due

    def release(self, descriptor: int) -> None:
        """Close a descriptor whose wait has ended."""
        with self._changed:
            self._due.pop(descriptor, None)
            os.close(descriptor)

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
                for descriptor in [descriptor for descriptor, due in self._due.items() if due <= at]:
                    del self._due[descriptor]
                    _shut_down(os.dup(descriptor))
            time.sleep(WATCH_SECONDS)


_watchdog = Watchdog()
os.register_at_fork(after_in_child=_watchdog.reset)


def _shut_down(descriptor: int) -> None:
    """Shut down a connection, so that its waiting caller fails at once, and close the descriptor."""
    with suppress(OSError), socket.socket(fileno=descriptor) as connection:
        connection.shutdown(socket.SHUT_RDWR)


async def notifications(connection: psycopg.AsyncConnection[Any]) -> AsyncIterator[psycopg.Notify]:
    """Yield the notifications of a listening connection. Probe the server while there are none.

    :raises psycopg.OperationalError: if the connection is lost or its backend is stopped.
    """
    while True:
        async for notification in connection.notifies(timeout=0):
            yield notification
        if not await _is_readable(connection, CHECK_SECONDS):
            with deadline(connection, ANSWER_SECONDS):
                await connection.execute("SELECT 1")


async def _is_readable(connection: psycopg.AsyncConnection[Any], seconds: float) -> bool:
    """Wait for data from the server. psycopg itself would wake ten times a second to look for interruptions."""
    readable = asyncio.Event()
    loop, descriptor = asyncio.get_running_loop(), connection.fileno()
    loop.add_reader(descriptor, readable.set)
    try:
        async with asyncio.timeout(seconds):
            await readable.wait()
    except TimeoutError:
        return False
    finally:
        loop.remove_reader(descriptor)
    return True
