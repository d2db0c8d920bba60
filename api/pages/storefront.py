"""The storefront's pages, cached beside the answers that they are made of and invalidated with them."""

from functools import partial

import structlog
from fastapi import FastAPI
from starlette.responses import Response

from api.cache.store import CachedResponse, CacheKey, current_day, etag_of
from api.pages import documents, newsletter, pieces
from api.pages.build import Address, Build
from api.pages.cached import Cached
from api.pages.lists import Asked
from api.pages.shop import Shop
from shop.settings import Settings

MAX_QUERY_BYTES = 4000
MAX_PARAMETERS = 200
"""A longer query is of no page of this shop."""

log = structlog.get_logger()


class Storefront:
    """Makes the pages out of the build's templates and the API's answers."""

    def __init__(self, config: Settings, api: FastAPI) -> None:
        self._folder = config.web_dir / "pages"
        self._config = config
        self._api = api
        self._build: Build | None = None

    @property
    def build(self) -> Build:
        """What was built last.

        :raises NotBuilt: where nothing was.
        """
        if self._build is None or not self._build.is_still(self._folder):
            self._build = Build.read(self._folder)
        return self._build

    def read_build(self) -> Build:
        """Return what was built last.

        :raises NotBuilt: where nothing was.
        """
        return self.build

    def page(self, path: str | None, query: bytes) -> Response:
        """Return the page of a canonical address, or the one that says that there is none.

        It is cached by what it depends on: a list by its filters, a product by its id, all others by their address.
        """
        build = self.build
        if len(query) > MAX_QUERY_BYTES or query.count(b"&") >= MAX_PARAMETERS:
            log.info("address refused", name=path, reason="the query is too long")
            path = None
        address = build.at(path) if path else None
        parameters = ""
        if address is None:
            resource = "not found"
        elif address.product_id:
            resource, parameters = "product", str(address.product_id)
        else:
            resource, parameters = address.path, _parameters(address, query.decode("latin-1"))
        key = CacheKey(f"page {build.built_at} {resource}", parameters, current_day())
        create = partial(self._create, build, address, parameters)
        return Cached(self._api.state.response_cache, key, create)

    async def _create(self, build: Build, address: Address | None, query: str) -> CachedResponse:
        shop = Shop(self._api, self._config)
        document = await documents.compose(build, shop, address, query)
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
        return CachedResponse(headers, body, etag, document.status)


def _parameters(address: Address, query: str) -> str:
    """Return the part of a query that a page depends on, in one spelling."""
    if address.template == "list":
        return Asked(address, query).parameters
    return newsletter.parameters(query) if address.states else ""
