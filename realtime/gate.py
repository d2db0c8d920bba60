"""The door before Socket.IO: who may open a socket at all.

Engine.IO checks no cookie, lets an absent Origin pass, and keeps a socket that never says CONNECT; so these are
settled here, before it sees the handshake.
"""

import asyncio
from collections import Counter
from collections.abc import Awaitable, Callable, MutableMapping
from typing import Any
from urllib.parse import parse_qs

import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime.outlet import Wire
from realtime.page import Visitor
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.errors import refusal
from shop.sessions import cookies, origins, queries
from shop.sessions.model import Role, digest
from shop.settings import Settings
from shop.throttles.addresses import client_address

Scope = MutableMapping[str, Any]
Message = MutableMapping[str, Any]
Receive = Callable[[], Awaitable[Message]]
Send = Callable[[Message], Awaitable[None]]
ASGIApp = Callable[[Scope, Receive, Send], Awaitable[None]]

CONNECT_WITHIN = 10.0
MOST_MESSAGES = 20
"""The messages a page may send in :data:`MESSAGE_WINDOW` seconds: pongs, and one CONNECT."""
MESSAGE_WINDOW = 10.0

_IDENTITIES = Query.of(queries.LIVE_IDENTITIES)

log = structlog.get_logger()


class Refused(Exception):
    """This handshake is not let in; carries the HTTP status and a sentence."""

    def __init__(self, status: int, message: str) -> None:
        super().__init__(message)
        self.status = status
        self.message = message


class Gate:
    """ASGI application around Socket.IO's that lets in own origins with live sessions, within the limits."""

    def __init__(self, app: ASGIApp, pool: Pool, settings: Settings) -> None:
        self._app = app
        self._pool = pool
        self._settings = settings
        self._open: Counter[str] = Counter()

    @property
    def sockets(self) -> int:
        """How many sockets this process holds open."""
        return sum(count for key, count in self._open.items() if key.startswith("address:"))

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            await _answer(send, "http.response", 400, "Open a WebSocket here; other transports are not served.")
            return
        try:
            visitor = await self._let_in(scope)
        except Refused as why:
            await receive()
            await _refuse(scope, send, why)
            return
        keys = [f"address:{visitor.address}", *visitor.people]
        self._open.update(keys)
        scope["swarna.visitor"] = visitor
        try:
            visitor.wire = Wire(send)
            await self._app(scope, _watched(receive, visitor), visitor.wire.send)
        finally:
            self._open.subtract(keys)
            self._open += Counter()

    async def _let_in(self, scope: Scope) -> Visitor:
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if query.get("transport") != ["websocket"] or query.get("EIO") != ["4"]:
            raise Refused(400, "Only Socket.IO version 5 over a WebSocket is served here.")
        self._check_origin(headers.get("origin"), headers.get("host", ""))
        peer = (scope.get("client") or ("unknown",))[0]
        forwarded = headers.get("x-forwarded-for")
        address = client_address(peer, [forwarded] if forwarded else [], self._settings.proxy_networks)
        visitor = await self._identify(headers.get("cookie", ""), address)
        self._check_limits(visitor)
        return visitor

    def _check_origin(self, origin: str | None, host: str) -> None:
        """Refuse a page of another site. A client that is no browser sends no Origin and has no cookies to steal."""
        is_own = origins.is_own_host(host, self._settings)
        if not is_own or (origin is not None and not origins.is_own(origin, self._settings)):
            raise Refused(403, "This address may not listen to the shop.")

    async def _identify(self, cookie_header: str, address: str) -> Visitor:
        held = cookies.tokens(cookies.parse(cookie_header), self._settings)
        visitor = Visitor(address=address)
        if not held:
            return visitor
        hashes = {role: digest(token) for role, token in held.items()}
        try:
            [found] = await self._pool.fetch_batched(_IDENTITIES(hashes=list(hashes.values()), at=now()))
        except SQLAlchemyError as error:
            raise Refused(503, "The shop cannot check sessions just now. Try again in a moment.") from error
        rows = [row for row in found if bytes(row.token_hash) == hashes.get(Role(row.role))]
        if not rows:
            raise Refused(401, "This session has ended. Sign in again.")
        for row in rows:
            visitor.sessions[Role(row.role)] = row.id
            visitor.customer_id = row.customer_id or visitor.customer_id
            visitor.admin_id = row.admin_id or visitor.admin_id
        return visitor

    def _check_limits(self, visitor: Visitor) -> None:
        if self._open[f"address:{visitor.address}"] >= self._settings.sockets_per_address:
            raise Refused(429, "Too many pages are open from this address. Close some and try again.")
        if any(self._open[person] >= self._settings.sockets_per_person for person in visitor.people):
            raise Refused(429, "Too many pages are open for this person. Close some and try again.")


def _watched(receive: Receive, visitor: Visitor) -> Receive:
    """Pass messages on until the page misbehaves: no CONNECT in time, or too many messages."""
    loop = asyncio.get_running_loop()
    opened = loop.time()
    window, count = opened, 0

    async def watched() -> Message:
        nonlocal window, count
        if visitor.connected:
            message = await receive()
        else:
            try:
                async with asyncio.timeout(max(0.0, opened + CONNECT_WITHIN - loop.time())):
                    message = await receive()
            except TimeoutError:
                if visitor.connected:
                    return await watched()
                return {"type": "websocket.disconnect", "code": 1008}
        if loop.time() - window > MESSAGE_WINDOW:
            window, count = loop.time(), 0
        count += 1
        if count > MOST_MESSAGES:
            return {"type": "websocket.disconnect", "code": 1008}
        return message

    return watched


async def _refuse(scope: Scope, send: Send, why: Refused) -> None:
    if "websocket.http.response" in scope.get("extensions", {}):
        await _answer(send, "websocket.http.response", why.status, why.message)
    else:
        await send({"type": "websocket.close", "code": 1008, "reason": why.message})


async def _answer(send: Send, kind: str, status: int, message: str) -> None:
    body = refusal(status, message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if status in {429, 503}:
        headers.append((b"retry-after", b"10"))
    await send({"type": f"{kind}.start", "status": status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
