"""Ready answers for what everybody reads: catalogue, pictures and gold rates, kept as bytes in front of routing.

These answers carry nothing personal, so one copy serves visitors and shoppers; staff, who may see what is not shown
yet, are always answered afresh. PostgreSQL tells every process when the catalogue or a rate changes, as part of the
commit; while a process cannot hear it, it keeps nothing. A browser keeps an answer too, and asks each time whether it
still holds (RFC 9110, 13.1.2).
"""

import asyncio
import contextlib
import time
from collections.abc import AsyncIterator, Mapping
from typing import Any

import psycopg
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import compression
from api.shelf import PICTURES, Answer, Key, ReadProducts, Shelf, etag_of, is_known, key_of
from shop.database import driver_dsn
from shop.logs import Outage
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

CHANNEL = "catalogue"
"""The PostgreSQL channel on which triggers announce a change, with the table's name."""
WITHOUT_PICTURES = frozenset({"/api/category/", "/api/goldrate/"})
"""Answers that show nothing of the pictures of products."""
PATHS = WITHOUT_PICTURES | {"/api/product/customer/", "/api/productimage/"}
LONGEST_QUERY = 512
CHECK_SECONDS = 5.0
RECONNECT_SECONDS = 0.5


class ByteCache:
    """Answers from the shelf what is kept there, and keeps what the application answers."""

    def __init__(self, app: ASGIApp, shelf: Shelf, settings: Settings) -> None:
        self._app = app
        self._shelf = shelf
        self._settings = settings
        self._making: dict[tuple[Key, int], asyncio.Future[Answer | None]] = {}

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
        elif scope["method"] == "GET" and scope["path"] in PATHS and self._is_everybodys(scope):
            await self._read(scope, receive, send)
        elif scope["method"] == "GET":
            await self._app(scope, receive, send)
        else:
            await self._write(scope, receive, send)

    def _is_everybodys(self, scope: Scope) -> bool:
        """Whether the answer is the one that every visitor and shopper gets: staff may see what is not shown yet."""
        held = cookies.tokens(cookies.parse(Headers(scope=scope).get("cookie", "")), self._settings)
        return Role.ADMIN not in held and len(scope["query_string"]) <= LONGEST_QUERY

    async def _read(self, scope: Scope, receive: Receive, send: Send) -> None:
        key = key_of(scope)
        answer = self._shelf.get(key) or await self._shelf.get_mended(key)
        if answer is None and (making := self._making.get((key, self._shelf.generation))):
            answer = await asyncio.shield(making)
        if answer is None:
            answer = await self._made_for_all(key, scope, receive, send)
        if answer is not None:
            await send_kept(scope, send, answer)

    async def _made_for_all(self, key: Key, scope: Scope, receive: Receive, send: Send) -> Answer | None:
        """Let the application answer once for all who ask for the same meanwhile, until something changes."""
        generation = self._shelf.generation
        making: asyncio.Future[Answer | None] = asyncio.get_running_loop().create_future()
        if self._shelf.is_open:
            self._making[key, generation] = making
        try:
            answer = await self._made(scope, receive, send)
            if answer is not None and answer.is_everybodys:
                self._shelf.put(key, answer, generation)
                making.set_result(answer)
            return answer
        finally:
            if self._making.get((key, generation)) is making:
                del self._making[key, generation]
            if not making.done():
                making.set_result(None)

    async def _made(self, scope: Scope, receive: Receive, send: Send) -> Answer | None:
        """Let the application answer; return what it said, or None where that was no success and is sent already."""
        start: Message = {}
        parts: list[bytes] = []

        async def keep(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            if start["status"] != 200:
                await send(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(scope, receive, keep)
        if start.get("status") != 200:
            return None
        body = b"".join(parts)
        etag = etag_of(body)
        more = [(b"etag", etag), (b"cache-control", b"no-cache"), (b"vary", b"accept-encoding")]
        shown = {} if scope["path"] in WITHOUT_PICTURES else _noted(scope).get("products_shown")
        return Answer([*start["headers"], *more], body, etag, time.monotonic(), products=shown)

    async def _write(self, scope: Scope, receive: Receive, send: Send) -> None:
        """Let whoever changed something see it in this process before the announcement has come round."""

        changed = PICTURES if scope["path"] == "/api/productimage/" else ""

        async def forget(message: Message) -> None:
            is_done = message["type"] == "http.response.start" and message["status"] < 400
            if is_done and "is_unseen" not in _noted(scope):
                self._shelf.clear(changed)
            await send(message)

        await self._app(scope, receive, forget if _may_change(scope["path"]) else send)


def note_products(request: Request, products: Mapping[int, str]) -> None:
    """Note of which products an answer shows pictures, each with its JSON there: it stays while others get new ones."""
    request.state.products_shown = products


def note_unseen(request: Request) -> None:
    """Note that visitors see nothing yet of what a request changed: what is kept for them stays."""
    request.state.is_unseen = True


def _noted(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.get("state", {})
    return state


def _may_change(path: str) -> bool:
    return path in PATHS or path in {"/api/product/", "/api/review/"}


async def send_kept(scope: Scope, send: Send, answer: Answer) -> None:
    """Send an answer as this request takes it; only its headers where the browser has the rest."""
    asked = Headers(scope=scope)
    known = asked.get("if-none-match", "")
    if answer.status == 200 and is_known(answer.etag.decode(), known):
        headers = [(name, value) for name, value in answer.headers if name not in {b"content-length", b"content-type"}]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
    else:
        sent = answer.sent_as(compression.choose(asked.get("accept-encoding", "")))
        await send({"type": "http.response.start", "status": answer.status, "headers": list(sent.headers)})
        await send({"type": "http.response.body", "body": sent.body})


@contextlib.asynccontextmanager
async def listening(shelf: Shelf, settings: Settings, read: ReadProducts) -> AsyncIterator[None]:
    """Keep the shelf open for as long as PostgreSQL's announcements are heard, until left.

    :param read: by which answers are mended.
    """
    tasks = [asyncio.create_task(_listen(shelf, settings)), asyncio.create_task(_mend(shelf, read))]
    try:
        yield
    finally:
        for task in tasks:
            task.cancel()
        await asyncio.gather(*tasks, return_exceptions=True)
        _close(shelf)


async def _mend(shelf: Shelf, read: ReadProducts) -> None:
    while True:
        await shelf.until_torn()
        with contextlib.suppress(Exception):  # what is wrong is told to who asks next
            async with asyncio.timeout(CHECK_SECONDS):
                await shelf.mend(read)


async def _listen(shelf: Shelf, settings: Settings) -> None:
    deafness = Outage("answers are not kept: no announcements")
    while True:
        try:
            await _follow(shelf, settings, deafness)
        except (psycopg.Error, OSError, TimeoutError) as error:
            deafness.meet(error)
        finally:
            _close(shelf)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _follow(shelf: Shelf, settings: Settings, deafness: Outage) -> None:
    """Clear the shelf at each announcement; ask now and then whether anyone is at the other end."""
    connection = await psycopg.AsyncConnection.connect(
        driver_dsn(settings), autocommit=True, connect_timeout=3, application_name="swarna api listening"
    )
    async with connection:
        await connection.execute(f"LISTEN {CHANNEL}")
        shelf.clear()
        shelf.is_open = True
        deafness.end()
        while True:
            async for announced in connection.notifies(timeout=CHECK_SECONDS):
                shelf.clear(announced.payload)
            async with asyncio.timeout(CHECK_SECONDS):
                await connection.execute("SELECT 1")


def _close(shelf: Shelf) -> None:
    shelf.is_open = False
    shelf.clear()
