"""Serves the API's cacheable responses: catalogue, product images and gold rates.

They carry nothing personal, so one copy serves visitors and shoppers. Staff may see what is not published yet and are
always answered afresh. A browser may keep a copy and asks each time whether it still holds (RFC 9110, 13.1.2).
"""

import asyncio
from collections.abc import Collection, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api import compression
from api.cache.store import IMAGE_TABLE, CachedResponse, CacheKey, ResponseCache, current_day, etag_matches, etag_of
from api.calls import path_of
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

PARAMETERS: Mapping[str, frozenset[str]] = {
    "/api/category/": frozenset({"search", "sort", "limit", "cursor"}),
    "/api/goldrate/": frozenset({"from", "to", "sort", "limit", "cursor"}),
    "/api/product/customer/": frozenset(
        {
            *("search", "category", "categoryId", "productType", "purity", "stock"),
            *("minRating", "minPrice", "maxPrice", "sort", "limit", "cursor", "facets"),
        }
    ),
    "/api/productimage/": frozenset({"productId", "limit", "cursor"}),
}
"""The cacheable addresses, each with the query parameters that its response depends on."""
WITHOUT_IMAGES = frozenset({"/api/category/", "/api/goldrate/"})
CHANGING_PATHS = PARAMETERS.keys() | {"/api/product/", "/api/review/"}
MAX_QUERY_BYTES = 512
MAX_INLINE_BYTES = 128 * 1024
"""Longer bodies are compressed in a thread, so that other requests go on."""

_BODY_HEADERS = frozenset({b"content-length", b"content-type"})
_REPLACED_HEADERS = frozenset({b"cache-control", b"etag", b"vary"})


class CacheMiddleware:
    """Sends stored responses, and stores what the application responds."""

    def __init__(self, app: ASGIApp, cache: ResponseCache, settings: Settings) -> None:
        self._app = app
        self._cache = cache
        self._staff_cookie = cookies.cookie_name(Role.ADMIN, settings).encode()

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        if scope["type"] != "http":
            await self._app(scope, receive, send)
            return
        path: str = scope["path"] if scope["path"].endswith("/") else f"{scope['path']}/"
        if scope["method"] != "GET":
            await self._invalidate_after(path, scope, receive, send)
        elif path in PARAMETERS and self._is_cacheable(scope):
            await self._respond(path, scope, receive, send)
        else:
            await self._app(scope, receive, send)

    def _is_cacheable(self, scope: Scope) -> bool:
        """Whether the response is the one that every visitor and shopper gets, and the request has no body."""
        if len(scope["query_string"]) > MAX_QUERY_BYTES:
            return False
        for name, value in scope["headers"]:
            if name == b"cookie" and self._staff_cookie in value:
                return False
            if name == b"transfer-encoding" or (name == b"content-length" and value != b"0"):
                return False
        return True

    async def _respond(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        async def create() -> CachedResponse:
            return await self._create(path, scope, receive)

        key = CacheKey(path, normalized(path, scope["query_string"]), current_day())
        await send_cached(scope, send, self._cache.get(key) or await self._cache.get_or_create(key, create))

    async def _create(self, path: str, scope: Scope, receive: Receive) -> CachedResponse:
        """Let the application respond, and collect what it sends."""
        start: Message = {}
        parts: list[bytes] = []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(scope, receive, collect)
        body = b"".join(parts)
        if start["status"] != 200:
            return CachedResponse(list(start["headers"]), body, b"", start["status"])
        etag = etag_of(body)
        kept = [header for header in start["headers"] if header[0].lower() not in _REPLACED_HEADERS]
        added = [(b"etag", etag), (b"cache-control", b"no-cache"), (b"vary", b"accept-encoding")]
        shown = frozenset() if path in WITHOUT_IMAGES else _state(scope).get("product_ids")
        return CachedResponse([*kept, *added], body, etag, product_ids=shown)

    async def _invalidate_after(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let whoever changed something see it in this process before the announcement arrives."""
        announcement = IMAGE_TABLE if path == "/api/productimage/" else ""

        async def invalidate(message: Message) -> None:
            is_done = message["type"] == "http.response.start" and message["status"] < 400
            if is_done and "is_unpublished" not in _state(scope):
                self._cache.invalidate(announcement)
            await send(message)

        await self._app(scope, receive, invalidate if path in CHANGING_PATHS else send)


@lru_cache(maxsize=1024)
def normalized(path: str, query: bytes) -> str:
    """Return what a response depends on beside its path: the call's ``id`` or ``flag``, and its parameters by name.

    The order of one parameter's values counts, since the last one wins where there may be only one.
    """
    if not query:
        return ""
    selected = path_of(path, query).removeprefix(path)
    declared = [pair for pair in QueryParams(query).multi_items() if pair[0] in PARAMETERS[path]]
    return f"{selected}&{urlencode(sorted(declared, key=itemgetter(0)))}".strip("&")


def note_products(request: Request, product_ids: Collection[int]) -> None:
    """Note the products whose images a response shows; it stays stored while others get new ones."""
    request.state.product_ids = frozenset(product_ids)


def note_unpublished(request: Request) -> None:
    """Note that visitors see nothing yet of what a request changed: the stored responses stay."""
    request.state.is_unpublished = True


def _state(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.get("state", {})
    return state


async def send_cached(scope: Scope, send: Send, response: CachedResponse) -> None:
    """Send a response in the encoding that the request accepts; only its headers if the browser has the body."""
    accepted = known = ""
    for name, value in scope["headers"]:
        if name == b"accept-encoding":
            accepted = value.decode("latin-1")
        elif name == b"if-none-match":
            known = value.decode("latin-1")
    if known and response.status == 200 and etag_matches(response.etag.decode(), known):
        headers = [
            (name, value) for name, value in response.headers if name not in {b"content-length", b"content-type"}
        ]
        await send({"type": "http.response.start", "status": 304, "headers": headers})
        await send({"type": "http.response.body", "body": b""})
        return
    encoding = compression.choose(accepted) if response.status == 200 else None
    if len(response.body) > MAX_INLINE_BYTES and not response.is_encoded(encoding):
        await asyncio.to_thread(response.encoded, encoding)
    encoded = response.encoded(encoding)
    await send({"type": "http.response.start", "status": response.status, "headers": encoded.headers})
    await send({"type": "http.response.body", "body": encoded.body})
