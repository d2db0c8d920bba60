"""Bring a connected page up to date: send it the events that it missed, then join it to its rooms.

It joins at exactly the position that it has reached, so no event is missing or doubled.
"""

import asyncio
from typing import Any

from sqlalchemy import BigInteger, bindparam

from realtime.connections import MAX_WAITING, Connection, ConnectionRegistry
from realtime.fast_send import FastSender
from realtime.feed import Feed, read_event
from realtime.presence import Presence
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events import log as event_log
from shop.events.log import AFTER, THROUGH
from shop.events.wire_format import StreamEvent

MAX_MISSED = 1000
"""A client that missed more events than this reloads its lists instead."""
_LIMIT = MAX_MISSED + 1
_CUSTOMER = bindparam("customer", type_=BigInteger)
_MISSED_BY_ADMIN = Query.of(event_log.missed_by_admin(AFTER, THROUGH, limit=_LIMIT))
_MISSED_BY_CUSTOMER = Query.of(event_log.missed_by_customer(_CUSTOMER, AFTER, THROUGH, limit=_LIMIT))
_MISSED_BY_VISITOR = Query.of(event_log.missed_by_customer(None, AFTER, THROUGH, limit=_LIMIT))


class MissedEvents:
    """Sends connections their missed events, and joins them to their rooms."""

    def __init__(
        self, pool: Pool, feed: Feed, connections: ConnectionRegistry, sender: FastSender, presence: Presence
    ) -> None:
        self._pool = pool
        self._feed = feed
        self._connections = connections
        self._sender = sender
        self._presence = presence

    async def bring_up_to_date(self, connection: Connection, after: Any) -> None:
        """Send the events after this position, and join the rooms. If that is impossible, the page reloads its lists.

        :param after: the position that the client sent; None for a page that has not received any event.
        """
        await self._feed.begin()
        if after is None:
            await self.join(connection, "caught_up")
        elif not await self._replay(connection, after):
            await self.join(connection, "resync")

    async def _replay(self, connection: Connection, after: Any) -> bool:
        """Send the missed events and join the rooms. Return False if they are unknown, too old or too many."""
        if type(after) is not int or after < 0:
            return False
        if after > self._feed.position:
            await self._feed.catch_up()
        if not self._feed.pruned_through <= after <= self._feed.position:
            return False
        through = self._feed.position
        missed = await self._missed(connection, after, through)
        if missed is None:
            return False
        for count, event in enumerate(missed, start=1):
            await self._send_missed(connection, event)
            if count % (MAX_WAITING // 2) == 0:
                await self._until_read(connection)
        async with self._feed.lock:
            missed = await self._missed(connection, through, self._feed.position)
            if missed is None:
                return False
            for event in missed:
                await self._send_missed(connection, event)
            await self._join_locked(connection, "caught_up")
        return True

    async def join(self, connection: Connection, answer: str) -> None:
        """Join the rooms of a connection, and send it the position in an event named ``answer``."""
        async with self._feed.lock:
            await self._join_locked(connection, answer)

    async def _join_locked(self, connection: Connection, answer: str) -> None:
        """Join the rooms, and send the position that the client has reached. The caller holds the feed's lock."""
        if connection in self._connections:
            self._connections.join(connection)
            await self._send(connection, answer, {"through": self._feed.position})
            await self._presence.greet(connection)

    async def _missed(self, connection: Connection, after: int, through: int) -> list[StreamEvent] | None:
        """Return the events that a connection may receive, or None if there are too many to read them all."""
        if through <= after:
            return []
        if connection.is_admin:
            missed = _MISSED_BY_ADMIN(after=after, through=through)
        elif connection.identity.customer_id is not None:
            missed = _MISSED_BY_CUSTOMER(after=after, through=through, customer=connection.identity.customer_id)
        else:
            missed = _MISSED_BY_VISITOR(after=after, through=through)
        rows = await self._pool.fetch(missed)
        if len(rows) > MAX_MISSED:  # events beyond the limit were not read
            return None
        return [event for row in rows if (event := read_event(row)) and connection.may_receive(event)]

    async def _send_missed(self, connection: Connection, event: StreamEvent) -> None:
        await self._send(connection, event.type, event.for_client(admin=connection.receives_admin_data(event)))

    async def _send(self, connection: Connection, event: str, argument: dict[str, Any]) -> None:
        await self._sender.send({connection.sid: connection.socket}, event, argument)

    async def _until_read(self, connection: Connection) -> None:
        """Wait until the client has read most events.

        The wait ends when a client that no longer answers pings is disconnected.
        """
        while connection in self._connections and connection.socket.waiting > MAX_WAITING // 4:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.005)
