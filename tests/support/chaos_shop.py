"""The shop of a fault test, with signed-in people, their open pages, and methods that stop its processes."""

import asyncio
import random
import signal
import time
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from itertools import cycle
from pathlib import Path
from typing import Any
from urllib.parse import urlsplit

import psycopg

from local import health
from shop.text.urls import driver_url
from tests.support import demo_people
from tests.support.chaos_report import Report
from tests.support.live_browser import Browser, OpenPage
from tests.support.process_memory import footprint
from tests.support.running_shop import ShopStack

BACK_LIMIT = 120.0
"""Seconds within which a killed process must run again, including the supervisor's pauses."""

AT_ONCE = 20
"""How many pages are opened concurrently."""


@dataclass
class ChaosShop:
    """A running shop with its people. `report` is filled in during the test."""

    shop: ShopStack
    report: Report
    rng: random.Random
    admins: Sequence[Browser] = ()
    shoppers: Sequence[Browser] = ()
    pages: Sequence[OpenPage] = field(default_factory=list)

    async def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Signal a process, after waiting for its restart if it was killed before."""
        async with asyncio.timeout(BACK_LIMIT):
            while self.shop.pid(name) is None:  # noqa: ASYNC110 - polls, as no event signals a restart
                await asyncio.sleep(0.05)
        self.shop.kill(name, number)
        self.report.killed.append(name)

    async def halt(self, name: str) -> None:
        """Stop a process and keep it stopped."""
        await asyncio.to_thread(self.shop.halt, name)

    async def until_healthy(self, *, limit: float) -> float:
        """Return the seconds until `GET /api/health` reports no problem, or the limit."""
        began = time.monotonic()
        while time.monotonic() - began < limit and not await self._is_healthy():  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.1)
        return time.monotonic() - began

    async def _is_healthy(self) -> bool:
        port = urlsplit(self.shop.url).port
        return not await asyncio.to_thread(health.missing, "127.0.0.1", port)

    async def uncounted_products(self) -> list[dict[str, Any]]:
        """Return the products in stock whose pieces are not counted. They never sell out."""
        listed = await self.shoppers[0].get("/api/product/customer/?stock=yes")
        async with await psycopg.AsyncConnection.connect(driver_url(self.shop.database_url)) as connection:
            rows = await (await connection.execute("SELECT id FROM product WHERE stock_quantity IS NULL")).fetchall()
        uncounted = {id_ for (id_,) in rows}
        return [piece for piece in listed if piece["id"] in uncounted]

    async def resume(self, name: str) -> None:
        """Start a process that was halted."""
        await asyncio.to_thread(self.shop.resume, name)


@asynccontextmanager
async def chaos_shop(
    folder: Path, *, seed: int, shoppers: int = 3, pages: int = 2, admin_pages: int | None = None, **options: Any
) -> AsyncIterator[ChaosShop]:
    """Open a shop with the demo data below `folder`: two admins and some shoppers, each with some open pages.

    `options` are those of :class:`ShopStack`. `admin_pages` defaults to `pages`.
    """
    options["environment"] = {
        "SHOP_DEMO_RENDITIONS": "no",
        "SHOP_ORDERS_FREELY": "1000000",
        **options.get("environment", {}),
    }
    shop = ShopStack(folder, with_demo=True, **options)
    try:
        await asyncio.to_thread(shop.start)
        chaos = ChaosShop(shop, Report(seed), random.Random(seed))
        async with AsyncExitStack() as left_behind:
            await _sign_in_all(chaos, left_behind, shoppers)
            await _open_pages(chaos, left_behind, pages, pages if admin_pages is None else admin_pages)
            chaos.report.before = footprint(shop)
            yield chaos
            chaos.report.after = footprint(shop)
    finally:
        await asyncio.to_thread(shop.stop)


async def _sign_in_all(chaos: ChaosShop, left_behind: AsyncExitStack, shoppers: int) -> None:
    emails = await asyncio.to_thread(demo_people.create_people, chaos.shop.database_url, shoppers=shoppers)
    chaos.admins = [await _sign_in(chaos, left_behind, "admin", email) for email in demo_people.ADMINS]
    chaos.shoppers = [await _sign_in(chaos, left_behind, "customer", email) for email in emails]


async def _open_pages(chaos: ChaosShop, left_behind: AsyncExitStack, pages: int, admin_pages: int) -> None:
    """Open the pages, divided among the web processes, a limited number concurrently."""
    urls = cycle(chaos.shop.urls)
    chaos.pages = [
        *(_page(shopper, next(urls)) for shopper in chaos.shoppers for _ in range(pages)),
        *(_page(admin, next(urls), is_admin=True) for admin in chaos.admins for _ in range(admin_pages)),
    ]
    for page in chaos.pages:
        left_behind.push_async_callback(page.close)
    for start in range(0, len(chaos.pages), AT_ONCE):
        await asyncio.gather(*(page.open() for page in chaos.pages[start : start + AT_ONCE]))


def _page(browser: Browser, url: str, *, is_admin: bool = False) -> OpenPage:
    return OpenPage(browser.person["email"], browser, is_admin=is_admin, url=url)


async def _sign_in(chaos: ChaosShop, left_behind: AsyncExitStack, role: str, email: str) -> Browser:
    browser = await Browser.of(chaos.shop.url, role, email, demo_people.PASSWORD)
    left_behind.push_async_callback(browser.close)
    return browser
