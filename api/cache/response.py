"""Sends responses of the response cache."""

import asyncio
from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.cache.store import CachedResponse, CacheKey, ResponseCache, etag_matches
from api.middleware import compression

_BODY_HEADERS = frozenset({b"content-length", b"content-type"})


class Cached(Response):
    """The stored response of a key, or what ``create`` returns."""

    def __init__(self, cache: ResponseCache, key: CacheKey, create: Callable[[], Awaitable[CachedResponse]]) -> None:
        self._cache = cache
        self._key = key
        self._create = create

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI passes it
        await send_cached(scope, send, await self._cache.get_or_create(self._key, self._create))


class Uncached(Response):
    """What ``create`` returns, which is called for each request."""

    def __init__(self, create: Callable[[], Awaitable[CachedResponse]]) -> None:
        self._create = create

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI passes it
        await send_cached(scope, send, await self._create())


async def send_cached(scope: Scope, send: Send, response: CachedResponse) -> None:
    """Send a response in an encoding that the request accepts, or 304 if the client has it."""
    accepted = known = b""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value
        elif name == b"if-none-match":
            known = value
    status, body = response.status, b""
    if known and status == 200 and etag_matches(response.etag.decode(), known.decode("latin-1")):
        status, headers = 304, [header for header in response.headers if header[0] not in _BODY_HEADERS]
    else:
        encoding = compression.choose_encoding(accepted.decode("latin-1")) if status == 200 else None
        if len(response.body) > compression.MAX_INLINE_BYTES and not response.is_encoded(encoding):
            await asyncio.to_thread(response.encoded, encoding)
        encoded = response.encoded(encoding)
        headers, body = encoded.headers, encoded.body
    await send({"type": "http.response.start", "status": status, "headers": headers})
    await send({"type": "http.response.body", "body": body})
