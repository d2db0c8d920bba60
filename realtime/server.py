"""The Socket.IO server: joins pages to rooms, replays what they missed, delivers the feed, ends with the session."""

import asyncio
from collections import defaultdict, deque
from contextlib import suppress
from datetime import datetime
from typing import Any

import socketio
import structlog
from engineio.packet import MESSAGE, Packet
from socketio.packet import EVENT
from sqlalchemy import BigInteger, bindparam
from sqlalchemy.exc import SQLAlchemyError

from realtime import metrics
from realtime.feed import Feed
from realtime.outlet import Outlet, frame_of
from realtime.page import Page, Visitor, rooms_of
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.events import log as event_log
from shop.events.log import AFTER, THROUGH
from shop.events.wire import Entry, entry_from_row
from shop.operations.canary import CANARY, Canaries
from shop.sessions import queries
from shop.sessions.model import Role

MOST_MISSED = 1000
"""A page that missed more than this loads its lists again instead."""
MOST_WAITING = 100
"""A page with more unread packets than this is dropped; it catches up when it returns."""
LARGEST_FRAME = 64 * 1024
LOOK_SECONDS = 0.5

_LIVE = Query.of(queries.LIVE_IDS)
_MOST = MOST_MISSED + 1
_CUSTOMER = bindparam("customer", type_=BigInteger)
_MISSED_BY_ADMIN = Query.of(event_log.missed_by_admin(AFTER, THROUGH, limit=_MOST))
_MISSED_BY_CUSTOMER = Query.of(event_log.missed_by_customer(_CUSTOMER, AFTER, THROUGH, limit=_MOST))
_MISSED_BY_VISITOR = Query.of(event_log.missed_by_customer(None, AFTER, THROUGH, limit=_MOST))

log = structlog.get_logger()


class Pages:
    """All open pages of this process."""

    def __init__(self, pool: Pool, redis_url: str) -> None:
        self._pool = pool
        self.feed = Feed(pool, redis_url, self.deliver)
        self._pages: dict[str, Page] = {}
        self.canaries = Canaries()
        self.watch = metrics.watch()
        self._lately_ended: deque[int] = deque(maxlen=1000)
        self.socketio = socketio.AsyncServer(
            async_mode="asgi",
            transports=["websocket"],
            cors_allowed_origins="*",
            always_connect=True,
            max_http_buffer_size=LARGEST_FRAME,
            ping_interval=15,
            ping_timeout=10,
            namespaces=["/"],
        )
        self.socketio.eio.create_queue = Outlet
        self._rooms: dict[str, dict[str, Page]] = defaultdict(dict)
        self.socketio.on("connect", self.connect)
        self.socketio.on("disconnect", self.disconnect)
        self.socketio.on("*", self.refuse_talk)

    @property
    def people(self) -> dict[str, int]:
        """How many of the open pages are shoppers' and how many admins'; the others are visitors'. Threads may ask."""
        pages = list(self._pages.values())
        admins = sum(page.is_admin for page in pages)
        signed_in = sum(bool(page.visitor.sessions) for page in pages)
        return {"shoppers": signed_in - admins, "admins": admins}

    @property
    def admins(self) -> list[str]:
        """The pages of admins, by their ids."""
        return [sid for sid, page in self._pages.items() if page.is_admin]

    @property
    def session_ids(self) -> set[int]:
        """The sessions behind the open pages."""
        return {id_ for page in self._pages.values() for id_ in page.visitor.sessions.values()}

    async def connect(self, sid: str, environ: dict[str, Any], auth: Any = None) -> None:
        """Let a page in: replay what it missed, then join it to its rooms at the very point of the stream."""
        visitor: Visitor = environ["asgi.scope"]["swarna.visitor"]
        visitor.connected = True
        _forget_handshake(environ)
        hello = auth if isinstance(auth, dict) else {}
        narrowed = visitor.as_role(_role(hello.get("role")))
        if narrowed is None:
            await self._end(sid)
            return
        page = Page(sid, narrowed, self._outlet(sid))
        page.outlet.attach(visitor.wire)
        self._pages[sid] = page
        if self._ended_lately(page):
            await self._end(sid)
            return
        try:
            if await self._has_ended(page):
                await self._end(sid)
                return
            await self._bring_up_to_date(page, hello.get("after"))
        except SQLAlchemyError as error:
            log.warning("a page could not catch up", reason=type(error).__name__)
            await self.socketio.disconnect(sid)

    async def disconnect(self, sid: str, _reason: Any = None) -> None:
        """Forget a page."""
        page = self._pages.pop(sid, None)
        for room in page.rooms if page else []:
            self._rooms[room].pop(sid, None)
            if not self._rooms[room]:
                del self._rooms[room]

    async def refuse_talk(self, _event: str, sid: str, *_: Any) -> None:
        """Drop a client that sends events: pages only listen."""
        await self.socketio.disconnect(sid)

    async def deliver(self, entry: Entry) -> None:
        """Send one event to the pages that it reaches."""
        for room, admin in rooms_of(entry):
            pages = self._rooms.get(room)
            if pages:
                text = self.socketio.packet_class(EVENT, data=[entry.type, entry.for_page(admin=admin)]).encode()
                packet = Packet(MESSAGE, text)
                frame = frame_of(packet)
                for page in pages.values():
                    page.outlet.write(packet, frame)
        if entry.type == CANARY and entry.at is not None:
            self.canaries.hear(datetime.fromisoformat(entry.at), now=now())
        self.watch(entry)

    async def drop_the_deaf(self) -> None:
        """Drop pages that do not read, for ever; looked for beside the deliveries, not amid each."""
        while True:
            await asyncio.sleep(LOOK_SECONDS)
            for sid in [sid for sid in self._pages if self._waiting(sid) > MOST_WAITING]:
                log.info("dropping a page that does not read")
                await self._abort(sid)

    async def end_sessions(self, ended: set[int]) -> None:
        """Close the pages whose session has ended, each told so first."""
        self._lately_ended.extend(ended)
        pages = [page for page in self._pages.values() if ended & set(page.visitor.sessions.values())]
        for page in pages:
            await self._end(page.sid)

    def _ended_lately(self, page: Page) -> bool:
        """Whether a session ended between the handshake and now, when nobody knew this page yet."""
        return not set(page.visitor.sessions.values()).isdisjoint(self._lately_ended)

    async def end_dead_sessions(self) -> None:
        """Close the pages whose session is no longer among the living."""
        await self.end_sessions(await self._dead(self.session_ids))

    async def _has_ended(self, page: Page) -> bool:
        """Whether the session ended after the handshake, unheard: the page was not among ours yet."""
        return bool(await self._dead(set(page.visitor.sessions.values())))

    async def _dead(self, session_ids: set[int]) -> set[int]:
        if not session_ids:
            return set()
        [alive] = await self._pool.fetch_batched(_LIVE(ids=list(session_ids), at=now()))
        return session_ids - {row.id for row in alive}

    async def _bring_up_to_date(self, page: Page, after: Any) -> None:
        await self.feed.begin()
        if after is not None and not await self._replay(page, after):
            await self._join(page, "resync")
            return
        if after is None:
            await self._join(page, "caught_up")

    async def _replay(self, page: Page, after: Any) -> bool:
        """Send what the page missed and join it; False where that is unknown, too old or too much."""
        if type(after) is not int or after < 0:
            return False
        if after > self.feed.position:
            await self.feed.catch_up()
        if not self.feed.pruned_through <= after <= self.feed.position:
            return False
        through = self.feed.position
        missed = await self._missed(page, after, through)
        if len(missed) > MOST_MISSED:
            return False
        await self._send_all(page, missed)
        async with self.feed.lock:
            await self._send_all(page, await self._missed(page, through, self.feed.position), patient=False)
            await self._enter(page, "caught_up")
        return True

    async def _join(self, page: Page, word: str) -> None:
        async with self.feed.lock:
            await self._enter(page, word)

    async def _enter(self, page: Page, word: str) -> None:
        """Join the rooms and say through which position; the caller holds the feed's lock."""
        if page.sid not in self._pages:
            return
        for room in page.rooms:
            self._rooms[room][page.sid] = page
        await self.socketio.emit(word, {"through": self.feed.position}, to=page.sid)

    async def _missed(self, page: Page, after: int, through: int) -> list[Entry]:
        if through <= after:
            return []
        if page.is_admin:
            missed = _MISSED_BY_ADMIN(after=after, through=through)
        elif page.visitor.customer_id is not None:
            missed = _MISSED_BY_CUSTOMER(after=after, through=through, customer=page.visitor.customer_id)
        else:
            missed = _MISSED_BY_VISITOR(after=after, through=through)
        return [entry_from_row(row) for row in await self._pool.fetch(missed)]

    async def _send_all(self, page: Page, entries: list[Entry], *, patient: bool = True) -> None:
        for count, entry in enumerate(entries, start=1):
            await self.socketio.emit(entry.type, entry.for_page(admin=page.is_admin), to=page.sid)
            if patient and count % (MOST_WAITING // 2) == 0:
                await self._let_it_read(page.sid)

    async def _let_it_read(self, sid: str) -> None:
        """Wait until the page has read most of what it was sent; a dead one is reaped by its missing pong."""
        while self._waiting(sid) > MOST_WAITING // 4:  # noqa: ASYNC110 - nothing tells that a queue was read
            await asyncio.sleep(0.005)

    def _waiting(self, sid: str) -> int:
        """Return how many packets wait to be read by a page (0 once it is gone)."""
        page = self._pages.get(sid)
        return page.outlet.qsize() if page else 0

    def _outlet(self, sid: str) -> Outlet:
        engineio_sid = self.socketio.manager.eio_sid_from_sid(sid, "/")
        outlet: Outlet = self.socketio.eio.sockets[engineio_sid].queue
        return outlet

    async def _abort(self, sid: str) -> None:
        engineio_sid = self.socketio.manager.eio_sid_from_sid(sid, "/")
        socket = self.socketio.eio.sockets.get(engineio_sid)
        await self.disconnect(sid)
        if socket:
            await socket.close(wait=False, abort=True)

    async def _end(self, sid: str) -> None:
        await self.socketio.emit("session_ended", {}, to=sid)
        with suppress(KeyError):
            await self.socketio.disconnect(sid)


def _forget_handshake(environ: dict[str, Any]) -> None:
    """Keep of a page's handshake what its end needs; Engine.IO would keep all headers as long as the page is open."""
    kept = {name: environ[name] for name in ("asgi.scope", "asgi.send", "REQUEST_METHOD")}
    kept["asgi.scope"]["headers"] = []
    environ.clear()
    environ.update(kept)


def _role(value: Any) -> Role | None:
    return Role(value) if isinstance(value, str) and value in {role.value for role in Role} else None
