"""The Socket.IO server: replay missed events, join rooms, send the stream, close connections of ended sessions."""

import asyncio
from collections import deque
from contextlib import suppress
from datetime import datetime
from typing import Any

import socketio
import structlog
from sqlalchemy import BigInteger, bindparam
from sqlalchemy.exc import SQLAlchemyError

from realtime import metrics, tracking
from realtime.connections import Connection, ConnectionRegistry, Identity, rooms_of
from realtime.fast_send import FastSender
from realtime.feed import Feed
from realtime.handshake import Handshake
from realtime.presence import LOOK, Presence
from realtime.webhooks import WebhookProgress
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events import log as event_log
from shop.events.log import AFTER, THROUGH
from shop.events.wire_format import StreamEvent, event_from_row
from shop.operations.event_probe import EVENT_PROBE, ProbeTimes
from shop.sessions import queries
from shop.sessions.model import Role
from shop.staff.roles import Roles, known_roles

MAX_MISSED = 1000
"""A client that missed more events than this reloads its lists instead."""
MAX_WAITING = 100
"""A client with more unread events than this is dropped. It catches up when it reconnects."""
MAX_FRAME_BYTES = 64 * 1024
CHECK_SECONDS = 0.5

_LIVE = Query.of(queries.LIVE_SESSION_ROLES)
_LIMIT = MAX_MISSED + 1
_CUSTOMER = bindparam("customer", type_=BigInteger)
_MISSED_BY_ADMIN = Query.of(event_log.missed_by_admin(AFTER, THROUGH, limit=_LIMIT))
_MISSED_BY_CUSTOMER = Query.of(event_log.missed_by_customer(_CUSTOMER, AFTER, THROUGH, limit=_LIMIT))
_MISSED_BY_VISITOR = Query.of(event_log.missed_by_customer(None, AFTER, THROUGH, limit=_LIMIT))

log = structlog.get_logger()


class RealtimeServer:
    """The Socket.IO server of this process, with its connections and its position in the stream."""

    def __init__(self, pool: Pool, redis_url: str) -> None:
        self._pool = pool
        self._lately_ended: deque[int] = deque(maxlen=1000)
        self._observe = metrics.observer()
        self.feed = Feed(pool, redis_url, self.deliver)
        self.connections = ConnectionRegistry()
        self.probe_times = ProbeTimes()
        self.socketio = socketio.AsyncServer(
            async_mode="asgi",
            transports=["websocket"],
            cors_allowed_origins="*",
            always_connect=True,
            max_http_buffer_size=MAX_FRAME_BYTES,
            ping_interval=15,
            ping_timeout=10,
            namespaces=["/"],
        )
        self.socketio.on("connect", self.connect)
        self.socketio.on("disconnect", self.disconnect)
        self.socketio.on(LOOK, self.look)
        self.socketio.on("*", self.reject_client_events)
        self.sender = FastSender(self.socketio)
        self.presence = Presence(pool, redis_url, self.connections, self.sender)
        self.webhooks = WebhookProgress(self.send_to_staff)

    async def connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        """Accept a client: replay the events that it missed, then join its rooms at exactly that position."""
        handshake: Handshake = environ["asgi.scope"]["swarna.handshake"]
        handshake.is_connected = True
        _shrink(environ)
        options = auth if isinstance(auth, dict) else {}
        if isinstance(options.get("track"), str):
            await self._follow_order(Connection(sid, Identity(), handshake.socket), options["track"])
            return
        identity = handshake.identity.as_role(_role(options.get("role")))
        connection = Connection(sid, identity or Identity(), handshake.socket)
        if identity is None:
            await self._end(connection)
            return
        self.connections.add(connection)
        try:
            if self._ended_lately(connection) or await self._has_ended(connection):
                await self._end(connection)
                return
            await self._bring_up_to_date(connection, options.get("after"))
        except SQLAlchemyError as error:
            log.warning("a page could not catch up", reason=type(error).__name__)
            await self.socketio.disconnect(sid)

    async def _follow_order(self, connection: Connection, token: str) -> None:
        """Join the page of a tracking link to the room of its order, or disconnect it if the link is not valid."""
        try:
            order_id = await tracking.order_of(self._pool, token)
            if order_id is None:
                await self._end(connection)
                return
            connection.identity = Identity(tracked_order=order_id)
            self.connections.add(connection)
            await self.feed.begin()
            await self._join(connection, "caught_up")
        except SQLAlchemyError as error:
            log.warning("a page could not follow its order", reason=type(error).__name__)
            await self.socketio.disconnect(connection.sid)

    async def _tell_trackers(self, event: StreamEvent) -> None:
        """Tell the tracking pages of an order that it has changed. Disconnect them if the link was ended."""
        room = tracking.room_of(event)
        sockets = dict(self.connections.in_room(room)) if room else {}
        if sockets:
            await self.sender.send(sockets, tracking.TRACKED_ORDER_CHANGED, {})
        if event.type == tracking.TRACKING_ENDED:
            for sid in sockets:
                self.connections.remove(sid)
                await self.socketio.disconnect(sid)

    async def disconnect(self, sid: str, _reason: Any = None) -> None:
        """Remove the connection of a client."""
        self.connections.remove(sid)
        self.presence.leave(sid)

    async def look(self, sid: str, *arguments: Any) -> None:
        """Note what a page of staff looks at. Other pages, and pages that send something else, are disconnected."""
        connection = self.connections.get(sid)
        if connection is None or not await self.presence.look(connection, *arguments):
            await self.socketio.disconnect(sid)

    async def reject_client_events(self, _event: str, sid: str, *_: Any) -> None:
        """Disconnect a client that sends any other event."""
        await self.socketio.disconnect(sid)

    async def deliver(self, event: StreamEvent) -> None:
        """Send an event of the stream to its audience."""
        for room, admin in rooms_of(event, self.connections.staff_rooms(event.type)):
            sockets = self.connections.in_room(room)
            if sockets:
                await self.sender.send(sockets, event.type, event.for_client(admin=admin))
        await self._tell_trackers(event)
        if event.type == EVENT_PROBE and event.at is not None:
            self.probe_times.record(datetime.fromisoformat(event.at), now=now())
        self._observe(event)

    async def drop_slow_clients(self) -> None:
        """Disconnect clients that do not read, for ever."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            for connection in self.connections.slow(MAX_WAITING):
                log.info("dropping a page that does not read")
                self.connections.remove(connection.sid)
                if not connection.socket.abort():
                    await self.socketio.disconnect(connection.sid)

    async def end_sessions(self, ended: set[int]) -> None:
        """Close the connections of ended sessions. Each client is notified first."""
        self._lately_ended.extend(ended)
        for connection in self.connections.of_sessions(ended):
            await self._end(connection)

    async def reconnect_sessions(self, session_ids: set[int]) -> None:
        """Drop the connections of sessions whose admin's roles have changed. The pages reconnect by themselves."""
        for connection in self.connections.of_sessions(session_ids):
            self.connections.remove(connection.sid)
            if not connection.socket.abort():
                await self.socketio.disconnect(connection.sid)

    async def send_to_staff(self, event: str, data: dict[str, Any]) -> None:
        """Send what is not in the event log to the pages of staff whose roles receive such an event."""
        for room in self.connections.staff_rooms(event):
            sockets = dict(self.connections.in_room(room))
            if sockets:
                await self.sender.send(sockets, event, {"type": event, "data": data})

    async def end_dead_sessions(self) -> None:
        """Close the connections of sessions that are no longer live in the database.

        Connections of admins whose roles have changed are dropped, and connect again. Their notification may be lost,
        and a second factor may be required since a certain time.
        """
        checked = self.connections.session_ids
        roles = await self._live_roles(checked)
        await self.end_sessions(checked - roles.keys())
        await self.reconnect_sessions({id_ for id_, now_held in roles.items() if self._has_other_roles(id_, now_held)})

    def _ended_lately(self, connection: Connection) -> bool:
        """Whether the session ended after the handshake, before the connection was registered."""
        return not set(connection.identity.sessions.values()).isdisjoint(self._lately_ended)

    async def _has_ended(self, connection: Connection) -> bool:
        """Whether the session ended after the handshake and the notification was missed."""
        session_ids = set(connection.identity.sessions.values())
        return bool(session_ids - (await self._live_roles(session_ids)).keys())

    async def _live_roles(self, session_ids: set[int]) -> dict[int, Roles]:
        """Return the roles of those sessions that are live. A shopper's session has none."""
        if not session_ids:
            return {}
        [alive] = await self._pool.fetch_batched(_LIVE(ids=list(session_ids), at=now()))
        return {row.id: known_roles(row.roles) for row in alive}

    def _has_other_roles(self, session_id: int, roles: Roles) -> bool:
        found = [each.identity for each in self.connections.of_sessions({session_id})]
        return any(each.sessions.get(Role.ADMIN) == session_id and each.roles != roles for each in found)

    async def _bring_up_to_date(self, connection: Connection, after: Any) -> None:
        await self.feed.begin()
        if after is None:
            await self._join(connection, "caught_up")
        elif not await self._replay(connection, after):
            await self._join(connection, "resync")

    async def _replay(self, connection: Connection, after: Any) -> bool:
        """Send the missed events and join the rooms. Return False if they are unknown, too old or too many."""
        if type(after) is not int or after < 0:
            return False
        if after > self.feed.position:
            await self.feed.catch_up()
        if not self.feed.pruned_through <= after <= self.feed.position:
            return False
        through = self.feed.position
        missed = await self._missed(connection, after, through)
        if len(missed) > MAX_MISSED:
            return False
        for count, event in enumerate(missed, start=1):
            await self._send_missed(connection, event)
            if count % (MAX_WAITING // 2) == 0:
                await self._until_read(connection)
        async with self.feed.lock:
            for event in await self._missed(connection, through, self.feed.position):
                await self._send_missed(connection, event)
            await self._join_locked(connection, "caught_up")
        return True

    async def _join(self, connection: Connection, answer: str) -> None:
        async with self.feed.lock:
            await self._join_locked(connection, answer)

    async def _join_locked(self, connection: Connection, answer: str) -> None:
        """Join the rooms, and answer with the position of the client. The caller holds the feed's lock."""
        if connection in self.connections:
            self.connections.join(connection)
            await self._send(connection, answer, {"through": self.feed.position})
            await self.presence.greet(connection)

    async def _missed(self, connection: Connection, after: int, through: int) -> list[StreamEvent]:
        if through <= after:
            return []
        if connection.is_admin:
            missed = _MISSED_BY_ADMIN(after=after, through=through)
        elif connection.identity.customer_id is not None:
            missed = _MISSED_BY_CUSTOMER(after=after, through=through, customer=connection.identity.customer_id)
        else:
            missed = _MISSED_BY_VISITOR(after=after, through=through)
        events = [event_from_row(row) for row in await self._pool.fetch(missed)]
        return [event for event in events if connection.may_receive(event)]

    async def _send_missed(self, connection: Connection, event: StreamEvent) -> None:
        await self._send(connection, event.type, event.for_client(admin=connection.is_admin))

    async def _send(self, connection: Connection, event: str, argument: dict[str, Any]) -> None:
        await self.sender.send({connection.sid: connection.socket}, event, argument)

    async def _until_read(self, connection: Connection) -> None:
        """Wait until the client has read most events.

        The wait ends when a client that no longer answers pings is disconnected.
        """
        while connection in self.connections and connection.socket.waiting > MAX_WAITING // 4:  # noqa: ASYNC110 - no event
            await asyncio.sleep(0.005)

    async def _end(self, connection: Connection) -> None:
        await self._send(connection, "session_ended", {})
        with suppress(KeyError):
            await self.socketio.disconnect(connection.sid)


def _shrink(environ: dict[str, Any]) -> None:
    """Reduce a request to what disconnecting needs. Engine.IO keeps all of it, 4 kB, while the socket is open."""
    kept = {name: environ[name] for name in ("asgi.scope", "asgi.send", "REQUEST_METHOD")}
    environ.clear()
    environ.update(kept)


def _role(value: Any) -> Role | None:
    return Role(value) if isinstance(value, str) and value in {role.value for role in Role} else None
