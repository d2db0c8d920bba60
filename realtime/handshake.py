"""Check a WebSocket handshake before Socket.IO sees it: path, origin, session, and the number of sockets.

Engine.IO does not check cookies, accepts a request without Origin, and keeps a socket that never sends CONNECT. On
another path it sends an HTTP response, which fails on a WebSocket.
"""

import logging
from dataclasses import dataclass
from urllib.parse import parse_qs

from sqlalchemy.exc import SQLAlchemyError
from starlette.types import ASGIApp, Receive, Scope, Send

from realtime.client_messages import POLICY_VIOLATION, limited_messages
from realtime.connection_limits import ConnectionLimits
from realtime.connections import Identity
from realtime.fast_send import RawSocket
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.errors import TooMany, refusal
from shop.sessions import cookies, origins, queries
from shop.sessions.model import Role, token_digest
from shop.settings import Settings
from shop.staff.roles import NO_ROLE, known_roles
from shop.throttles.client_address import client_address

_IDENTITIES = Query.of(queries.LIVE_SESSION_OWNERS)
UNAVAILABLE_SECONDS = 10
"""A client retries after this time if sessions cannot be checked."""
_PATH = "/socket.io"
_UPGRADE_HEADERS = {b"connection", b"upgrade"}


@dataclass(slots=True)
class Handshake:
    """An accepted handshake. ``is_connected`` is set when the client has sent Socket.IO's CONNECT."""

    identity: Identity
    socket: RawSocket
    is_connected: bool = False


class Refused(Exception):
    """A refused handshake, with an HTTP status and a sentence; ``retry_after`` is in seconds."""

    def __init__(self, status: int, message: str, *, retry_after: int | None = None) -> None:
        super().__init__(message)
        self.status = status
        self.message = message
        self.retry_after = retry_after


class HandshakeGuard:
    """ASGI middleware before Socket.IO. It refuses foreign origins, ended sessions and too many sockets.

    Visitors without a session are accepted. The :class:`Handshake` is stored in the scope as ``swarna.handshake``.
    """

    def __init__(self, app: ASGIApp, pool: Pool, settings: Settings) -> None:
        self._app = app
        self._pool = pool
        self._settings = settings
        self._limits = ConnectionLimits(settings)
        logging.getLogger("uvicorn.error").addFilter(_is_no_refusal)
        self.sockets = 0
        """The number of open sockets of this process. Other threads may read it, but not ``_limits``."""

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] == "http":
            no_websocket = Refused(400, "Open a WebSocket here; other transports are not served.")
            await _respond(send, "http.response", no_websocket)
            return
        try:
            identity, keys = await self._accept(scope)
        except Refused as refused:
            await receive()
            await _refuse(scope, send, refused)
            return
        self._limits.add(keys)
        self.sockets += 1
        handshake = Handshake(identity, RawSocket(send))
        scope["swarna.handshake"] = handshake
        # Engine.IO keeps the scope while the socket is open.
        scope["headers"] = [header for header in scope["headers"] if header[0].lower() in _UPGRADE_HEADERS]
        try:
            await self._app(scope, limited_messages(receive, lambda: handshake.is_connected), handshake.socket.send)
        finally:
            self.sockets -= 1
            self._limits.remove(keys)

    async def _accept(self, scope: Scope) -> tuple[Identity, list[str]]:
        """Return the identity of the handshake, and the keys by which its sockets are counted.

        :raises Refused: if it is not accepted.
        """
        if scope["path"].removesuffix("/") != _PATH:
            raise Refused(404, "There is nothing at this address.")
        headers = {name.decode("latin-1").lower(): value.decode("latin-1") for name, value in scope["headers"]}
        query = parse_qs(scope.get("query_string", b"").decode("latin-1"))
        if query.get("transport") != ["websocket"] or query.get("EIO") != ["4"]:
            raise Refused(400, "Only Socket.IO version 5 over a WebSocket is served here.")
        self._check_origin(headers.get("origin"), headers.get("host", ""))
        peer = (scope.get("client") or ("unknown",))[0]
        forwarded = headers.get("x-forwarded-for")
        address = client_address(peer, [forwarded] if forwarded else [], self._settings.proxy_networks)
        identity = await self._identify(headers.get("cookie", ""))
        try:
            return identity, self._limits.check(address, identity)
        except TooMany as error:
            raise Refused(429, error.message, retry_after=error.retry_after) from error

    def _check_origin(self, origin: str | None, host: str) -> None:
        """Refuse pages of other sites. A client without Origin is no browser and has no cookies to misuse."""
        is_own = origins.is_own_host(host, self._settings)
        if not is_own or (origin is not None and not origins.is_own_origin(origin, self._settings)):
            raise Refused(403, "This address may not listen to the shop.")

    async def _identify(self, cookie_header: str) -> Identity:
        held = cookies.session_tokens(cookies.parse_cookies(cookie_header), self._settings)
        if not held:
            return Identity()
        hashes = {role: token_digest(token) for role, token in held.items()}
        try:
            [found] = await self._pool.fetch_batched(_IDENTITIES(hashes=list(hashes.values()), at=now()))
        except SQLAlchemyError as error:
            message = "The shop cannot check sessions just now. Try again in a moment."
            raise Refused(503, message, retry_after=UNAVAILABLE_SECONDS) from error
        rows = [row for row in found if bytes(row.token_hash) == hashes.get(Role(row.role))]
        if not rows:
            raise Refused(401, "This session has ended. Sign in again.")
        return Identity(
            customer_id=next((row.customer_id for row in rows if row.customer_id), None),
            admin_id=next((row.admin_id for row in rows if row.admin_id), None),
            roles=next((known_roles(row.roles) for row in rows if row.admin_id), NO_ROLE),
            sessions={Role(row.role): row.id for row in rows},
        )


def _is_no_refusal(record: logging.LogRecord) -> bool:
    """Whether to log a record of uvicorn, which logs an error for each handshake that gets an HTTP response."""
    return record.getMessage() != "ASGI callable returned without completing handshake."


async def _refuse(scope: Scope, send: Send, refused: Refused) -> None:
    if "websocket.http.response" in scope.get("extensions", {}):
        await _respond(send, "websocket.http.response", refused)
    else:
        await send({"type": "websocket.close", "code": POLICY_VIOLATION, "reason": refused.message})


async def _respond(send: Send, kind: str, refused: Refused) -> None:
    body = refusal(refused.status, refused.message)
    headers = [(b"content-type", b"application/json"), (b"content-length", str(len(body)).encode())]
    if refused.retry_after is not None:
        headers.append((b"retry-after", str(refused.retry_after).encode()))
    await send({"type": f"{kind}.start", "status": refused.status, "headers": headers})
    await send({"type": f"{kind}.body", "body": body})
