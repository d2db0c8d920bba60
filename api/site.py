"""All that answers plain HTTP at the shop's address: API, pictures and pages.

``uvicorn --factory api.site:app`` beside realtime processes, or a part of ``asgi.py``.
"""
# ruff: noqa: E402 - the collector rests before anything is loaded

import gc

gc.disable()  # what is being loaded is no garbage: to look through it again and again took a quarter of the start

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from api.doors import refuse
from api.main import create_app
from api.media import Pictures
from api.pages import pages
from shop.logs import configure
from shop.media import URL
from shop.sessions import origins
from shop.settings import Settings, settings


class Site:
    """Sends each request to the part that it is meant for. ``beside`` runs as long as the site does."""

    def __init__(self, config: Settings, beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext) -> None:
        self._config = config
        self._api = create_app(config)
        self._pictures = Pictures(config)
        self._pages = pages(config, self._api, self._lifespan)
        self._beside = beside

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self._api.router.lifespan_context(self._api), self._beside():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and not origins.is_own_host(host_of(scope), self._config):
            await refuse(send, 421, "This shop is not at that address.")
        elif path.startswith("/api/") or path == "/api":
            await self._api(scope, receive, send)
        elif path.startswith(f"{URL}/"):
            await self._pictures(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


def host_of(scope: Scope) -> str:
    """Return a request's ``Host``, empty where it has none."""
    return next((value.decode("latin-1") for name, value in scope["headers"] if name == b"host"), "")


def app() -> Site:
    """Return the site with the settings of the environment."""
    configure("site")
    return Site(settings())
