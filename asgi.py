"""The whole shop at one origin, for one machine: API, Socket.IO, pictures and the built web.

In production they are separate processes behind a front server; the paths are the same.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from api.main import create_app
from api.media import Pictures
from api.pages import pages
from realtime.main import Realtime
from shop.logs import configure
from shop.media import URL
from shop.settings import Settings, settings


class Shop:
    """Sends each request to the part that it is meant for."""

    def __init__(self, config: Settings) -> None:
        self._api = create_app(config)
        self._realtime = Realtime(config)
        self._pictures = Pictures(config)
        self._pages = pages(config, self._lifespan)

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self._api.router.lifespan_context(self._api), self._realtime.running():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if path.startswith("/socket.io") or scope["type"] == "websocket":
            await self._realtime(scope, receive, send)
        elif path.startswith("/api/") or path == "/api":
            await self._api(scope, receive, send)
        elif path.startswith(f"{URL}/"):
            await self._pictures(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


configure("web")
app = Shop(settings())
