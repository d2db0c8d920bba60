"""Builds the ASGI application of the site: API, media files and pages.

Run it with ``uvicorn --factory api.site:app`` beside realtime processes, or as a part of ``asgi.py``.
"""
# ruff: noqa: E402 - the garbage collector is disabled before the imports

import gc

gc.disable()  # imports create no garbage, and collections would take a quarter of the start-up time

from collections.abc import AsyncIterator, Callable
from contextlib import AbstractAsyncContextManager, asynccontextmanager, nullcontext

from starlette.applications import Starlette
from starlette.types import Receive, Scope, Send

from api.app import create_app
from api.media.routes import MediaApp
from api.middleware.request_guard import send_failure
from api.pages import create_pages_app
from shop.media.keys import URL
from shop.observability.logs import configure
from shop.sessions import origins
from shop.settings import Settings
from shop.startup.load_settings import load_settings


class Site:
    """Dispatches requests by path to the API, the media files and the pages.

    :param beside: a context that is entered while the site runs.
    """

    def __init__(self, config: Settings, beside: Callable[[], AbstractAsyncContextManager[None]] = nullcontext) -> None:
        self._config = config
        self._api = create_app(config)
        self._media = MediaApp(config)
        self._pages = create_pages_app(config, self._api, self._lifespan)
        self._beside = beside

    @asynccontextmanager
    async def _lifespan(self, _app: Starlette) -> AsyncIterator[None]:
        async with self._api.router.lifespan_context(self._api), self._beside():
            yield

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        path = scope.get("path", "")
        if scope["type"] == "http" and not origins.is_own_host(host_of(scope), self._config):
            await send_failure(send, 421, "This shop is not at that address.")
        elif path.startswith("/api/") or path == "/api":
            await self._api(scope, receive, send)
        elif path.startswith(f"{URL}/"):
            await self._media(scope, receive, send)
        else:
            await self._pages(scope, receive, send)


def host_of(scope: Scope) -> str:
    """Return a request's ``Host``, empty if it has none."""
    for name, value in scope["headers"]:
        if name == b"host":
            return str(value, "latin-1")
    return ""


def app() -> Site:
    """Return the site with the settings of the environment."""
    config = load_settings(shipping=True)
    configure("site")
    return Site(config)
