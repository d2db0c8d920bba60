"""Sends webhooks in a thread of the worker: many calls at the same time, their results stored in batches.

A task only claims its deliveries and hands them over here, so that one slow endpoint occupies no worker. The number
of calls in flight is limited when they are leased (:data:`shop.integrations.rules.MAX_CALLS`).
"""

import asyncio
import threading
import time
from collections import deque
from collections.abc import Callable, Sequence
from functools import cache

import structlog
from sqlalchemy import Engine

from shop.clock import now
from shop.db.engine import DATABASE_ERRORS
from shop.events.leasing import Lease
from shop.integrations import results
from shop.integrations.results import Message, Outcome
from shop.integrations.rules import CALL_SECONDS
from shop.settings import Settings, settings
from workers.webhooks.client import EndpointClient

GATHER_SECONDS = 0.1
"""Results of this time are stored together."""
STORE_TRIES, STORE_PAUSE_SECONDS = 20, 0.5
IDLE_SECONDS = 60.0
"""A client that was not used for this time is closed. No call takes as long."""
END_SECONDS = CALL_SECONDS + 0.5
"""How long a worker that ends waits for the calls in flight. Its supervisor may end it sooner, as ``make run`` does."""

log = structlog.get_logger()
Counted = Callable[[int, int, float], None]
"""Called with the numbers of calls that are done and failed, and the seconds that they took together."""


class Sender:
    """The calls in flight of this process."""

    def __init__(self, engine: Engine, config: Settings, counted: Counted) -> None:
        self._engine = engine
        self._settings = config
        self._counted = counted
        self._loop = asyncio.new_event_loop()
        self._clients: dict[tuple[int, str], EndpointClient] = {}
        self._calls: set[asyncio.Task[None]] = set()
        self._waiting: deque[Message] = deque()
        self._starting: asyncio.Task[None] | None = None
        self._outcomes: list[Outcome] = []
        self._taken = self._ended = 0  # written by the worker's thread, and by the loop's thread
        self._storing: asyncio.Task[None] | None = None
        self._closing_idle = self._loop.create_task(self._close_idle())
        self._thread = threading.Thread(target=self._loop.run_forever, name="webhooks", daemon=True)
        self._thread.start()

    def take(self, leases: Sequence[Lease]) -> None:
        """Claim deliveries and begin to send them."""
        with self._engine.begin() as connection:
            messages = results.claim(connection, leases, at=now())
        self._taken += len(messages)
        self._loop.call_soon_threadsafe(self._begin, messages)

    @property
    def is_busy(self) -> bool:
        """Whether calls are in flight, or results are to be stored."""
        return bool(self._taken != self._ended or self._outcomes or self._storing)

    def finish(self) -> None:
        """Wait for the calls in flight, at most :data:`END_SECONDS`."""
        until = time.monotonic() + END_SECONDS
        while self.is_busy and time.monotonic() < until:
            time.sleep(0.05)

    def close(self) -> None:
        """End the thread and close its connections."""
        asyncio.run_coroutine_threadsafe(self._close(), self._loop).result(END_SECONDS)
        self._loop.call_soon_threadsafe(self._loop.stop)
        self._thread.join()
        self._loop.close()

    async def _close(self) -> None:
        self._closing_idle.cancel()
        for client in self._clients.values():
            await client.close()
        await self._loop.shutdown_default_executor()

    def _begin(self, messages: Sequence[Message]) -> None:
        self._waiting.extend(messages)
        if self._starting is None:
            self._starting = self._loop.create_task(self._start())

    async def _start(self) -> None:
        """Start one call in each turn of the loop.

        Hundreds at once would block the loop for a second. It would read responses too late, and count them as
        time-outs.
        """
        while self._waiting:
            self._calls.add(call := self._loop.create_task(self._send(self._waiting.popleft())))
            call.add_done_callback(self._calls.discard)
            await asyncio.sleep(0)
        self._starting = None

    async def _send(self, message: Message) -> None:
        began_at = now()
        try:
            outcome = await self._client(message).send(message)
        except Exception as error:
            # Without a stored result the message would be sent again after each lease, without end and without a trace.
            log.exception("a webhook was not sent", delivery=message.delivery_id)
            outcome = Outcome(message, began_at, milliseconds=0, error=f"Not sent: {type(error).__name__}: {error}")
        self._outcomes.append(outcome)
        self._ended += 1
        if self._storing is None:
            self._storing = self._loop.create_task(self._store())

    def _client(self, message: Message) -> EndpointClient:
        key = (message.endpoint_id, message.url)
        if key not in self._clients:
            self._clients[key] = EndpointClient(self._settings)
        return self._clients[key]

    async def _close_idle(self) -> None:
        """Close the clients of addresses that are no longer called: those of removed endpoints, for example."""
        while True:
            await asyncio.sleep(IDLE_SECONDS)
            idle_since = time.monotonic() - IDLE_SECONDS
            idle = [key for key, client in self._clients.items() if client.used_at < idle_since]
            clients = [self._clients.pop(key) for key in idle]
            await asyncio.gather(*(client.close() for client in clients), return_exceptions=True)

    async def _store(self) -> None:
        """Store results until there are none left."""
        try:
            while self._outcomes:
                await asyncio.sleep(GATHER_SECONDS)
                outcomes, self._outcomes = self._outcomes, []
                await asyncio.to_thread(self._write, outcomes)
        except Exception:
            log.exception("results of webhooks were not stored; they are sent again")
        finally:
            self._storing = None

    def _write(self, outcomes: Sequence[Outcome]) -> None:
        """Write results and count those that were stored.

        While PostgreSQL is unavailable, retry up to :data:`STORE_TRIES` times. Calls whose results were not stored are
        made again when their lease ends.
        """
        for _ in range(STORE_TRIES):
            try:
                with self._engine.begin() as connection:
                    stored = results.store(connection, outcomes, at=now())
            except DATABASE_ERRORS as error:
                log.warning("results of webhooks wait for the database", reason=type(error).__name__)
                time.sleep(STORE_PAUSE_SECONDS)
            else:
                self._count(stored)
                return
        log.error("results of webhooks were not stored; they are sent again", results=len(outcomes))

    def _count(self, stored: Sequence[Outcome]) -> None:
        failed = sum(outcome.error is not None for outcome in stored)
        seconds = sum(outcome.milliseconds for outcome in stored if outcome.error is None) / 1000
        self._counted(len(stored) - failed, failed, seconds)


@cache
def sender(engine: Engine, counted: Counted) -> Sender:
    """Return the sender of this process."""
    return Sender(engine, settings(), counted)
