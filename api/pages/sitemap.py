"""The sitemap (sitemaps.org 0.9) and robots.txt (RFC 9309).

PostgreSQL writes the product URLs as XML, so a part of the sitemap blocks the event loop no longer than a page does.
The parts are cached like pages.
"""

import datetime as dt
import re
from collections.abc import Awaitable, Callable, Iterable
from functools import partial
from xml.sax.saxutils import escape

from fastapi import FastAPI
from sqlalchemy import Select, Text, cast, func, literal, select
from sqlalchemy.dialects.postgresql import aggregate_order_by
from sqlalchemy.ext.asyncio import AsyncSession
from starlette.requests import Request
from starlette.responses import PlainTextResponse, Response

from api.cache.response import Cached
from api.cache.store import CachedResponse, CacheKey, current_day
from api.pages.static_files import not_found
from api.pages.web_build import WebBuild
from shop.catalogue import queries
from shop.catalogue.model import Product
from shop.settings import Settings

ROWS_PER_PART = 10_000
"""URLs in one part. The standard allows 50,000; a part of 10,000 fits into the cache."""

_PART = re.compile(r"0|[1-9][0-9]{0,4}")
"""The number of a part; the standard allows 50,000 parts."""
_NAMESPACE = 'xmlns="http://www.sitemaps.org/schemas/sitemap/0.9"'

Entry = tuple[str, dt.datetime | None]
Endpoint = Callable[[Request], Awaitable[Response]]
ReadBuild = Callable[[], WebBuild]


class NoSuchPart(Exception):
    """The sitemap has no part of this number."""


def robots(config: Settings) -> Endpoint:
    """Return the endpoint of robots.txt. The API is allowed, since crawlers that run scripts need it."""

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


def index(config: Settings, api: FastAPI, read_build: ReadBuild) -> Endpoint:
    """Return the endpoint of the sitemap: all URLs, or the index of its parts if one part cannot hold them."""

    async def create(build: WebBuild) -> CachedResponse:
        base = _base(config)
        async with api.state.sessions() as database:
            pages = await _pages(build, database)
            products = await database.scalar(queries.count_for_sale()) or 0
            if len(pages) + products <= ROWS_PER_PART:
                return _xml("urlset", [*_urls(base, pages), await _products(base, database, 0)])
        names = [f"/sitemap-{number}.xml" for number in range(1 + -(-products // ROWS_PER_PART))]
        return _xml("sitemapindex", [f"<sitemap><loc>{escape(base + name)}</loc></sitemap>" for name in names])

    async def endpoint(_request: Request) -> Response:
        build = read_build()
        key = CacheKey(f"sitemap {build.built_at}", "", current_day())
        return Cached(api.state.response_cache, key, partial(create, build))

    return endpoint


def part(config: Settings, api: FastAPI, read_build: ReadBuild) -> Endpoint:
    """Return the endpoint of one part: number 0 holds the pages, the others hold products."""

    async def create(build: WebBuild, number: int) -> CachedResponse:
        base = _base(config)
        async with api.state.sessions() as database:
            if number == 0:
                return _xml("urlset", _urls(base, await _pages(build, database)))
            products = await _products(base, database, number - 1)
        if not products:
            raise NoSuchPart
        return _xml("urlset", [products])

    async def endpoint(request: Request) -> Response:
        number: str = request.path_params["part"]
        if not _PART.fullmatch(number):
            return not_found()
        build = read_build()
        key = CacheKey(f"sitemap part {build.built_at}", number, current_day())
        return Cached(api.state.response_cache, key, partial(create, build, int(number)))

    return endpoint


def _base(config: Settings) -> str:
    return config.public_url.rstrip("/")


async def _pages(build: WebBuild, database: AsyncSession) -> list[Entry]:
    """Return the public pages of the web build, and the list of each category. Lists without products are left out."""
    public = {route.path: route for route in build.routes.values() if not route.is_private}
    categories = (await database.execute(queries.groups_for_sale(Product.category_id))).all()
    types = dict((await database.execute(queries.groups_for_sale(Product.product_type))).all())
    latest = max(types.values(), default=None)
    pages: list[Entry] = []
    for path, route in public.items():
        changed = types.get(route.product_type) if route.product_type else latest
        if route.template != "list":
            pages.append((path, latest if route.template in {"home", "categories"} else None))
        elif changed:
            pages.append((path, changed))
    return pages + [(f"/products?categoryId={category_id}", changed) for category_id, changed in categories]


async def _products(base: str, database: AsyncSession, part: int) -> str:
    return await database.scalar(_product_urls(base, part)) or ""


def _product_urls(base: str, part: int) -> Select[str]:
    """Select the URLs of one part's products as XML, one on each line."""
    products = queries.all_for_sale().limit(ROWS_PER_PART).offset(part * ROWS_PER_PART).subquery()
    product_id, changed = products.c.id, func.timezone("UTC", products.c.updated_at)
    lastmod = func.to_char(changed, literal('YYYY-MM-DD"T"HH24:MI:SS"Z"', Text))
    url = (
        literal(f"<url><loc>{escape(base)}/", Text)
        + cast(product_id, Text)
        + literal("</loc><lastmod>", Text)
        + lastmod
        + literal("</lastmod></url>", Text)
    )
    return select(func.string_agg(url, aggregate_order_by(literal("\n", Text), product_id)))


def _urls(base: str, entries: Iterable[Entry]) -> list[str]:
    return [_url(base, path, changed) for path, changed in entries]


def _url(base: str, path: str, changed: dt.datetime | None) -> str:
    when = f"<lastmod>{changed.astimezone(dt.UTC):%Y-%m-%dT%H:%M:%SZ}</lastmod>" if changed else ""
    return f"<url><loc>{escape(base + path)}</loc>{when}</url>"


def _xml(root: str, entries: list[str]) -> CachedResponse:
    lines = ['<?xml version="1.0" encoding="UTF-8"?>', f"<{root} {_NAMESPACE}>", *entries, f"</{root}>"]
    body = "".join(f"{line}\n" for line in lines if line).encode()
    return CachedResponse.create(
        body, content_type="application/xml", cache_control="public, max-age=3600", product_ids=frozenset()
    )
