"""What search engines should look at (sitemaps.org 0.9), and what they should not (RFC 9309)."""

import datetime as dt
from collections.abc import Awaitable, Callable, Iterable
from xml.sax.saxutils import escape

from fastapi import FastAPI
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from api import compression
from api.pages.build import Build, NotBuilt
from shop.catalogue import queries
from shop.settings import Settings

MOST = 50_000
"""Addresses in one file, by the standard."""
MOST_FILES = 50_000
"""Files in an index, by the standard."""

_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

Entry = tuple[str, dt.datetime | None]
Endpoint = Callable[[Request], Awaitable[Response]]


def robots(config: Settings) -> Endpoint:
    """Answer with what may be looked at. The API may: whoever runs a page's scripts needs it."""

    async def endpoint(_request: Request) -> Response:
        lines = [
            "User-agent: *",
            "Disallow: /admin",
            "Disallow: /socket.io/",
            "",
            f"Sitemap: {_base(config)}/sitemap.xml",
        ]
        return PlainTextResponse("\n".join(lines) + "\n", headers={"Cache-Control": "public, max-age=3600"})

    return endpoint


def whole(config: Settings, api: FastAPI) -> Endpoint:
    """Answer with all addresses or, where they are too many for one file, with the files that hold them."""

    async def endpoint(request: Request) -> Response:
        async with api.state.sessions() as database:
            pages = await _pages(config, database)
            products = await database.scalar(queries.count_for_sale()) or 0
            if len(pages) + products <= MOST:
                return _urls(request, _base(config), [*pages, *await _products(database, 0)])
        names = [f"/sitemap-{number}.xml" for number in range(1 + -(-products // MOST))]
        return _xml(request, "sitemapindex", (f"<sitemap><loc>{_base(config)}{name}</loc></sitemap>" for name in names))

    return endpoint


def part(config: Settings, api: FastAPI) -> Endpoint:
    """Answer with one file of many: number 0 holds the pages, the others products."""

    async def endpoint(request: Request) -> Response:
        number: int = request.path_params["part"]
        async with api.state.sessions() as database:
            if number == 0:
                return _urls(request, _base(config), await _pages(config, database))
            found = await _products(database, number - 1) if number <= MOST_FILES else []
        if not found:
            return PlainTextResponse("There is nothing at this address.", 404)
        return _urls(request, _base(config), found)

    return endpoint


def _base(config: Settings) -> str:
    return config.public_url.rstrip("/")


async def _pages(config: Settings, database: AsyncSession) -> list[Entry]:
    """Return the pages that the build knows, and the list of each category."""
    try:
        build = Build.read(config.web_dir / "pages")
    except NotBuilt:
        return []
    known = {address.path: address for address in build.addresses.values() if not address.is_private}
    categories = (await database.execute(queries.categories_for_sale())).all()
    latest = max((changed for _, changed in categories), default=None)
    lists: list[Entry] = [(f"/products?categoryId={category_id}", changed) for category_id, changed in categories]
    with_products = {"home", "list", "categories"}
    return [(path, latest if address.template in with_products else None) for path, address in known.items()] + lists


async def _products(database: AsyncSession, place: int) -> list[Entry]:
    rows = await database.execute(queries.all_for_sale().limit(MOST).offset(place * MOST))
    return [(f"/{product_id}", changed) for product_id, changed in rows]


def _urls(request: Request, base: str, entries: Iterable[Entry]) -> Response:
    return _xml(request, "urlset", (_url(base, path, changed) for path, changed in entries))


def _url(base: str, path: str, changed: dt.datetime | None) -> str:
    when = f"<lastmod>{changed.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}</lastmod>" if changed else ""
    return f"<url><loc>{escape(base + path)}</loc>{when}</url>"


def _xml(request: Request, root: str, entries: Iterable[str]) -> Response:
    body = "\n".join(['<?xml version="1.0" encoding="UTF-8"?>', f"<{root} {_NAMESPACE}>", *entries, f"</{root}>", ""])
    headers = {"Cache-Control": "public, max-age=3600", "Vary": "Accept-Encoding"}
    content = body.encode()
    encoding = compression.choose(request.headers.get("accept-encoding", ""))
    if encoding:
        content = compression.compress(content, encoding)
        headers["Content-Encoding"] = encoding
    return Response(content, headers=headers, media_type="application/xml")
