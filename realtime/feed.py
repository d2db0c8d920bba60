"""Follow the event stream and deliver it, complete and in order, to the connections of this process.

Redis delivers events fast; the log in PostgreSQL is authoritative. The feed delivers the next position at once and
ignores positions that it has already delivered. It reads the log after a gap, after a new subscription and once a
second. So no event is skipped, doubled or out of order, whatever Redis loses, repeats or delays.
"""

import asyncio
import json
from collections.abc import Awaitable, Callable
from typing import Any

import redis.asyncio
import structlog
from redis import RedisError
from sqlalchemy.exc import SQLAlchemyError

from shop.db.pool import Pool
from shop.db.query import Query
from shop.events import log as event_log
from shop.events.wire_format import CHANNEL, StreamEvent, event_from_json, event_from_row
from shop.observability.logs import OutageLogger

SWEEP_SECONDS = 1.0
RECONNECT_SECONDS = 0.3
BATCH = 500

_STATE = Query.of(event_log.stream_state())
_EVENTS = Query.of(event_log.after(event_log.AFTER, event_log.THROUGH, limit=BATCH))

log = structlog.get_logger()


class Feed:
    """The event stream of this process. ``position`` is the last one that was delivered.

    ``lock`` is held while an event is delivered. A holder of the lock may join a connection to its rooms and knows
    exactly which events it has received. If PostgreSQL is unavailable at the start, the feed begins later.
    """

    def __init__(self, pool: Pool, redis_url: str, deliver: Callable[[StreamEvent], Awaitable[None]]) -> None:
        self._pool = pool
        self._redis_url = redis_url
        self._deliver = deliver
        self.lock = asyncio.Lock()
        self.position = 0
        self.pruned_through = 0
        self.is_subscribed = False
        self._has_begun = False

    async def begin(self) -> None:
        """Begin at the end of the stream, once. Pages load older data themselves.

        :raises SQLAlchemyError: if PostgreSQL is unavailable.
        """
        if self._has_begun:
            return
        position, pruned_through = await self._state()
        if not self._has_begun:  # another task may have set the position during the query
            self.position, self.pruned_through, self._has_begun = position, pruned_through, True

    async def follow(self) -> None:
        """Listen to Redis for ever. While it is unavailable, reconnect several times a second."""
        while True:
            try:
                await self._listen()
            except (RedisError, OSError, SQLAlchemyError) as error:
                if self.is_subscribed:
                    log.warning("Redis is unavailable; following the log", reason=type(error).__name__)
                self.is_subscribed = False
                await asyncio.sleep(RECONNECT_SECONDS)

    async def sweep(self) -> None:
        """Read the log once a second, which bounds the delay of an event that Redis lost."""
        outage = OutageLogger("the log cannot be read")
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.begin()
                position, self.pruned_through = await self._state()
                if position != self.position:
                    await self.catch_up()
                outage.recovered()
            except SQLAlchemyError as error:
                outage.failed(error)

    async def catch_up(self) -> None:
        """Deliver the events of the log after the feed's position."""
        await self.begin()
        async with self.lock:
            through, self.pruned_through = await self._state()
            self.position = min(self.position, through)
            while self.position < through:
                rows = await self._pool.fetch(_EVENTS(after=self.position, through=through))
                for row in rows:
                    if event := read_event(row):
                        await self._deliver(event)
                    self.position = row.position
                if len(rows) < BATCH:
                    self.position = through

    async def _listen(self) -> None:
        client = redis.asyncio.Redis.from_url(
            self._redis_url, socket_connect_timeout=1, socket_keepalive=True, health_check_interval=5
        )
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            await self.catch_up()
            self.is_subscribed = True
            while True:
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=5)
                if message:
                    await self._receive(message["data"])

    async def _receive(self, data: bytes) -> None:
        try:
            events = [event_from_json(fields) for fields in json.loads(data)]
        except (ValueError, TypeError, RecursionError):
            log.warning("unreadable message on Redis", length=len(data))
            return
        for event in events:
            if event.position <= self.position:
                continue
            if event.position != self.position + 1:
                await self.catch_up()
                continue
            async with self.lock:
                if event.position == self.position + 1:
                    await self._deliver(event)
                    self.position = event.position

    async def _state(self) -> tuple[int, int]:
        [[state]] = await self._pool.fetch_batched(_STATE())
        return state.position, state.pruned_through


def read_event(row: Any) -> StreamEvent | None:
    """Parse a row of the log. Return None if this version cannot read it: it must not stop the others."""
    try:
        return event_from_row(row)
    except (ValueError, TypeError):
        log.exception("an event of the log cannot be read", position=row.position)
        return None
