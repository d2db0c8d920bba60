"""Follows the event stream and delivers it, whole and in order, to this process's pages.

Redis brings the events fast; the log in PostgreSQL is the truth. The feed keeps the position that it has delivered
through. The next one in line goes out at once; one that was seen is dropped; a gap, a new subscription or the sweep
reads the log. So nothing is skipped, doubled or out of order, whatever is lost, repeated or late on the way.
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
from shop.events.wire import CHANNEL, Entry, entry_from_json, entry_from_row
from shop.logs import Outage

SWEEP_SECONDS = 1.0
RECONNECT_SECONDS = 0.3
READ_AT_ONCE = 500

_STATE = Query.of(event_log.stream_state())
_ENTRIES = Query.of(event_log.after(event_log.AFTER, event_log.THROUGH, limit=READ_AT_ONCE))

log = structlog.get_logger()


class Feed:
    """The stream as this process has delivered it, through ``position``.

    ``lock`` is held while an event goes out: who holds it may join a page to its rooms and know what it has seen.
    Where PostgreSQL is away as the process starts, the stream begins when it is back.
    """

    def __init__(self, pool: Pool, redis_url: str, deliver: Callable[[Entry], Awaitable[None]]) -> None:
        self._pool = pool
        self._redis_url = redis_url
        self._deliver = deliver
        self.lock = asyncio.Lock()
        self.position = 0
        self.pruned_through = 0
        self.redis_is_heard = False
        self._has_begun = False

    async def begin(self) -> None:
        """Begin at the end of the stream, unless that is done: pages load what is older by themselves.

        :raises SQLAlchemyError: where PostgreSQL is away.
        """
        if self._has_begun:
            return
        position, pruned_through = await self._state()
        if not self._has_begun:  # somebody else may have been faster
            self.position, self.pruned_through, self._has_begun = position, pruned_through, True

    async def follow(self) -> None:
        """Listen to Redis for ever; a Redis that is away is tried again several times a second."""
        while True:
            try:
                await self._listen()
            except (RedisError, OSError, SQLAlchemyError) as error:
                if self.redis_is_heard:
                    log.warning("not hearing Redis; following the log", reason=type(error).__name__)
                self.redis_is_heard = False
                await asyncio.sleep(RECONNECT_SECONDS)

    async def sweep(self) -> None:
        """Read the log once a second, so that a silent Redis costs at most that."""
        blindness = Outage("the log cannot be read")
        while True:
            await asyncio.sleep(SWEEP_SECONDS)
            try:
                await self.begin()
                position, self.pruned_through = await self._state()
                if position != self.position:
                    await self.catch_up()
                blindness.end()
            except SQLAlchemyError as error:
                blindness.meet(error)

    async def catch_up(self) -> None:
        """Deliver what the log holds beyond the feed's position."""
        await self.begin()
        async with self.lock:
            through, self.pruned_through = await self._state()
            self.position = min(self.position, through)
            while self.position < through:
                rows = await self._pool.fetch(_ENTRIES(after=self.position, through=through))
                for row in rows:
                    await self._deliver_row(row)
                    self.position = row.position
                if len(rows) < READ_AT_ONCE:
                    self.position = through

    async def _deliver_row(self, row: Any) -> None:
        """Deliver a row of the log; one that this version cannot read is left out, or no later event would go out."""
        try:
            entry = entry_from_row(row)
        except (ValueError, TypeError):
            log.exception("an event of the log cannot be read", position=row.position)
            return
        await self._deliver(entry)

    async def _listen(self) -> None:
        client = redis.asyncio.Redis.from_url(
            self._redis_url, socket_connect_timeout=1, socket_keepalive=True, health_check_interval=5
        )
        async with client, client.pubsub() as subscription:
            await subscription.subscribe(CHANNEL)
            await self.catch_up()
            self.redis_is_heard = True
            while True:
                message = await subscription.get_message(ignore_subscribe_messages=True, timeout=5)
                if message:
                    await self._receive(message["data"])

    async def _receive(self, data: bytes) -> None:
        try:
            entries = [entry_from_json(fields) for fields in json.loads(data)]
        except (ValueError, TypeError, RecursionError):
            log.warning("unreadable message on Redis", length=len(data))
            return
        for entry in entries:
            if entry.position <= self.position:
                continue
            if entry.position != self.position + 1:
                await self.catch_up()
                continue
            async with self.lock:
                if entry.position == self.position + 1:
                    await self._deliver(entry)
                    self.position = entry.position

    async def _state(self) -> tuple[int, int]:
        [[state]] = await self._pool.fetch_batched(_STATE())
        return state.position, state.pruned_through
