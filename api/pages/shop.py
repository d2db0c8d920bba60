"""The shop as a page reads it: by the API, each answer once."""

from collections.abc import Mapping
from dataclasses import dataclass, field
from functools import cached_property
from typing import Any
from urllib.parse import urlencode

from fastapi import FastAPI
from sqlalchemy.exc import DBAPIError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.contact.schemas import ContactOut
from api.pages.answers import Answer, ask
from api.shapes import Success
from shop.events import log as event_log
from shop.settings import Settings


@dataclass
class Shop:
    """What one page asks, and the seeds that it leaves in the page: the answers as the client's cache names them."""

    api: FastAPI
    config: Settings
    after: int | None = None
    seeds: list[dict[str, Any]] = field(default_factory=list)
    is_away: bool = False
    categories: list[dict[str, Any]] = field(default_factory=list)
    rates: list[dict[str, Any]] = field(default_factory=list)

    @property
    def base(self) -> str:
        """The shop's public address, without a slash at its end."""
        return self.config.public_url.rstrip("/")

    @cached_property
    def contact(self) -> ContactOut:
        """Where the shop can be reached."""
        return ContactOut.of(self.config)

    async def begin(self) -> None:
        """Note the last event before anything is read: an open page catches up from there. Then read what all need."""
        try:
            async with self.api.state.sessions() as session:
                self.after = (await session.execute(event_log.stream_state())).one()[0]
        except (DBAPIError, PoolTimeout):
            self.is_away = True
        contact = Success(message="Contact", data=self.contact).model_dump_json(by_alias=True)
        self.seeds.append({"endpoint": "getContact", "arg": None, "text": contact})
        self.categories = (await self._read("getCategories", "/category/")).data or []
        self.rates = (await self._read("getGoldRates", "/goldrate/")).data or []

    async def product(self, product_id: int) -> Answer:
        return await self._read("getProduct", "/product/customer/", f"id={product_id}", product_id)

    async def products(self, query: str, limit: int) -> Answer:
        """Return the first page of a list."""
        return await self._read("getProductList", "/product/customer/", f"{query}&limit={limit}", query)

    async def shelf(self, shelf: Mapping[str, Any]) -> Answer:
        """Return the head of a list."""
        query = urlencode({name: str(value).lower() if value is True else value for name, value in shelf.items()})
        if "facets" not in shelf:
            query += "&facets=false"
        return await self._read("getShelf", "/product/customer/", query, dict(shelf))

    async def _read(self, endpoint: str, path: str, query: str = "", arg: Any = None) -> Answer:
        answer = await ask(self.api, path, query)
        if answer.status == 200:
            self.seeds.append({"endpoint": endpoint, "arg": arg, "text": answer.text})
        self.is_away = self.is_away or answer.status >= 500
        return answer
