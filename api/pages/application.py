"""The addresses of the pages and files."""

import structlog
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, RedirectResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Lifespan

from api.pages import sitemap
from api.pages.build import NotBuilt, is_of_admin
from api.pages.files import ASK_AGAIN, FOR_EVER, MAX_LOGGED, find_file, missing, send_file
from api.pages.headers import SafeHeaders
from api.pages.storefront import Storefront
from shop.errors import refusal
from shop.settings import Settings

JSON = "application/json"

log = structlog.get_logger()


def pages(config: Settings, api: FastAPI, lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Return the application that serves the built web out of ``config.web_dir`` with the data of the API."""
    folder = config.web_dir
    storefront = Storefront(config, api)

    async def asset(request: Request) -> Response:
        """A file whose name changes with its content, so that a browser may keep it for a year."""
        path = find_file(folder / "assets", request.path_params["path"])
        return send_file(request, path, keep=FOR_EVER) if path else missing()

    async def page(request: Request) -> Response:
        name: str = request.path_params["path"]
        if "/" not in name and "." in name and not name.endswith(".html"):
            path = find_file(folder, name)
            if path:
                return send_file(request, path, keep=ASK_AGAIN)
        known = storefront.build.canonical(request.scope["path"])
        if known is not None and known != request.scope["path"]:
            return _moved(request, known)
        if is_of_admin(request.scope["path"]):
            return admin(request, is_known=known is not None)
        return storefront.page(known, request.scope["query_string"])

    def admin(request: Request, *, is_known: bool) -> Response:
        """The portal, which draws itself. It says so where the address is none of its own, and so does the status."""
        path = find_file(folder, "admin.html")
        if path is None:
            raise NotBuilt
        response = send_file(request, path, keep=ASK_AGAIN)
        if not is_known and response.status_code == 200:
            response.status_code = 404
        return response

    routes = [
        Mount("/assets", routes=[Route("/{path:path}", asset)]),
        Route("/robots.txt", sitemap.robots(config)),
        Route("/sitemap.xml", sitemap.whole(config, api, storefront.read_build)),
        Route("/sitemap-{part}.xml", sitemap.part(config, api, storefront.read_build)),
        Route("/{path:path}", page),
    ]
    handlers = {
        405: _not_taken,
        NotBuilt: _not_built,
        sitemap.NoSuchPart: _missing,
        DBAPIError: _unavailable,
        PoolTimeout: _unavailable,
        TimeoutError: _unavailable,
    }
    safe = Middleware(SafeHeaders, settings=config)
    return Starlette(routes=routes, middleware=[safe], exception_handlers=handlers, lifespan=lifespan)


def _moved(request: Request, path: str) -> Response:
    """Lead to the one address of a page, with the query that came."""
    query = request.scope["query_string"].decode("latin-1")
    return RedirectResponse(f"{path}?{query}" if query else path, 301, {"Cache-Control": "no-cache"})


def _not_taken(_request: Request, _error: Exception) -> Response:
    return Response(refusal(405, "A page can only be looked at."), 405, {"Allow": "GET, HEAD"}, JSON)


def _missing(_request: Request, _error: Exception) -> Response:
    return missing()


def _unavailable(request: Request, error: Exception) -> Response:
    log.warning("database", path=request.url.path[:MAX_LOGGED], reason=type(error).__name__, detail=str(error)[:300])
    body = refusal(503, "The shop cannot reach its records just now. Please try again in a moment.")
    return Response(body, 503, {"Retry-After": "3"}, JSON)


def _not_built(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("The web is not built yet. Run: make run", 503)
