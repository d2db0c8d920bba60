"""Ready answers for what everybody reads: catalogue, pictures and gold rates, kept as bytes in front of routing.

These answers carry nothing personal, so one copy serves visitors and shoppers; staff, who may see what is not shown
yet, are always answered afresh. PostgreSQL tells every process when the catalogue or a rate changes, as part of the
commit; while a process cannot hear it, it keeps nothing. A browser keeps an answer too, and asks each time whether it
still holds (RFC 9110, 13.1.2).
"""

import asyncio
import contextlib
import hashlib
import time
from collections import OrderedDict
from collections.abc import AsyncIterator, Awaitable, Callable, Iterable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import cached_property, lru_cache
from typing import Any

import psycopg
from starlette.datastructures import Headers
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import compression
from api.whole import Fields, head_of
from shop.clock import today
from shop.database import driver_dsn
from shop.logs import Outage
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

CHANNEL = "catalogue"
"""The PostgreSQL channel on which triggers announce a change, with the table's name."""
PICTURES = "product_image"
"""The table of which no part of answers is made. What is announced of it names the product too: ``product_image 6``."""

WITHOUT_PICTURES = frozenset({"/api/category/", "/api/goldrate/"})
"""Answers that show nothing of the pictures of products."""
PATHS = WITHOUT_PICTURES | {"/api/product/customer/", "/api/productimage/"}
MOST_BYTES = 32 * 1024 * 1024
LARGEST_ANSWER = 2 * 1024 * 1024
LONGEST_QUERY = 512
KEPT_SECONDS = 60.0
"""What follows no announcement, such as how well a product sells, shows after this time at the latest."""

LATELY_SECONDS = 2.0
MOST_MADE_ANEW = 4
"""What a new picture takes is made anew at once, so that nobody waits for it, if it was asked for lately."""

CHECK_SECONDS = 5.0
RECONNECT_SECONDS = 0.5


Key = tuple[str, bytes, date]
Ask = Callable[[str, str], Awaitable[object]]
"""Asks the API for a path below ``/api`` and a query, as a visitor does."""


@dataclass(frozen=True)
class Sent:
    """An answer as those get it who take one encoding."""

    headers: Fields
    body: bytes

    @cached_property
    def head(self) -> bytes:
        """The headers put together."""
        return head_of(self.headers)


@dataclass(frozen=True)
class Answer:
    """A whole answer with its time; the headers hold its ETag. It is compressed once for all who take that.

    ``products`` are those whose pictures it shows, None where it may be any.
    """

    headers: Fields
    body: bytes
    etag: bytes
    made_at: float
    status: int = 200
    products: frozenset[int] | None = None
    _sent: dict[str | None, Sent] = field(default_factory=dict, compare=False)

    def sent_as(self, encoding: str | None) -> Sent:
        """Return it as who takes this encoding gets it."""
        sent = self._sent.get(encoding)
        if sent is None:
            sent = self._sent[encoding] = self._encoded(encoding)
        return sent

    @property
    def is_everybodys(self) -> bool:
        """Whether it may be given to others than who asked for it."""
        return all(name != b"set-cookie" for name, _ in self.headers)

    def shows_pictures_of(self, product_id: int | None) -> bool:
        """Whether pictures of this product may be in it; of any, where None is given."""
        if self.products is None or product_id is None:
            return self.products != frozenset()
        return product_id in self.products

    def _encoded(self, encoding: str | None) -> Sent:
        if encoding is None or len(self.body) < compression.LEAST:
            return Sent(self.headers, self.body)
        body = compression.compress(self.body, encoding)
        sent = [(b"content-encoding", encoding.encode()), (b"content-length", b"%d" % len(body))]
        return Sent([*(header for header in self.headers if header[0] != b"content-length"), *sent], body)


class Shelf:
    """The answers that are kept, the least recently used first; ``generation`` counts how often it was cleared."""

    def __init__(self, most_bytes: int = MOST_BYTES) -> None:
        self._answers: OrderedDict[Key, Answer] = OrderedDict()
        self._asked_at: dict[Key, float] = {}
        self._parts: dict[str, Any] = {}
        self._most = most_bytes
        self.size = 0
        self.generation = 0
        self.is_open = False

    def clear(self, changed: str = "") -> list[Key]:
        """Forget what an announcement is about, or everything: also what is being answered now.

        Return what of it pictures took and was asked for lately, the last first.
        """
        self.generation += 1
        table, _, product = changed.partition(" ")
        if table == PICTURES:
            return self._forget_pictures(int(product) if product else None)
        self._answers.clear()
        self._asked_at.clear()
        self.size = 0
        self._parts.clear()
        return []

    def _forget_pictures(self, product_id: int | None) -> list[Key]:
        gone = [key for key, answer in reversed(self._answers.items()) if answer.shows_pictures_of(product_id)]
        since = time.monotonic() - LATELY_SECONDS
        lately = [key for key in gone if self._asked_at.get(key, since) > since]
        for key in gone:
            self._drop(key)
        return lately[:MOST_MADE_ANEW]

    def get(self, key: Key) -> Answer | None:
        """Return the answer if it is kept and fresh."""
        answer = self._answers.get(key)
        if answer is None or not self.is_open:
            return None
        asked_at = time.monotonic()
        if asked_at - answer.made_at > KEPT_SECONDS:
            self._drop(key)
            return None
        self._asked_at[key] = asked_at
        self._answers.move_to_end(key)
        return answer

    def put(self, key: Key, answer: Answer, generation: int) -> None:
        """Keep an answer unless something changed since the request came in."""
        if not self.is_open or generation != self.generation or len(answer.body) > LARGEST_ANSWER:
            return
        if not answer.is_everybodys:
            return
        if key in self._answers:
            self._drop(key)
        self._answers[key] = answer
        self.size += _weight(key, answer)
        while self.size > self._most:
            self._drop(next(iter(self._answers)))

    def part(self, name: str) -> Any:
        """Return what many answers are made from, or None where it is not kept."""
        return self._parts.get(name) if self.is_open else None

    def put_part(self, name: str, value: Any, generation: int) -> None:
        """Keep a part unless something changed since it was read; the caller sees to it that it is small."""
        if self.is_open and generation == self.generation:
            self._parts[name] = value

    def _drop(self, key: Key) -> None:
        self.size -= _weight(key, self._answers.pop(key))
        self._asked_at.pop(key, None)


def _weight(key: Key, answer: Answer) -> int:
    """Estimate what an answer takes; compressed, it is a small part of itself."""
    return len(answer.body) + len(key[1]) + 1000


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
        answer = self._shelf.get(key)
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
        shown = frozenset() if scope["path"] in WITHOUT_PICTURES else _noted(scope).get("products_shown")
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


def note_products(request: Request, products: frozenset[int]) -> None:
    """Note of which products an answer shows pictures: it is kept while others get new ones."""
    request.state.products_shown = products


def note_unseen(request: Request) -> None:
    """Note that visitors see nothing yet of what a request changed: what is kept for them stays."""
    request.state.is_unseen = True


def _noted(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.get("state", {})
    return state


def key_of(scope: Scope) -> Key:
    """Return what the answer to a request is kept under, on this day of the shop's: it turns with a minute."""
    return scope["path"], scope["query_string"], _day_of(int(time.time() // 60))


@lru_cache(maxsize=2)
def _day_of(minute: int) -> date:
    return today(datetime.fromtimestamp(minute * 60, UTC))


def _may_change(path: str) -> bool:
    return path in PATHS or path in {"/api/product/", "/api/review/"}


def etag_of(body: bytes) -> bytes:
    """Return the ETag of a body: weak, since it stands for the same words however they are compressed."""
    return b'W/"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'


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


def is_known(etag: str, known: str) -> bool:
    """Whether ``If-None-Match`` names what would be sent, in the weak comparison (RFC 9110, 13.1.2)."""
    tags = {tag.strip().removeprefix("W/") for tag in known.split(",")}
    return etag.removeprefix("W/") in tags or known.strip() == "*"


@contextlib.asynccontextmanager
async def listening(shelf: Shelf, settings: Settings, ask: Ask) -> AsyncIterator[None]:
    """Keep the shelf open for as long as PostgreSQL's announcements are heard, until left."""
    anew = _Anew(ask)
    task = asyncio.create_task(_listen(shelf, settings, anew))
    try:
        yield
    finally:
        task.cancel()
        with contextlib.suppress(asyncio.CancelledError):
            await task
        await anew.end()
        _close(shelf)


class _Anew:
    """Makes anew what was taken from the shelf, as if a visitor had asked for it."""

    def __init__(self, ask: Ask) -> None:
        self._ask = ask
        self._tasks: set[asyncio.Task[None]] = set()

    def make(self, keys: Iterable[Key]) -> None:
        """Begin with what the API answers; pages wait for who asks."""
        for path, query, _ in keys:
            if path in PATHS and query.isascii():
                task = asyncio.create_task(self._make(path.removeprefix("/api"), query.decode()))
                self._tasks.add(task)
                task.add_done_callback(self._tasks.discard)

    async def _make(self, path: str, query: str) -> None:
        with contextlib.suppress(Exception):  # what is wrong is told to who asks next
            await self._ask(path, query)

    async def end(self) -> None:
        """Leave what is not made yet."""
        for task in self._tasks:
            task.cancel()
        await asyncio.gather(*self._tasks, return_exceptions=True)


async def _listen(shelf: Shelf, settings: Settings, anew: _Anew) -> None:
    deafness = Outage("answers are not kept: no announcements")
    while True:
        try:
            await _follow(shelf, settings, deafness, anew)
        except (psycopg.Error, OSError, TimeoutError) as error:
            deafness.meet(error)
        finally:
            _close(shelf)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _follow(shelf: Shelf, settings: Settings, deafness: Outage, anew: _Anew) -> None:
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
                anew.make(shelf.clear(announced.payload))
            async with asyncio.timeout(CHECK_SECONDS):
                await connection.execute("SELECT 1")


def _close(shelf: Shelf) -> None:
    shelf.is_open = False
    shelf.clear()
