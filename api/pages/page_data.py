"""The data of one page. It consists of responses of the API, each of which is requested once."""

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.contact.schemas import ContactOut
from api.http.base_schemas import Success
from api.pages.internal_client import ApiResponse, get
from shop.events import log as event_log
from shop.settings import Settings


@dataclass(frozen=True)
class PreloadedResponse:
    """A response that the client finds in the page, by the endpoint and the argument of its query cache."""

    endpoint: str
    arg: Any
    text: str


@dataclass(frozen=True)
class Shopper:
    """The shopper for whom a page is rendered, and the Cookie header of their request."""

    id: int
    cookies: str


def in_size(product: Mapping[str, Any], label: str = "") -> Mapping[str, Any]:
    """Return a product with the weight, price and stock of one of its sizes, which the storefront shows first.

    It is the size with this label, otherwise the default size, or the first one in stock if that is out of stock.
    """
    sizes: Sequence[Mapping[str, Any]] = product["sizes"] or ()
    if not sizes:
        return product
    size = min(
        sizes, key=lambda each: (each["label"] != label, each["stockAvailability"] == "no", not each["isDefault"])
    )
    return {**product, **size}


_OWN = {"getAddresses": ("/address/", "customerId"), "getCart": ("/cart/", "custId"), "getShop": ("/shop/", "")}
"""The path of each endpoint of a shopper's pages, and the parameter for the shopper's id, empty if it has none."""


@dataclass
class PageData:
    """The data of one page. ``preloaded`` are the responses for the client's first render.

    ``last_event_id`` is the last event before the data was read; an open page catches up from there.
    """

    api: FastAPI
    config: Settings
    last_event_id: int | None = None
    preloaded: list[PreloadedResponse] = field(default_factory=list)
    is_unavailable: bool = False
    categories: list[dict[str, Any]] = field(default_factory=list)
    rates: list[dict[str, Any]] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The shop's public URL, without a slash at its end."""
        return self.config.public_url.rstrip("/")

    @cached_property
    def contact(self) -> ContactOut:
        """The shop's contact details."""
        return ContactOut.of(self.config)

    async def load_last_event(self) -> None:
        """Load the id of the last event, which must precede all data of the page."""
        try:
            async with self.api.state.sessions() as session:
                self.last_event_id = (await session.execute(event_log.stream_state())).one()[0]
        except (DBAPIError, PoolTimeout):
            self.is_unavailable = True

    async def load_common(self) -> None:
        """Load what all pages need, after the id of the last event."""
        await self.load_last_event()
        contact = Success(message="Contact", data=self.contact).model_dump_json(by_alias=True)
        self.preloaded.append(PreloadedResponse("getContact", None, contact))
        await self._load_categories()
        self.rates = (await self._get("getGoldRates", "/goldrate/")).data or []

    async def _load_categories(self) -> None:
        """Load the categories, page after page, and preload them as one list."""
        cursor: str | None = ""
        while cursor is not None:
            response = await get(self.api, "/category/", f"cursor={cursor}" if cursor else "")
            self.is_unavailable = self.is_unavailable or response.status >= 500
            if response.status != 200:
                return
            self.categories += response.data
            cursor = response.body["nextCursor"]
        body = json.dumps({"data": self.categories}, ensure_ascii=False, separators=(",", ":"))
        self.preloaded.append(PreloadedResponse("getCategories", None, body))

    async def load_own(self, endpoints: Sequence[str], shopper: Shopper) -> dict[str, ApiResponse]:
        """Preload the personal data of a page. If a request fails, the client repeats it."""
        responses = {}
        for endpoint in endpoints:
            path, parameter = _OWN[endpoint]
            arg = shopper.id if parameter else None
            query = f"{parameter}={arg}" if parameter else ""
            response = responses[endpoint] = await get(self.api, path, query, cookies=shopper.cookies)
            if response.status == 200:
                self.preloaded.append(PreloadedResponse(endpoint, arg, response.text))
        return responses

    async def policy(self, page: str) -> ApiResponse:
        return await self._get("getPolicy", "/policy/", f"page={page}", page)

    async def product(self, product_id: int) -> ApiResponse:
        return await self._get("getProduct", "/product/customer/", f"id={product_id}", product_id)

    async def tracked_order(self, token: str) -> ApiResponse:
        """Return the order that a tracking link shows. It is not preloaded: the client requests it again."""
        response = await get(self.api, "/track/", urlencode({"token": token}))
        self.is_unavailable = self.is_unavailable or response.status >= 500
        return response

    async def product_list(self, query: str, limit: int) -> ApiResponse:
        """Return the first page of a product list."""
        return await self._get("getProductList", "/product/customer/", f"{query}&limit={limit}", query)

    async def top_products(self, arg: Mapping[str, Any]) -> ApiResponse:
        """Return the first products of a list; ``arg`` is the argument of the client's query."""
        query = urlencode({name: str(value).lower() if value is True else value for name, value in arg.items()})
        if "facets" not in arg:
            query += "&facets=false"
        return await self._get("getTopProducts", "/product/customer/", query, dict(arg))

    async def _get(self, endpoint: str, path: str, query: str = "", arg: Any = None) -> ApiResponse:
        response = await get(self.api, path, query)
        if response.status == 200:
            self.preloaded.append(PreloadedResponse(endpoint, arg, response.text))
        self.is_unavailable = self.is_unavailable or response.status >= 500
        return response
