"""The built web: two pages, their assets, and the headers that keep both safe.

The build leaves each text asset compressed beside it (``name.js.br``, ``name.js.gz``); a browser that takes one of
them gets it.
"""

import mimetypes
from pathlib import Path

from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import FileResponse, PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import ASGIApp, Lifespan, Message, Receive, Scope, Send

from shop.settings import Settings

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
FOR_EVER = "public, max-age=31536000, immutable"
ASK_AGAIN = "no-cache"
ENCODINGS = (("br", ".br"), ("gzip", ".gz"))


def pages(config: Settings, lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Return the application that serves the built web out of ``config.web_dir``."""
    folder = config.web_dir

    async def asset(request: Request) -> Response:
        """A file whose name changes with its content, so that a browser may keep it for a year."""
        return _file(request, folder / "assets", request.path_params["path"], FOR_EVER)

    async def admin(request: Request) -> Response:
        return _page(request, folder, "admin.html")

    async def storefront(request: Request) -> Response:
        path = Path(request.path_params["path"])
        if len(path.parts) == 1 and path.suffix:
            return _file(request, folder, path.name, ASK_AGAIN)
        return _page(request, folder, "index.html")

    routes = [
        Mount("/assets", routes=[Route("/{path:path}", asset)]),
        Route("/admin", admin),
        Route("/admin/{path:path}", admin),
        Route("/{path:path}", storefront),
    ]
    return Starlette(routes=routes, middleware=[Middleware(SafeHeaders, settings=config)], lifespan=lifespan)


def _page(request: Request, folder: Path, name: str) -> Response:
    if not (folder / name).is_file():
        return PlainTextResponse("The web is not built yet. Run: make run", 503)
    return _file(request, folder, name, ASK_AGAIN)


def _file(request: Request, folder: Path, name: str, keep: str) -> Response:
    """Return a file of the folder, compressed where that is there and taken; 304 where the browser has it."""
    path = (folder / name).resolve()
    if not path.is_relative_to(folder.resolve()) or not path.is_file():
        return PlainTextResponse("There is nothing at this address.", 404)
    headers = {"Cache-Control": keep, "Vary": "Accept-Encoding"}
    media_type = mimetypes.guess_type(path.name)[0] or "application/octet-stream"
    accepted = {part.partition(";")[0].strip() for part in request.headers.get("accept-encoding", "").split(",")}
    for encoding, suffix in ENCODINGS:
        compressed = path.with_name(path.name + suffix)
        if encoding in accepted and compressed.is_file():
            path, headers["Content-Encoding"] = compressed, encoding
            break
    response = FileResponse(path, headers=headers, media_type=media_type, stat_result=path.stat())
    if response.headers["etag"] in request.headers.get("if-none-match", ""):
        kept = {name: response.headers[name] for name in ("etag", "cache-control", "vary")}
        return Response(status_code=304, headers=kept)
    return response


class SafeHeaders:
    """Adds the security headers to every page and file."""

    def __init__(self, app: ASGIApp, settings: Settings) -> None:
        self._app = app
        self._headers = {
            b"content-security-policy": CONTENT_POLICY.encode(),
            b"x-content-type-options": b"nosniff",
            b"referrer-policy": b"strict-origin-when-cross-origin",
        }
        if settings.public_url.startswith("https://"):
            self._headers[b"strict-transport-security"] = b"max-age=31536000; includeSubDomains"

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        async def answer(message: Message) -> None:
            if message["type"] == "http.response.start":
                present = {name.lower() for name, _ in message["headers"]}
                missing = ((name, value) for name, value in self._headers.items() if name not in present)
                message["headers"] = [*message["headers"], *missing]
            await send(message)

        await self._app(scope, receive, answer)
