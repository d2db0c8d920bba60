"""The scene of a fault test: a shop of its own, people signed in, their pages open, and the means to disturb it."""

import asyncio
import random
import signal
from collections.abc import AsyncIterator, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

from tests.faults import people
from tests.faults.browser import Browser, OpenPage
from tests.faults.footprint import footprint
from tests.faults.report import Report
from tests.stack import ShopStack

BACK_LIMIT = 40.0
"""How long a process may take to be started again, its pauses included."""


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

    async def resume(self, name: str) -> None:
        """Bring back what was halted."""
        await asyncio.to_thread(self.shop.resume, name)


@asynccontextmanager
async def opened(folder: Path, *, seed: int, shoppers: int = 3, pages: int = 2, **options: Any) -> AsyncIterator[Scene]:
    """Open a shop with the demo data below `folder`: two admins and so many shoppers, each with so many open pages.

    `options` are those of :class:`ShopStack`.
    """
    options["environment"] = {"SHOP_DEMO_RENDITIONS": "no", **options.get("environment", {})}
    shop = ShopStack(folder, with_demo=True, **options)
    try:
        await asyncio.to_thread(shop.start)
        scene = Scene(shop, Report(seed), random.Random(seed))
        async with AsyncExitStack() as left_behind:
            await _let_in(scene, left_behind, shoppers=shoppers, pages=pages)
            scene.report.before = footprint(shop)
            yield scene
            scene.report.after = footprint(shop)
    finally:
        await asyncio.to_thread(shop.stop)


async def _let_in(scene: Scene, left_behind: AsyncExitStack, *, shoppers: int, pages: int) -> None:
    emails = await asyncio.to_thread(people.admit_people, scene.shop.database_url, shoppers=shoppers)
    scene.admins = [await _sign_in(scene, left_behind, "admin", email) for email in people.ADMINS]
    scene.shoppers = [await _sign_in(scene, left_behind, "customer", email) for email in emails]
    urls = scene.shop.urls
    browsers = [(browser, browser in scene.admins) for browser in (*scene.shoppers, *scene.admins)]
    scene.pages = [
        OpenPage(browser.person["email"], browser, is_admin=is_admin, url=urls[number % len(urls)])
        for browser, is_admin in browsers
        for number in range(pages)
    ]
    for page in scene.pages:
        left_behind.push_async_callback(page.close)
    await asyncio.gather(*(page.open() for page in scene.pages))


async def _sign_in(scene: Scene, left_behind: AsyncExitStack, role: str, email: str) -> Browser:
    browser = await Browser.of(scene.shop.url, role, email, people.PASSWORD)
    left_behind.push_async_callback(browser.close)
    return browser
