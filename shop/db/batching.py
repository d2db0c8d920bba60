"""Query batching: concurrent queries of several requests go to PostgreSQL together, on one connection.

Each write to a connection wakes the server, and each response wakes this process. That takes longer than reading a row
by its key. A query is sent at once while fewer than ``MAX_IN_FLIGHT`` batches are in flight. Otherwise it waits until
one of them returns, and is sent with all others that arrived meanwhile. So batches form only under load.

Callers are independent of each other: each has its own deadline. If one statement fails, the queries of all callers of
the batch are sent again separately; if the connection was lost, only reads are sent again. A slow batch does not hold
up others.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError

from shop.db import deadlines
from shop.db.engine import is_unavailable
from shop.db.pipeline import Rows

MAX_IN_FLIGHT = 2
MAX_BATCH_SIZE = 16
READ_SECONDS = 1.5
"""Reads by key wait for no lock, so a batch of them that takes this long probably waits for a stopped backend."""
SLOW_SECONDS = 0.1
"""A batch that takes longer no longer counts as in flight."""
DRAIN_SECONDS = 2.0

Fetch = Callable[..., Awaitable[list[Rows]]]


class _SendSeparately(Exception):
    """A statement of the batch failed, so the queries of each caller are sent separately."""


class _PendingQuery:
    """The queries of one caller, with the future for their rows."""

    def __init__(self, queries: Sequence[Any]) -> None:
        self.queries = queries
        self.rows: asyncio.Future[list[Rows]] = asyncio.get_running_loop().create_future()

    @property
    def is_abandoned(self) -> bool:
        """Whether the caller was cancelled, or got an error because its deadline had passed."""
        return self.rows.done()

    def resolve(self, rows: list[Rows]) -> None:
        if not self.is_abandoned:
            self.rows.set_result(rows)

    def fail(self, error: Exception) -> None:
        if not self.is_abandoned:
            self.rows.set_exception(error)

    def expire(self) -> None:
        missed = deadlines.DeadlineExceeded("PostgreSQL did not answer in time")
        self.fail(OperationalError(None, None, missed, hide_parameters=True))


class QueryBatcher:
    """Batches queries for a function that takes queries and returns the rows of each.

    The queries of a batch share a transaction, so they must not wait for locks.

    :param reads_only: whether nothing is written, so that a lost batch may be sent again.
    :param kind: returns the kind of a query. A batch has queries of one kind only, because one statement with many
    values is cheapest.
    """

    def __init__(self, fetch: Fetch, *, reads_only: bool = False, kind: Callable[[Any], object] = type) -> None:
        self._fetch = fetch
        self._reads_only = reads_only
        self._kind = kind
        self._waiting: deque[_PendingQuery] = deque()
        self._in_flight: dict[asyncio.Task[None], Sequence[_PendingQuery]] = {}
        self._counted: set[asyncio.Task[None]] = set()

    async def fetch(self, *queries: Any) -> list[Rows]:
        """Send queries and return the rows of each. Failing queries of other callers have no effect.

        :raises sqlalchemy.exc.OperationalError: also if this caller's deadline has passed.
        """
        pending = _PendingQuery(queries)
        self._waiting.append(pending)
        if len(self._counted) < MAX_IN_FLIGHT:
            self._send_next()
        loop = asyncio.get_running_loop()
        began = loop.time()
        deadline = loop.call_later(deadlines.seconds_left(), pending.expire)
        try:
            return await pending.rows
        except _SendSeparately:
            pass
        except asyncio.CancelledError:
            self._cancel_abandoned()
            raise
        finally:
            deadline.cancel()
            deadlines.spend(loop.time() - began)
        return await self._fetch(*queries)

    async def drain(self) -> None:
        """Wait for the batches in flight, at most ``DRAIN_SECONDS``."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._in_flight:
                    await asyncio.wait(self._in_flight)

    def _send_next(self) -> None:
        if batch := self._next_batch():
            task = asyncio.create_task(self._send(batch), context=Context())  # not limited by the deadline of a caller
            self._in_flight[task] = batch
            self._counted.add(task)
            task.add_done_callback(self._finish)
            asyncio.get_running_loop().call_later(SLOW_SECONDS, self._stop_counting, task)

    def _next_batch(self) -> list[_PendingQuery]:
        """Return the oldest pending query and others of its kind."""
        batch: list[_PendingQuery] = []
        others: list[_PendingQuery] = []
        while self._waiting and len(batch) < MAX_BATCH_SIZE:
            pending = self._waiting.popleft()
            if not pending.is_abandoned:
                (batch if not batch or self._kinds(pending) == self._kinds(batch[0]) else others).append(pending)
        self._waiting.extendleft(reversed(others))
        return batch

    def _kinds(self, pending: _PendingQuery) -> list[object]:
        return [self._kind(query) for query in pending.queries]

    async def _send(self, batch: Sequence[_PendingQuery]) -> None:
        """Send the first query of each caller, then the second of each, because equal queries in a row are cheaper."""
        in_turn = [query for queries in zip(*(pending.queries for pending in batch), strict=True) for query in queries]
        try:
            with deadlines.wait_limit(READ_SECONDS if self._reads_only else deadlines.WAIT_SECONDS):
                rows = await self._fetch(*in_turn)
        except Exception as error:  # noqa: BLE001 - it is raised in the callers
            may_repeat = self._may_repeat(batch, error)
            for pending in batch:
                pending.fail(_SendSeparately() if may_repeat else error)
            return
        for number, pending in enumerate(batch):
            pending.resolve(list(rows[number :: len(batch)]))

    def _may_repeat(self, batch: Sequence[_PendingQuery], error: Exception) -> bool:
        """Whether the batch was certainly not executed, or can be repeated without harm."""
        if not isinstance(error, DBAPIError):
            return False
        return self._reads_only if is_unavailable(error) else len(batch) > 1

    def _finish(self, task: asyncio.Task[None]) -> None:
        del self._in_flight[task]
        self._stop_counting(task)

    def _stop_counting(self, task: asyncio.Task[None]) -> None:
        if task in self._counted:
            self._counted.remove(task)
            self._send_next()

    def _cancel_abandoned(self) -> None:
        """Cancel each batch that all callers have abandoned."""
        for task, batch in self._in_flight.items():
            if all(pending.is_abandoned for pending in batch):
                task.cancel()
