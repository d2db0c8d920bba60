"""Batches: what several requests ask of PostgreSQL at the same time goes in one write, on one connection.

Each write to a connection wakes the server, and each answer wakes us, which costs more than to read a row by its key.
Who comes while few are on their way goes at once; who comes while enough are waits for the next to return, and goes
with everybody else who came meanwhile. So it saves nothing while there is time, and most when there is none.

No caller depends on another. Each has its own deadline. Where the statement of one fails, everyone's is sent again
alone; where the connection was lost or its server stopped, this holds for reads. A batch that takes long makes room.
"""

import asyncio
from collections import deque
from collections.abc import Awaitable, Callable, Sequence
from contextlib import suppress
from contextvars import Context
from typing import Any

from sqlalchemy.exc import DBAPIError, OperationalError

from shop.db import deadlines
from shop.db.engine import is_away
from shop.db.pipeline import Rows

MOST_IN_FLIGHT = 2
MOST_IN_BATCH = 16
READ_SECONDS = 1.5
"""A batch that only reads by keys waits for no lock. One that takes so long has met a server that is stopped."""
SLOW_SECONDS = 0.1
"""A batch that takes longer no longer holds up those that wait to be sent."""
DRAIN_SECONDS = 2.0
"""Seconds that the end of a process waits for those on their way."""

Ask = Callable[..., Awaitable[list[Rows]]]


class _SendAlone(Exception):
    """A statement failed: everyone finds out alone whose it was."""


class _PendingQuery:
    """Someone who waits to be told their rows."""

    def __init__(self, asked: Sequence[Any]) -> None:
        self.asked = asked
        self.rows: asyncio.Future[list[Rows]] = asyncio.get_running_loop().create_future()

    @property
    def is_abandoned(self) -> bool:
        """Whether nobody sits here any longer."""
        return self.rows.done()

    def resolve(self, rows: list[Rows]) -> None:
        if not self.is_abandoned:
            self.rows.set_result(rows)

    def fail(self, error: Exception) -> None:
        if not self.is_abandoned:
            self.rows.set_exception(error)

    def miss(self) -> None:
        """Fail since the caller's own time is over."""
        missed = deadlines.DeadlineMissed("PostgreSQL did not answer in time")
        self.fail(OperationalError(None, None, missed, hide_parameters=True))


class QueryBatcher:
    """Sends what is asked by a function that takes statements and returns the rows of each.

    The statements of one batch share a transaction, so they must wait for no lock. A batch in flight is cancelled only
    where everybody who waited for it has gone away.

    :param reads_only: nothing is written, so a lost batch may be sent again.
    :param kind: of a statement; a batch has only one kind, since one statement with many values costs least.
    """

    def __init__(self, ask: Ask, *, reads_only: bool = False, kind: Callable[[Any], object] = type) -> None:
        self._ask = ask
        self._reads_only = reads_only
        self._kind = kind
        self._waiting: deque[_PendingQuery] = deque()
        self._in_flight: dict[asyncio.Task[None], Sequence[_PendingQuery]] = {}
        self._young: set[asyncio.Task[None]] = set()

    async def fetch(self, *asked: Any) -> list[Rows]:
        """Send statements and return the rows of each. A statement of somebody else's that fails is not noticed.

        :raises sqlalchemy.exc.OperationalError: also where this caller's own time is over.
        """
        pending = _PendingQuery(asked)
        self._waiting.append(pending)
        if len(self._young) < MOST_IN_FLIGHT:
            self._send_next()
        loop = asyncio.get_running_loop()
        began = loop.time()
        patience = loop.call_later(deadlines.seconds_left(), pending.miss)
        try:
            return await pending.rows
        except _SendAlone:
            pass
        except asyncio.CancelledError:
            self._cancel_abandoned()
            raise
        finally:
            patience.cancel()
            deadlines.spend(loop.time() - began)
        return await self._ask(*asked)

    async def drain(self) -> None:
        """Wait until nobody is on their way any more, but not for a server that hangs."""
        with suppress(TimeoutError):
            async with asyncio.timeout(DRAIN_SECONDS):
                while self._in_flight:
                    await asyncio.wait(self._in_flight)

    def _send_next(self) -> None:
        """Let those go who wait, if anybody does."""
        if batch := self._next_batch():
            going = asyncio.create_task(self._send(batch), context=Context())  # none of a caller's own deadlines
            self._in_flight[going] = batch
            self._young.add(going)
            going.add_done_callback(self._finished)
            asyncio.get_running_loop().call_later(SLOW_SECONDS, self._make_room, going)

    def _next_batch(self) -> list[_PendingQuery]:
        """Return who has waited longest, and others of the same kind."""
        batch: list[_PendingQuery] = []
        others: list[_PendingQuery] = []
        while self._waiting and len(batch) < MOST_IN_BATCH:
            pending = self._waiting.popleft()
            if not pending.is_abandoned:
                (batch if not batch or self._kind_of(pending) == self._kind_of(batch[0]) else others).append(pending)
        self._waiting.extendleft(reversed(others))
        return batch

    def _kind_of(self, pending: _PendingQuery) -> list[object]:
        return [self._kind(one) for one in pending.asked]

    async def _send(self, batch: Sequence[_PendingQuery]) -> None:
        try:
            with deadlines.patience(READ_SECONDS if self._reads_only else deadlines.WAIT_SECONDS):
                rows = await self._ask(*(one for pending in batch for one in pending.asked))
        except Exception as error:  # noqa: BLE001 - it is raised where it was asked
            is_sent_again = self._is_sent_again(batch, error)
            for pending in batch:
                pending.fail(_SendAlone() if is_sent_again else error)
            return
        start = 0
        for pending in batch:
            pending.resolve(rows[start : start + len(pending.asked)])
            start += len(pending.asked)

    def _is_sent_again(self, batch: Sequence[_PendingQuery], error: Exception) -> bool:
        """Whether everyone's statements may be sent again alone: nothing of this batch has been carried out."""
        if not isinstance(error, DBAPIError):
            return False
        return self._reads_only if is_away(error) else len(batch) > 1

    def _finished(self, gone: asyncio.Task[None]) -> None:
        del self._in_flight[gone]
        self._make_room(gone)

    def _make_room(self, going: asyncio.Task[None]) -> None:
        if going in self._young:
            self._young.remove(going)
            self._send_next()

    def _cancel_abandoned(self) -> None:
        for going, batch in self._in_flight.items():
            if all(pending.is_abandoned for pending in batch):
                going.cancel()
