"""The whole shop at one origin, for one machine: API, Socket.IO, pictures and the built web.

In production the three are separate processes behind a front server; the paths are the same.
"""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.staticfiles import StaticFiles
from starlette.types import ASGIApp, Message, Receive, Scope, Send

from api.main import create_app
from api.media import Pictures
from realtime.main import Realtime
from shop.logs import configure
from shop.media import URL
from shop.settings import Settings, settings

CONTENT_POLICY = "; ".join(
    [
        "default-src 'self'",
        "img-src 'self' data: blob:",
        "style-src 'self'",
        "script-src 'self'",
        "connect-src 'self'",
        "font-src 'self'",
        "object-src 'none'",
        "base-uri 'self'",
        "form-action 'self'",
        "frame-ancestors 'none'",
    ]
)


class PageHeaders:
    """Adds the security headers to every page and file."""

    def __init__(self, app: ASGIApp) -> None:
        self._app = app

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                extra = {
                    b"content-security-policy": CONTENT_POLICY.encode(),
                    b"x-content-type-options": b"nosniff",
                    b"referrer-policy": b"strict-origin-when-cross-origin",
                }
                message["headers"] = [
                    *message["headers"],
                    *((k, v) for k, v in extra.items() if k not in present),
                ]
            await send(message)

        await self._app(scope, receive, answer)


class Kept(StaticFiles):
    """Files whose name changes with their content, so that a browser may keep them for a year."""

    def file_response(self, *args: object, **kwargs: object) -> Response:
        response = super().file_response(*args, **kwargs)  # type: ignore[arg-type]
        response.headers["Cache-Control"] = "public, max-age=31536000, immutable"
        return response


def _page(config: Settings, name: str) -> Response:
    page = config.web_dir / name
    if not page.is_file():
        return PlainTextResponse("The web is not built yet. Run: make web", 503)
    return FileResponse(page, headers={"Cache-Control": "no-cache"})


def _web(config: Settings) -> list[Route | Mount]:
    async def admin(_: Request) -> Response:
        return _page(config, "admin.html")

    async def storefront(request: Request) -> Response:
        name = Path(request.path_params["path"])
        if len(name.parts) == 1 and name.suffix and (config.web_dir / name.name).is_file():
            return FileResponse(config.web_dir / name.name)
        return _page(config, "index.html")

    return [
        Mount("/assets", Kept(directory=config.web_dir / "assets", check_dir=False)),
        Route("/admin", admin),
        Route("/admin/{path:path}", admin),
        Route("/{path:path}", storefront),
    ]


class Shop:
    """Sends each request to the part that it is meant for."""

    def __init__(self, config: Settings) -> None:
        self._api = create_app(config)
        self._realtime = Realtime(config)
        self._pictures = Pictures(config)
        self._pages = Starlette(routes=_web(config), middleware=[Middleware(PageHeaders)], lifespan=self._lifespan)

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
