"""The Socket.IO server: accept connections, and send them the events of the stream."""

import asyncio
from datetime import datetime
from typing import Any

import socketio
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime import metrics, tracking
from realtime.connections import VISITOR, Connection, ConnectionRegistry, Identity
from realtime.fast_send import FastSender
from realtime.feed import Feed
from realtime.handshake import Handshake
from realtime.missed_events import MissedEvents
from realtime.presence import LOOK, Presence
from realtime.sessions import Sessions
from realtime.webhooks import WebhookProgress
from shop.clock import now
from shop.db.pool import Pool
from shop.events.wire_format import StreamEvent
from shop.operations.event_probe import EVENT_PROBE, ProbeTimes
from shop.sessions.model import Role

MAX_FRAME_BYTES = 64 * 1024
CHECK_SECONDS = 0.5


log = structlog.get_logger()


class RealtimeServer:
    """The Socket.IO server of this process, with its connections and its position in the stream."""

    def __init__(self, pool: Pool, redis_url: str) -> None:
        self._pool = pool
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
        self.sessions = Sessions(pool, self.connections, self.sender, self.socketio)
        self._missed_events = MissedEvents(pool, self.feed, self.connections, self.sender, self.presence)
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
        role = options.get("role")
        identity = Identity() if role == VISITOR else handshake.identity.as_role(_role(role))
        connection = Connection(sid, identity or Identity(), handshake.socket)
        if identity is None:
            await self.sessions.close(connection)
            return
        self.connections.add(connection)
        try:
            if await self.sessions.admit(connection):
                await self._missed_events.bring_up_to_date(connection, options.get("after"))
        except SQLAlchemyError as error:
            log.warning("a page could not catch up", reason=type(error).__name__)
            await self.socketio.disconnect(sid)

    async def _follow_order(self, connection: Connection, token: str) -> None:
        """Join the page of a tracking link to the room of its order, or disconnect it if the link is not valid."""
        try:
            order_id = await tracking.order_of(self._pool, token)
            if order_id is None:
                await self.sessions.close(connection)
                return
            connection.identity = Identity(tracked_order=order_id)
            self.connections.add(connection)
            await self.feed.begin()
            await self._missed_events.join(connection, "caught_up")
        except SQLAlchemyError as error:
            log.warning("a page could not follow its order", reason=type(error).__name__)
            await self.socketio.disconnect(connection.sid)

    async def _tell_trackers(self, event: StreamEvent) -> None:
        """Notify the tracking pages of orders that the order has changed. Disconnect them if the links were ended."""
        rooms = tracking.rooms_of(event)
        sockets = {sid: socket for room in rooms for sid, socket in self.connections.in_room(room).items()}
        if sockets:
            await self.sender.send(sockets, tracking.TRACKED_ORDER_CHANGED, {})
        if event.type in tracking.ENDS_TRACKING:
            for sid in sockets:
                self.connections.remove(sid)
                await self.socketio.disconnect(sid)

    async def disconnect(self, sid: str, _reason: Any = None) -> None:
        """Remove the connection of a client."""
        self.connections.remove(sid)
        self.presence.leave(sid)

    async def look(self, sid: str, *arguments: Any) -> None:
        """Record what a page of staff looks at. Other pages, and pages that send invalid data, are disconnected."""
        connection = self.connections.get(sid)
        if connection is None or not await self.presence.look(connection, *arguments):
            await self.socketio.disconnect(sid)

    async def reject_client_events(self, _event: str, sid: str, *_: Any) -> None:
        """Disconnect a client that sends any other event."""
        await self.socketio.disconnect(sid)

    async def deliver(self, event: StreamEvent) -> None:
        """Send an event of the stream to its audience."""
        for sockets, admin in self.connections.recipients(event):
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
            for connection in self.connections.slow():
                log.info("dropping a page that does not read")
                await self.sessions.drop(connection)

    async def send_to_staff(self, event: str, data: dict[str, Any]) -> None:
        """Send an event that is not in the log to the pages of staff whose roles receive it."""
        for room in self.connections.staff_rooms(event):
            sockets = dict(self.connections.in_room(room))
            if sockets:
                await self.sender.send(sockets, event, {"type": event, "data": data})


def _shrink(environ: dict[str, Any]) -> None:
    """Reduce a request to the part needed to disconnect. Engine.IO keeps all of it, 4 kB, while the socket is open."""
    kept = {name: environ[name] for name in ("asgi.scope", "asgi.send", "REQUEST_METHOD")}
    environ.clear()
    environ.update(kept)


def _role(value: Any) -> Role | None:
    return Role(value) if isinstance(value, str) and value in {role.value for role in Role} else None
