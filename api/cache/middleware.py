"""Serve the API's public responses from the response cache: catalogue, product images and gold rates.

They contain nothing personal, so visitors and shoppers share them. Staff may see unpublished data, so their requests
bypass the cache. A browser may store a copy and revalidates it each time (RFC 9110, 13.1.2).
"""

from collections.abc import Collection, Mapping
from functools import lru_cache
from operator import itemgetter
from typing import Any
from urllib.parse import urlencode

from starlette.datastructures import QueryParams
from starlette.requests import Request
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.cache import event_position
from api.cache.response import send_cached
from api.cache.store import IMAGE_TABLE, CachedResponse, CacheKey, ResponseCache, current_day, etag_of
from api.http.flag_routing import route_path
from shop.sessions import cookies
from shop.sessions.model import Role
from shop.settings import Settings

PARAMETERS: Mapping[str, frozenset[str]] = {
    "/api/category/": frozenset({"search", "sort", "limit", "cursor"}),
    "/api/goldrate/": frozenset({"from", "to", "sort", "scheduled", "limit", "cursor"}),
    "/api/product/customer/": frozenset(
        {
            *("search", "category", "categoryId", "productType", "purity", "stock"),
            *("minRating", "minPrice", "maxPrice", "minWeight", "maxWeight", "size", "stone"),
            *("sort", "limit", "cursor", "facets"),
        }
    ),
    "/api/productimage/": frozenset({"productId", "limit", "cursor"}),
}
"""The cacheable paths, each with the query parameters that its response depends on."""
WITHOUT_IMAGES = frozenset({"/api/category/", "/api/goldrate/"})
CHANGING_PATHS = PARAMETERS.keys() | {"/api/product/", "/api/review/"}
MAX_QUERY_BYTES = 512

_REPLACED_HEADERS = frozenset({b"cache-control", b"etag", b"vary"})


class CacheMiddleware:
    """Sends stored responses, and stores responses of the application."""

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
            if after := dict(scope["headers"]).get(event_position.HEADER):
                await event_position.catch_up(self._cache, scope["app"].state.pool, after)
            key = CacheKey(path, normalized(path, scope["query_string"]), current_day())
            response = self._cache.get(key)
            if response is None:
                response = await self._cache.get_or_create(key, lambda: self._create(path, scope, receive))
            await send_cached(scope, send, response)
        else:
            await self._app(scope, receive, send)

    def _is_cacheable(self, scope: Scope) -> bool:
        """Whether all visitors and shoppers get the same response. A request with a body is not answered from here."""
        if len(scope["query_string"]) > MAX_QUERY_BYTES:
            return False
        for name, value in scope["headers"]:
            if name == b"cookie" and self._staff_cookie in value:
                return False
            if name == b"transfer-encoding" or (name == b"content-length" and value != b"0"):
                return False
            if name == b"authorization":
                return False  # the route checks the scopes of an API key
        return True

    async def _create(self, path: str, scope: Scope, receive: Receive) -> CachedResponse:
        """Collect the response of the application."""
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
            return CachedResponse(start["headers"], body, b"", start["status"])
        etag = etag_of(body)
        headers = [header for header in start["headers"] if header[0].lower() not in _REPLACED_HEADERS]
        added = [(b"etag", etag), (b"cache-control", b"no-cache"), (b"vary", b"accept-encoding")]
        product_ids = frozenset() if path in WITHOUT_IMAGES else _state(scope).get("product_ids")
        return CachedResponse([*headers, *added], body, etag, product_ids=product_ids)

    async def _invalidate_after(self, path: str, scope: Scope, receive: Receive, send: Send) -> None:
        """Invalidate before the response is sent, so that the caller sees the change at once in this process."""
        announcement = IMAGE_TABLE if path == "/api/productimage/" else ""

        async def invalidate(message: Message) -> None:
            is_done = message["type"] == "http.response.start" and message["status"] < 400
            if is_done and "is_unpublished" not in _state(scope):
                self._cache.invalidate(announcement)
            await send(message)

        await self._app(scope, receive, invalidate if path in CHANGING_PATHS else send)


@lru_cache(maxsize=1024)
def normalized(path: str, query: bytes) -> str:
    """Return what a response depends on besides its path: ``id`` or ``flag``, and the declared parameters by name.

    The order of one parameter's values is kept, because the last value is used if only one is allowed.
    """
    if not query:
        return ""
    selected = route_path(path, query).removeprefix(path)
    declared = [pair for pair in QueryParams(query).multi_items() if pair[0] in PARAMETERS[path]]
    return f"{selected}&{urlencode(sorted(declared, key=itemgetter(0)))}".strip("&")


def note_products(request: Request, product_ids: Collection[int]) -> None:
    """Record the products whose images a response shows. Image changes of other products do not invalidate it."""
    request.state.product_ids = frozenset(product_ids)


def note_unpublished(request: Request) -> None:
    """Record that a request changed nothing that visitors can see, so that stored responses stay valid."""
    request.state.is_unpublished = True


def _state(scope: Scope) -> dict[str, Any]:
    state: dict[str, Any] = scope.get("state", {})
    return state
