"""A response that comes out of the response cache, or is created and stored there."""

from collections.abc import Awaitable, Callable

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from api.cache.middleware import send_cached
from api.cache.store import CachedResponse, CacheKey, ResponseCache


class Cached(Response):
    """Sends what is stored under the key, or what ``create`` returns."""

    def __init__(self, cache: ResponseCache, key: CacheKey, create: Callable[[], Awaitable[CachedResponse]]) -> None:
        self._cache = cache
        self._key = key
        self._create = create

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:  # noqa: ARG002 - ASGI passes it
        await send_cached(scope, send, await self._cache.get_or_create(self._key, self._create))
