"""The store of the response cache: each response for a minute, and none older than the last announced change."""

import asyncio
import hashlib
import time
from collections import OrderedDict
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from datetime import UTC, date, datetime
from functools import lru_cache
from typing import Any, NamedTuple

from api import compression
from shop.clock import today

IMAGE_TABLE = "product_image"
"""Announcements about this table name the product too: ``product_image 6``."""

MAX_AGE_SECONDS = 60.0
"""Changes that are not announced, such as how well a product sells, show after this time at the latest."""
MAX_BYTES = 32 * 1024 * 1024
MAX_ENTRIES = 4000
MAX_RESPONSE_BYTES = 2 * 1024 * 1024

HeaderList = list[tuple[bytes, bytes]]


class CacheKey(NamedTuple):
    """What a response depends on.

    ``resource`` is one of a fixed number of addresses. ``parameters`` is everything else that the response depends
    on, in one spelling; it is empty for the plain address.
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
    """A whole response. It is compressed once for all who accept the encoding.

    ``product_ids`` are the products whose images it shows; None if it may show any.
    """

    headers: HeaderList
    body: bytes
    etag: bytes
    status: int = 200
    product_ids: frozenset[int] | None = None
    created_at: float = field(default_factory=time.monotonic)
    _encoded: dict[str | None, EncodedBody] = field(default_factory=dict, init=False, compare=False)

    @property
    def is_shareable(self) -> bool:
        """Whether it may be sent to others than who asked for it."""
        return self.status == 200 and all(name.lower() != b"set-cookie" for name, _ in self.headers)

    @property
    def weight(self) -> int:
        """Estimate the memory that it takes, in bytes: the compressed bodies take less than half of the plain one."""
        return len(self.body) * 3 // 2 + 1000

    def is_encoded(self, encoding: str | None) -> bool:
        """Whether :meth:`encoded` has nothing left to compress."""
        return encoding in self._encoded

    def encoded(self, encoding: str | None) -> EncodedBody:
        """Return it for who accepts this encoding; compress it at the first call."""
        encoded = self._encoded.get(encoding)
        if encoded is None:
            encoded = self._encoded[encoding] = self._encode(encoding)
        return encoded

    def _encode(self, encoding: str | None) -> EncodedBody:
        if encoding is None or len(self.body) < compression.LEAST:
            return EncodedBody(self.headers, self.body)
        body = compression.compress(self.body, encoding)
        changed = [(b"content-encoding", encoding.encode()), (b"content-length", b"%d" % len(body))]
        return EncodedBody([*(header for header in self.headers if header[0] != b"content-length"), *changed], body)


class _LruCache:
    """Responses by key, bounded in bytes and entries; the least recently used go first."""

    def __init__(self, max_bytes: int, max_entries: int) -> None:
        self._responses: OrderedDict[CacheKey, CachedResponse] = OrderedDict()
        self._max_bytes = max_bytes
        self._max_entries = max_entries
        self.size = 0

    def get(self, key: CacheKey) -> CachedResponse | None:
        response = self._responses.get(key)
        if response is None:
            return None
        if time.monotonic() - response.created_at > MAX_AGE_SECONDS:
            self._drop(key)
            return None
        self._responses.move_to_end(key)
        return response

    def put(self, key: CacheKey, response: CachedResponse) -> None:
        if key in self._responses:
            self._drop(key)
        self._responses[key] = response
        self.size += _weight(key, response)
        while self.size > self._max_bytes or len(self._responses) > self._max_entries:
            self._drop(next(iter(self._responses)))

    def invalidate(self, is_stale: Callable[[CachedResponse], bool]) -> None:
        for key in [key for key, response in self._responses.items() if is_stale(response)]:
            self._drop(key)

    def _drop(self, key: CacheKey) -> None:
        self.size -= _weight(key, self._responses.pop(key))


class ResponseCache:
    """Responses to be sent again, and one production at a time for each that is missing.

    Plain addresses have a store of their own. There are few of them, so requests with parameters of a stranger's
    choice never displace them. ``generation`` counts the announced changes.
    """

    def __init__(self, max_bytes: int = MAX_BYTES, max_entries: int = MAX_ENTRIES) -> None:
        self._plain = _LruCache(max_bytes, max_entries)
        self._with_parameters = _LruCache(max_bytes, max_entries)
        self._pending: dict[tuple[CacheKey, int], asyncio.Future[CachedResponse | None]] = {}
        self._fragments: dict[str, Any] = {}
        self.generation = 0
        self.is_open = False

    @property
    def size(self) -> int:
        """How many bytes the responses take, estimated."""
        return self._plain.size + self._with_parameters.size

    def get(self, key: CacheKey) -> CachedResponse | None:
        """Return the response if it is there and fresh."""
        return self._store_of(key).get(key) if self.is_open else None

    async def get_or_create(self, key: CacheKey, create: Callable[[], Awaitable[CachedResponse]]) -> CachedResponse:
        """Return the response, created once for all who ask for it meanwhile, and store it.

        A request that comes after an announced change does not wait for a response that was begun before it.
        """
        cached = self.get(key)
        if cached is None and (pending := self._pending.get((key, self.generation))):
            cached = await asyncio.shield(pending)
        return cached or await self._create(key, create)

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
        """Store a response, unless something changed since it was begun in this generation."""
        is_current = self.is_open and generation == self.generation
        if is_current and response.is_shareable and len(response.body) <= MAX_RESPONSE_BYTES:
            self._store_of(key).put(key, response)

    def fragment(self, name: str) -> Any:
        """Return what many responses are made from, or None if it is not stored."""
        return self._fragments.get(name) if self.is_open else None

    def put_fragment(self, name: str, value: Any, generation: int) -> None:
        """Store a fragment unless something changed since it was read; the caller sees to it that it is small."""
        if self.is_open and generation == self.generation:
            self._fragments[name] = value

    def invalidate(self, announcement: str = "") -> None:
        """Drop what an announced change makes stale: the table's name, and the product's id for an image."""
        self.generation += 1
        table, _, product_id = announcement.partition(" ")
        if table == IMAGE_TABLE:
            self._invalidate_images(int(product_id) if product_id else None)
            return
        self._fragments.clear()
        for store in (self._plain, self._with_parameters):
            store.invalidate(lambda _: True)

    def _invalidate_images(self, product_id: int | None) -> None:
        def is_stale(response: CachedResponse) -> bool:
            if response.product_ids is None or product_id is None:
                return response.product_ids is None or bool(response.product_ids)
            return product_id in response.product_ids

        for store in (self._plain, self._with_parameters):
            store.invalidate(is_stale)

    def _store_of(self, key: CacheKey) -> _LruCache:
        return self._with_parameters if key.parameters else self._plain


def _weight(key: CacheKey, response: CachedResponse) -> int:
    return response.weight + len(key.parameters)


def current_day() -> date:
    """Return the shop's calendar day, looked up once a minute."""
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
