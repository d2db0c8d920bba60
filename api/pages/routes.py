"""The routes of the pages and files."""

from functools import partial

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

from api.cache.response import Uncached
from api.cache.store import CachedResponse
from api.pages import page_builders, sitemap
from api.pages.page_data import PageData
from api.pages.security_headers import SecurityHeaders
from api.pages.static_files import IMMUTABLE, MAX_LOGGED, REVALIDATE, find_file, not_found, send_file
from api.pages.storefront import Storefront
from api.pages.web_build import NotBuilt, is_admin_path
from shop.db.deadlines import MIN_WAIT_SECONDS, wait_limit
from shop.errors import refusal
from shop.settings import Settings

JSON = "application/json"

log = structlog.get_logger()


OFFLINE_PAGE = "offline.html"
"""The document that the service worker shows without a network.

Other documents of the build are served at the URLs of their pages.
"""


def create_pages_app(config: Settings, api: FastAPI, lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Return the application that serves the web build in ``config.web_dir`` with the data of the API."""
    folder = config.web_dir
    storefront = Storefront(config, api)

    async def asset(request: Request) -> Response:
        """Send a file whose name changes with its content, so that browsers may keep it for a year."""
        path = find_file(folder / "assets", request.path_params["path"])
        return send_file(request, path, cache_control=IMMUTABLE) if path else not_found()

    async def page(request: Request) -> Response:
        """Send a page, the admin's document, or a file such as the favicon."""
        name: str = request.path_params["path"]
        if "/" not in name and "." in name and (not name.endswith(".html") or name == OFFLINE_PAGE):
            path = find_file(folder, name)
            if path:
                return send_file(request, path, cache_control=REVALIDATE)
        known = storefront.read_build().canonical(request.scope["path"])
        if known is not None and known != request.scope["path"]:
            return _redirect(request, known)
        if is_admin_path(request.scope["path"]):
            return admin(is_known=known is not None)
        return await storefront.page(known, request)

    def admin(*, is_known: bool) -> Response:
        """Send the admin's document, which is rendered in the browser. For an unknown path the status is 404."""
        path = find_file(folder, "admin.html")
        if path is None:
            raise NotBuilt
        return Uncached(partial(_admin_document, path.read_text(), PageData(api, config), 200 if is_known else 404))

    routes = [
        Mount("/assets", routes=[Route("/{path:path}", asset)]),
        Route("/robots.txt", sitemap.robots(config)),
        Route("/sitemap.xml", sitemap.index(config, api, storefront.read_build)),
        Route("/sitemap-{part}.xml", sitemap.part(config, api, storefront.read_build)),
        Route("/{path:path}", page),
    ]
    handlers = {
        405: _method_not_allowed,
        NotBuilt: _not_built,
        sitemap.NoSuchPart: _not_found,
        DBAPIError: _unavailable,
        PoolTimeout: _unavailable,
        TimeoutError: _unavailable,
    }
    security = Middleware(SecurityHeaders, settings=config)
    return Starlette(routes=routes, middleware=[security], exception_handlers=handlers, lifespan=lifespan)


def _redirect(request: Request, path: str) -> Response:
    """Redirect to the canonical path, with the same query."""
    query = request.scope["query_string"].decode("latin-1")
    return RedirectResponse(f"{path}?{query}" if query else path, 301, {"Cache-Control": "no-cache"})


async def _admin_document(document: str, data: PageData, status: int) -> CachedResponse:
    """Return the admin's document with the id of the last event, from which the open page catches up.

    Without that id, such as while PostgreSQL is unavailable, the page reloads its data when it is connected.
    """
    with wait_limit(MIN_WAIT_SECONDS):
        await data.load_last_event()
    body = document.replace("</body>", f"{page_builders.preloaded_state(data)}</body>")
    return CachedResponse.create(
        body.encode(), content_type="text/html; charset=utf-8", cache_control=REVALIDATE, status=status
    )


def _method_not_allowed(_request: Request, _error: Exception) -> Response:
    return Response(refusal(405, "A page can only be looked at."), 405, {"Allow": "GET, HEAD"}, JSON)


def _not_found(_request: Request, _error: Exception) -> Response:
    return not_found()


def _unavailable(request: Request, error: Exception) -> Response:
    log.warning("database", path=request.url.path[:MAX_LOGGED], reason=type(error).__name__, detail=str(error)[:300])
    body = refusal(503, "The shop cannot reach its records just now. Please try again in a moment.")
    return Response(body, 503, {"Retry-After": "3"}, JSON)


def _not_built(_request: Request, _error: Exception) -> Response:
    return PlainTextResponse("The web is not built yet. Run: make run", 503)
