"""Stores whole responses that are the same for every visitor and shopper."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, NamedTuple, Self

from api.middleware import compression
from shop.clock import today

IMAGE_TABLE = "product_image"
"""Announcements about this table also name the product: ``product_image 6``."""

MAX_AGE_SECONDS = 60.0
"""Changes without an announcement, such as the number of pieces sold, become visible after this time."""
MAX_BYTES = 32 * 1024 * 1024
MAX_ENTRIES = 4000
MAX_RESPONSE_BYTES = 2 * 1024 * 1024

HeaderList = list[tuple[bytes, bytes]]


class CacheKey(NamedTuple):
    """The inputs that a response depends on. ``resource`` is one of a fixed number of URL paths.

    ``parameters`` is everything else that the response depends on, in a canonical spelling; it is empty for the path
    without parameters.
    """

    resource: str
    parameters: str
    day: date


@dataclass(frozen=True)
class EncodedBody:
    """A response in one content encoding."""

    headers: HeaderList
    body: bytes


@dataclass(frozen=True)
class CachedResponse:
    """A whole response. Each content encoding is produced once.

    ``product_ids`` are the products whose images it shows; None if it may show any.
    """

    headers: HeaderList
    body: bytes
    etag: bytes
    status: int = 200
    product_ids: frozenset[int] | None = None
    created_at: float = field(default_factory=time.monotonic)
    _encoded: dict[str | None, EncodedBody] = field(default_factory=dict, init=False, compare=False)

    @classmethod
    def create(
        cls,
        body: bytes,
        *,
        content_type: str,
        cache_control: str,
        headers: HeaderList | None = None,
        status: int = 200,
        product_ids: frozenset[int] | None = None,
    ) -> Self:
        """Return a response with its length, its ETag and the headers for caches."""
        etag = etag_of(body)
        own = [
            (b"content-type", content_type.encode()),
            (b"content-length", b"%d" % len(body)),
            (b"cache-control", cache_control.encode()),
            (b"vary", b"accept-encoding"),
            (b"etag", etag),
        ]
        return cls([*own, *(headers or [])], body, etag, status, product_ids)

    @property
    def is_shareable(self) -> bool:
        """Whether it may be sent to requests other than the one that created it."""
        return self.status == 200 and all(name.lower() != b"set-cookie" for name, _ in self.headers)

    def is_encoded(self, encoding: str | None) -> bool:
        """Whether :meth:`encoded` has this encoding already."""
        return encoding in self._encoded

    def encoded(self, encoding: str | None) -> EncodedBody:
        """Return the response in a content encoding, None for no encoding."""
        encoded = self._encoded.get(encoding)
        if encoded is None:
            encoded = self._encoded[encoding] = self._encode(encoding)
        return encoded

    def _encode(self, encoding: str | None) -> EncodedBody:
        if encoding is None or len(self.body) < compression.MIN_BYTES:
            return EncodedBody(self.headers, self.body)
        body = compression.compress(self.body, encoding)
        changed = [(b"content-encoding", encoding.encode()), (b"content-length", b"%d" % len(body))]
        return EncodedBody([*(header for header in self.headers if header[0] != b"content-length"), *changed], body)

    def shows_image_of(self, product_id: int | None) -> bool:
        """Whether it may show an image of this product; None asks for any product."""
        if self.product_ids is None:
            return True
        return bool(self.product_ids) if product_id is None else product_id in self.product_ids


class ResponseCache:
    """Responses by key, bounded in bytes and entries; the least recently used are evicted first.

    Entries without parameters are evicted last. There are few of them, so requests with arbitrary parameters displace
    only each other. ``generation`` counts the invalidations. ``position`` is the last event that a request named: see
    :mod:`api.cache.event_position`. The cache is empty unless ``is_open``.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_entries: int = MAX_ENTRIES) -> None:
        self._responses: OrderedDict[CacheKey, CachedResponse] = OrderedDict()
        self._pending: dict[tuple[CacheKey, int], asyncio.Future[CachedResponse | None]] = {}
        self._fragments: dict[str, Any] = {}
        self._max_bytes = max_bytes
        self._max_entries = max_entries
        self.size = 0
        self.generation = 0
        self.position = 0
        self.is_open = False

    def get(self, key: CacheKey) -> CachedResponse | None:
        """Return the stored response unless it is too old."""
        response = self._responses.get(key) if self.is_open else None
        if response is None:
            return None
        if time.monotonic() - response.created_at > MAX_AGE_SECONDS:
            self._drop(key)
            return None
        self._responses.move_to_end(key)
        return response

    async def get_or_create(self, key: CacheKey, create: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        """Return the stored response, or create and store it.

        Concurrent callers share one creation. A caller that comes after an invalidation does not wait for a creation
        that began before it. If a creation fails or must not be shared, each waiting caller creates its own.
        """
        response = self.get(key)
        if response is None and (pending := self._pending.get((key, self.generation))):
            response = await asyncio.shield(pending)
        return response or await self._create(key, create)

    async def _create(self, key: CacheKey, create: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        generation = self.generation
        pending: asyncio.Future[CachedResponse | None] = asyncio.get_running_loop().create_future()
        if self.is_open:
            self._pending[key, generation] = pending
        shared = None
        try:
            response = await create()
            if response.is_shareable:
                self.put(key, response, generation)
                shared = response
            return response
        finally:
            pending.set_result(shared)
            if self._pending.get((key, generation)) is pending:
                del self._pending[key, generation]

    def put(self, key: CacheKey, response: CachedResponse, generation: int) -> None:
        """Store a response whose creation began in this generation; ignore it if it is outdated or too large."""
        is_current = self.is_open and generation == self.generation
        if not (is_current and response.is_shareable and len(response.body) <= MAX_RESPONSE_BYTES):
            return
        if key in self._responses:
            self._drop(key)
        self._responses[key] = response
        self.size += _weight(key, response)
        while self.size > self._max_bytes or len(self._responses) > self._max_entries:
            self._drop(next((key for key in self._responses if key.parameters), next(iter(self._responses))))

    def fragment(self, name: str) -> Any:
        """Return a value that many responses are created from, or None if it is not stored."""
        return self._fragments.get(name) if self.is_open else None

    def put_fragment(self, name: str, value: Any, generation: int) -> None:
        """Store a small value that was read in this generation; ignore it if it is outdated."""
        if self.is_open and generation == self.generation:
            self._fragments[name] = value

    def invalidate(self, announcement: str = "") -> None:
        """Drop what a change makes outdated.

        :param announcement: the table's name; for images the product's id may follow. Empty drops everything.
        """
        self.generation += 1
        table, _, product_id = announcement.partition(" ")
        if table == IMAGE_TABLE:
            changed = int(product_id) if product_id else None
            for key in [key for key, response in self._responses.items() if response.shows_image_of(changed)]:
                self._drop(key)
        else:
            self._responses.clear()
            self._fragments.clear()
            self.size = 0

    def _drop(self, key: CacheKey) -> None:
        self.size -= _weight(key, self._responses.pop(key))


def _weight(key: CacheKey, response: CachedResponse) -> int:
    """Estimate the memory of an entry in bytes. The compressed bodies take less than half of the plain one."""
    return len(response.body) * 3 // 2 + 1000 + len(key.parameters)


def current_day() -> date:
    """Return the shop's calendar day, computed once a minute."""
    return _day_of(int(time.time() // 60))


@lru_cache(maxsize=2)
def _day_of(minute: int) -> date:
    return today(datetime.fromtimestamp(minute * 60, UTC))


def etag_of(body: bytes) -> bytes:
    """Return the ETag of a body: weak, since it is the same in every content encoding."""
    return b'W/"' + hashlib.sha256(body).hexdigest()[:32].encode() + b'"'


def etag_matches(etag: str, if_none_match: str) -> bool:
    """Whether ``If-None-Match`` names this ETag, in the weak comparison (RFC 9110, 13.1.2)."""
    tags = {tag.strip().removeprefix("W/") for tag in if_none_match.split(",")}
    return etag.removeprefix("W/") in tags or if_none_match.strip() == "*"
