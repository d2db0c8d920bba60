"""Serves the API's cacheable responses: catalogue, product images and gold rates.

They carry nothing personal, so one copy serves visitors and shoppers. Staff may see what is not published yet and are
always answered afresh. A browser may keep a copy and asks each time whether it still holds (RFC 9110, 13.1.2).
"""

import asyncio
import time
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
from api.tracing import HEADER, Numbers
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

PARAMETERS: Mapping[str, frozenset[str]] = {
    "/api/category/": frozenset({"search", "sort", "limit", "cursor"}),
    "/api/goldrate/": frozenset({"from", "to", "sort", "scheduled", "limit", "cursor"}),
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
    """Sends stored responses, and stores what the application responds.

    It stands before almost everything else, so a stored response is given the id of its request here.
    """

    def __init__(self, app: ASGIApp, cache: ResponseCache, settings: Settings) -> None:
        self._app = app
        self._cache = cache
        self._requests = Numbers(settings)
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
        began = time.perf_counter()
        key = CacheKey(path, normalized(path, scope["query_string"]), current_day())
        response, number = self._cache.get(key), None
        if response is None:
            creation = _Creation(self._app, path, scope, receive)
            response = await self._cache.get_or_create(key, creation.create)
            number = creation.request_id
        if number is None:
            number = self._requests.of(scope).encode()
            self._requests.watch(scope, response.status, number.decode(), began)
        await send_cached(scope, send, response, (HEADER, number))

    async def _invalidate_after(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Let whoever changed something see it in this process before the announcement arrives."""
        announcement = IMAGE_TABLE if path == "/api/productimage/" else ""

        async def invalidate(message: Message) -> None:
            is_done = message["type"] == "http.response.start" and message["status"] < 400
            if is_done and "is_unpublished" not in _state(scope):
                self._cache.invalidate(announcement)
            await send(message)

        await self._app(scope, receive, invalidate if path in CHANGING_PATHS else send)


class _Creation:
    """Lets the application respond, and collects what it sends. ``request_id`` is then what the logs call it."""

    def __init__(self, app: ASGIApp, path: str, scope: Scope, receive: Receive) -> None:
        self._app = app
        self._path = path
        self._scope = scope
        self._receive = receive
        self.request_id: bytes | None = None

    async def create(self) -> CachedResponse:
        start: Message = {}
        parts: list[bytes] = []

        async def collect(message: Message) -> None:
            if message["type"] == "http.response.start":
                start.update(message)
            elif message["type"] == "http.response.body":
                parts.append(message.get("body", b""))

        await self._app(self._scope, self._receive, collect)
        body = b"".join(parts)
        self.request_id = next((value for name, value in start["headers"] if name == HEADER), None)
        headers = [header for header in start["headers"] if header[0] != HEADER]
        if start["status"] != 200:
            return CachedResponse(headers, body, b"", start["status"])
        etag = etag_of(body)
        kept = [header for header in headers if header[0].lower() not in _REPLACED_HEADERS]
        added = [(b"etag", etag), (b"cache-control", b"no-cache"), (b"vary", b"accept-encoding")]
        shown = frozenset() if self._path in WITHOUT_IMAGES else _state(self._scope).get("product_ids")
        return CachedResponse([*kept, *added], body, etag, product_ids=shown)


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


async def send_cached(scope: Scope, send: Send, response: CachedResponse, *own: tuple[bytes, bytes]) -> None:
    """Send a response in the encoding that the request accepts; only its headers if the browser has the body.

    :param own: headers of this request alone.
    """
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
        encoding = compression.choose(accepted.decode("latin-1")) if status == 200 else None
        if len(response.body) > MAX_INLINE_BYTES and not response.is_encoded(encoding):
            await asyncio.to_thread(response.encoded, encoding)
        encoded = response.encoded(encoding)
        headers, body = encoded.headers, encoded.body
    await send({"type": "http.response.start", "status": status, "headers": [*headers, *own]})
    await send({"type": "http.response.body", "body": body})
