"""Renders the storefront's pages and stores them in the response cache."""

import re
from dataclasses import replace
from functools import partial
from urllib.parse import parse_qs

import structlog
from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout
from starlette.requests import Request
from starlette.responses import Response

from api.auth.identity import identify, session_tokens
from api.cache.response import Cached, Uncached
from api.cache.store import CachedResponse, CacheKey, current_day
from api.pages import mail_links, page_builders, partials
from api.pages.list_query import ListQuery
from api.pages.page_data import PageData, Shopper
from api.pages.web_build import PageMatch, PageRoute, WebBuild
from shop.catalogue.sizes import LABEL_PATTERN
from shop.sessions.model import Role
from shop.settings import Settings

MAX_QUERY_BYTES = 4000
MAX_PARAMETERS = 200
"""The maximum number of parameters in a page's query. No link of this shop has more."""

_LABEL = re.compile(LABEL_PATTERN)

log = structlog.get_logger()


class Storefront:
    """Renders pages from the build's templates and the API's responses."""

    def __init__(self, config: Settings, api: FastAPI) -> None:
        self._folder = config.web_dir / "pages"
        self._config = config
        self._api = api
        self._build: WebBuild | None = None

    def read_build(self) -> WebBuild:
        """Return the newest web build.

        :raises NotBuilt: if there is none.
        """
        if self._build is None or not self._build.is_current(self._folder):
            self._build = WebBuild.read(self._folder)
        return self._build

    async def page(self, path: str | None, request: Request) -> Response:
        """Return the page of a canonical path, or the page for unknown addresses.

        The cache key is what a page depends on: a list's filters, a product's id and size, otherwise the path alone. A
        page with a shopper's own data is never stored, neither here nor by the browser.
        """
        query: bytes = request.scope["query_string"]
        build = self.read_build()
        if len(query) > MAX_QUERY_BYTES or query.count(b"&") >= MAX_PARAMETERS:
            log.info("page not served", path=path, reason="the query is too long")
            path = None
        if path is None:
            return self._cached(build, "not found", "", None)
        match = await self._with_query(build.match(path), query.decode("latin-1"))
        if match.token:
            return Uncached(partial(self._create, build, match))
        if match.route.own and Role.CUSTOMER in session_tokens(request):
            return Uncached(partial(self._create_own, build, match, request))
        parameters = f"{match.product_id} {match.size}" if match.product_id else match.query
        return self._cached(build, match.route.path, parameters, match)

    async def _with_query(self, match: PageMatch, query: str) -> PageMatch:
        """Return a match with the parts of the query that its page depends on."""
        if match.product_id:
            return replace(match, size=await self._size(match.product_id, query))
        return replace(match, query=_parameters(match.route, query))

    def _cached(self, build: WebBuild, resource: str, parameters: str, match: PageMatch | None) -> Response:
        key = CacheKey(f"page {build.built_at} {resource}", parameters, current_day())
        return Cached(self._api.state.response_cache, key, partial(self._create, build, match))

    async def _size(self, product_id: int, query: str) -> str:
        """Return the size in a link to a product; empty if the product does not have it."""
        size = parse_qs(query, keep_blank_values=True).get("size", [""])[0]
        if not _LABEL.fullmatch(size):
            return ""
        product = (await PageData(self._api, self._config).product(product_id)).data or {}
        return size if any(each["label"] == size for each in product.get("sizes") or ()) else ""

    async def _create_own(self, build: WebBuild, match: PageMatch, request: Request) -> CachedResponse:
        """Render a page with the personal data of the signed-in shopper, if the session is live."""
        try:
            person = (await identify(request, self._api.state.pool)).customer
        except (DBAPIError, PoolTimeout):
            person = None  # the client then loads the data
        shopper = Shopper(person.id, request.headers["cookie"]) if person else None
        return await self._create(build, match, shopper)

    async def _create(self, build: WebBuild, match: PageMatch | None, shopper: Shopper | None = None) -> CachedResponse:
        data = PageData(self._api, self._config)
        page = await page_builders.build_page(build, data, match, shopper)
        template = build.templates[page.template]
        state = page_builders.preloaded_state(data)
        slots = {**page.slots, "head": partials.render_head(page.head), "preloadedState": state}
        headers = [(b"content-security-policy", template.policy.encode())]
        if page.status == 503:
            headers.append((b"retry-after", b"3"))
        return CachedResponse.create(
            template.fill(slots).encode(),
            content_type="text/html; charset=utf-8",
            cache_control="no-cache" if page.status == 200 and shopper is None else "no-store",
            headers=headers,
            status=page.status,
        )


def _parameters(route: PageRoute, query: str) -> str:
    """Return the canonical part of a query that a page depends on."""
    if route.template == "list":
        return ListQuery(route, query).parameters
    return mail_links.parameters(route, query) if route.states else ""
