"""The addresses of the pages and files."""

import time
from pathlib import Path

from fastapi import FastAPI
from starlette.applications import Starlette
from starlette.middleware import Middleware
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response
from starlette.routing import Mount, Route
from starlette.types import Lifespan, Receive, Scope, Send

from api import byte_cache
from api.pages import documents, pieces, sitemap
from api.pages.build import Build, NotBuilt
from api.pages.files import ASK_AGAIN, FOR_EVER, send_file
from api.pages.headers import SafeHeaders
from api.pages.shop import Shop
from api.shelf import Answer, Shelf, etag_of
from shop.clock import now, today
from shop.errors import refusal
from shop.settings import Settings


def pages(config: Settings, api: FastAPI, lifespan: Lifespan[Starlette] | None = None) -> Starlette:
    """Return the application that serves the built web out of ``config.web_dir`` with the data of the API."""
    folder = config.web_dir
    storefront = Storefront(config, api)

    async def asset(request: Request) -> Response:
        """A file whose name changes with its content, so that a browser may keep it for a year."""
        return send_file(request, folder / "assets", request.path_params["path"], keep=FOR_EVER)

    async def admin(request: Request) -> Response:
        """The portal, which draws itself. It says so where the address is none of its own, and so does the status."""
        answer = send_file(request, folder, "admin.html", keep=ASK_AGAIN)
        if answer.status_code == 404:
            return _not_built()
        if answer.status_code == 200 and not storefront.build.is_of_admin(request.path_params.get("path", "")):
            answer.status_code = 404
        return answer

    async def page(request: Request) -> Response:
        path = Path(request.path_params["path"])
        if len(path.parts) == 1 and path.suffix and (folder / path).is_file() and path.suffix != ".html":
            return send_file(request, folder, path.name, keep=ASK_AGAIN)
        return storefront

    routes = [
        Mount("/assets", routes=[Route("/{path:path}", asset)]),
        Route("/robots.txt", sitemap.robots(config)),
        Route("/sitemap.xml", sitemap.whole(config, api)),
        Route("/sitemap-{part:int}.xml", sitemap.part(config, api)),
        Route("/admin", admin),
        Route("/admin/{path:path}", admin),
        Route("/{path:path}", page),
    ]
    safe = Middleware(SafeHeaders, settings=config)
    return Starlette(routes=routes, middleware=[safe], exception_handlers={405: _not_taken}, lifespan=lifespan)


class Storefront(Response):
    """The storefront's pages, kept ready beside the answers that they are made of and dropped with them."""

    def __init__(self, config: Settings, api: FastAPI) -> None:
        self._folder = config.web_dir / "pages"
        self._base = config.public_url.rstrip("/")
        self._api = api
        self._build: Build | None = None

    async def __call__(self, scope: Scope, receive: Receive, send: Send) -> None:
        try:
            build = self.build
        except NotBuilt:
            await _not_built()(scope, receive, send)
            return
        shelf: Shelf = self._api.state.answers
        query = scope["query_string"][: byte_cache.LONGEST_QUERY]
        key = f"{build.built_at}{scope['path']}", query, today(now())
        answer = shelf.get(key)
        if answer is None:
            generation = shelf.generation
            answer = await self._made(build, scope["path"], query.decode("latin-1"))
            if answer.status == 200:
                shelf.put(key, answer, generation)
        await byte_cache.send_kept(scope, send, answer)

    @property
    def build(self) -> Build:
        """What was built last.

        :raises NotBuilt: where nothing was.
        """
        if self._build is None or not self._build.is_still(self._folder):
            self._build = Build.read(self._folder)
        return self._build

    async def _made(self, build: Build, path: str, query: str) -> Answer:
        shop = Shop(self._api, self._base)
        document = await documents.compose(build, shop, build.at(path), query)
        template = build.templates[document.template]
        slots = {**document.slots, "head": pieces.head(document.head), "seeds": documents.seeds(shop)}
        body = template.fill(slots).encode()
        etag = etag_of(body)
        headers = [
            (b"content-type", b"text/html; charset=utf-8"),
            (b"content-length", b"%d" % len(body)),
            (b"content-security-policy", template.policy.encode()),
            (b"cache-control", b"no-cache" if document.status == 200 else b"no-store"),
            (b"vary", b"accept-encoding"),
            (b"etag", etag),
        ]
        if document.status == 503:
            headers.append((b"retry-after", b"3"))
        return Answer(headers, body, etag, time.monotonic(), document.status)


def _not_taken(_request: Request, _error: Exception) -> Response:
    body = refusal(405, "A page can only be looked at.")
    return Response(body, 405, {"Allow": "GET, HEAD"}, "application/json")


def _not_built() -> Response:
    return PlainTextResponse("The web is not built yet. Run: make run", 503)
