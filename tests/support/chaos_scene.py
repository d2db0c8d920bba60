"""The scene of a fault test: a shop of its own, people signed in, their pages open, and the means to disturb it."""

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

from local import health
from tests.support import demo_people
from tests.support.chaos_report import Report
from tests.support.live_browser import Browser, OpenPage
from tests.support.process_memory import footprint
from tests.support.running_shop import ShopStack

BACK_LIMIT = 120.0
"""How long a process may take to be started again, its pauses included."""

AT_ONCE = 20
"""So many pages are opened at a time."""


@dataclass
class Scene:
    """A shop with the people in it; `report` is filled in as things happen."""

    shop: ShopStack
    report: Report
    drawn: random.Random
    admins: Sequence[Browser] = ()
    shoppers: Sequence[Browser] = ()
    pages: Sequence[OpenPage] = field(default_factory=list)

    async def kill(self, name: str, number: int = signal.SIGKILL) -> None:
        """Signal a process, once it is back from the kill before."""
        async with asyncio.timeout(BACK_LIMIT):
            while self.shop.pid(name) is None:  # noqa: ASYNC110 - nothing tells that a process was started
                await asyncio.sleep(0.05)
        self.shop.kill(name, number)
        self.report.killed.append(name)

    async def halt(self, name: str) -> None:
        """Stop a process and keep it away."""
        await asyncio.to_thread(self.shop.halt, name)

    async def until_healthy(self, *, limit: float) -> float:
        """Return how many seconds it takes until `GET /api/health` has nothing to complain of; stop at the limit."""
        began = time.monotonic()
        while time.monotonic() - began < limit and not await self._is_healthy():  # noqa: ASYNC110 - asked, not told
            await asyncio.sleep(0.1)
        return time.monotonic() - began

    async def _is_healthy(self) -> bool:
        port = urlsplit(self.shop.url).port
        return not await asyncio.to_thread(health.missing, "127.0.0.1", port)

    async def resume(self, name: str) -> None:
        """Bring back what was halted."""
        await asyncio.to_thread(self.shop.resume, name)


@asynccontextmanager
async def opened(
    folder: Path, *, seed: int, shoppers: int = 3, pages: int = 2, admin_pages: int | None = None, **options: Any
) -> AsyncIterator[Scene]:
    """Open a shop with the demo data below `folder`: two admins and so many shoppers, each with so many open pages.

    `options` are those of :class:`ShopStack`; admins have as many pages as shoppers where nothing else is said.
    """
    options["environment"] = {
        "SHOP_DEMO_RENDITIONS": "no",
        "SHOP_ORDERS_FREELY": "1000000",
        **options.get("environment", {}),
    }
    shop = ShopStack(folder, with_demo=True, **options)
    try:
        await asyncio.to_thread(shop.start)
        scene = Scene(shop, Report(seed), random.Random(seed))
        async with AsyncExitStack() as left_behind:
            await _sign_in_all(scene, left_behind, shoppers)
            await _open_pages(scene, left_behind, pages, pages if admin_pages is None else admin_pages)
            scene.report.before = footprint(shop)
            yield scene
            scene.report.after = footprint(shop)
    finally:
        await asyncio.to_thread(shop.stop)


async def _sign_in_all(scene: Scene, left_behind: AsyncExitStack, shoppers: int) -> None:
    emails = await asyncio.to_thread(demo_people.admit_people, scene.shop.database_url, shoppers=shoppers)
    scene.admins = [await _sign_in(scene, left_behind, "admin", email) for email in demo_people.ADMINS]
    scene.shoppers = [await _sign_in(scene, left_behind, "customer", email) for email in emails]


async def _open_pages(scene: Scene, left_behind: AsyncExitStack, pages: int, admin_pages: int) -> None:
    """Open them at the shop's web processes in turn, not too many at once."""
    urls = cycle(scene.shop.urls)
    scene.pages = [
        *(_page(shopper, next(urls)) for shopper in scene.shoppers for _ in range(pages)),
        *(_page(admin, next(urls), is_admin=True) for admin in scene.admins for _ in range(admin_pages)),
    ]
    for page in scene.pages:
        left_behind.push_async_callback(page.close)
    for start in range(0, len(scene.pages), AT_ONCE):
        await asyncio.gather(*(page.open() for page in scene.pages[start : start + AT_ONCE]))


def _page(browser: Browser, url: str, *, is_admin: bool = False) -> OpenPage:
    return OpenPage(browser.person["email"], browser, is_admin=is_admin, url=url)


async def _sign_in(scene: Scene, left_behind: AsyncExitStack, role: str, email: str) -> Browser:
    browser = await Browser.of(scene.shop.url, role, email, demo_people.PASSWORD)
    left_behind.push_async_callback(browser.close)
    return browser
