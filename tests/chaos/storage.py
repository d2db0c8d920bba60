"""Take the bucket of the pictures away amid status changes and uploads: first it is not there, then it hangs.

One thing may degrade: uploads are refused in a sentence, and what was uploaded just before waits for its renditions.
Pictures that were shown lately are shown on, changes take as long as ever, Operations says so, and within a minute and
a half of the bucket's return every upload that was taken is ready. `changes` says what else is checked.

    python -m tests.chaos.storage --seed 7 --away 180 --hang 60
"""

import asyncio
import signal
import time
from collections.abc import Awaitable, Callable
from dataclasses import dataclass, field
from itertools import count
from os import kill
from pathlib import Path
from typing import Any

import aiohttp

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99
from tests.support.chaos_scene import Scene
from tests.support.event_audit import Ledger
from tests.support.images import jpeg
from tests.support.s3_server import KEYS, Bucket, bucket
from tests.support.tcp_gate import Gate
from tests.support.upload_load import ANSWERED_WITHIN, READY_LIMIT, Uploads

UPLOADERS = 4
PAUSE = 5.0
"""Seconds between two uploads of one: slower than the worker makes renditions of them."""
BEFORE = 5.0
SAYS_SO_WITHIN = 10.0
READY_WITHIN = 90.0
"""A minute's pause with its jitter, and the work."""
SHOWN = 10
AWAY = "The storage of pictures is away."

Act = Callable[[], Awaitable[None]]


@dataclass
class Trouble:
    """What happens to the bucket, and what people see of it meanwhile."""

    kept: Bucket
    gate: Gate
    away: float
    hang: float
    uploads: Uploads = field(default_factory=Uploads)
    shown: int = 0
    spans: dict[str, tuple[float, float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        """Upload and look all the while."""
        pictures = await self._seen(scene)
        product_ids = [product["id"] for product in await scene.shoppers[0].get("/api/product/customer/")]
        tasks = [asyncio.create_task(self._upload(scene, product_ids)) for _ in range(UPLOADERS)]
        tasks.append(asyncio.create_task(self._look(scene, pictures)))
        try:
            await self._span("before", asyncio.sleep(BEFORE))
            await self._outage(scene, "away", self.away, self.gate.shut, self.gate.open)
            await self._outage(scene, "hang", self.hang, self._signal(signal.SIGSTOP), self._signal(signal.SIGCONT))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _signal(self, number: int) -> Act:
        async def send() -> None:
            kill(self.kept.pid, number)

        return send

    async def _span(self, name: str, lasting: Awaitable[None]) -> None:
        began = time.monotonic()
        await lasting
        self.spans[name] = (began, time.monotonic())

    async def _outage(self, scene: Scene, name: str, seconds: float, take: Act, give: Act) -> None:
        report, began = scene.report, time.monotonic()
        is_long = seconds > SAYS_SO_WITHIN + (ANSWERED_WITHIN if name == "hang" else 0)
        await take()
        told = asyncio.create_task(_until(scene, lambda said: said.startswith(AWAY), limit=seconds))
        await self._span(name, asyncio.sleep(seconds))
        while not self.uploads.refused:  # noqa: ASYNC110 - one meets the outage, however long it takes to come
            await asyncio.sleep(0.1)
        await give()
        if is_long:
            report.expect(f"{name}: told after", await told - began, SAYS_SO_WITHIN)
        told.cancel()
        back = time.monotonic()
        await self.uploads.ready(scene, limit=READY_LIMIT)
        report.expect(f"{name}: ready after", time.monotonic() - back, READY_WITHIN)
        if is_long:
            over = await _until(scene, lambda said: not said.startswith(AWAY), limit=READY_WITHIN)
            report.expect(f"{name}: told as over after", over - back, READY_WITHIN)

    async def _seen(self, scene: Scene) -> list[str]:
        """Return the addresses of pictures that somebody has just looked at."""
        products = await scene.shoppers[0].get(f"/api/product/customer/?limit={SHOWN}")
        addresses = [image["imageUrl"] for product in products for image in product["images"]][:SHOWN]
        async with aiohttp.ClientSession(scene.shop.url) as visitor:
            for address in addresses:
                async with visitor.get(address) as answer:
                    answer.raise_for_status()
        return addresses

    async def _look(self, scene: Scene, addresses: list[str]) -> None:
        """Look at pictures that were shown before, all the while."""
        async with aiohttp.ClientSession(scene.shop.url) as visitor:
            while True:
                async with visitor.get(scene.drawn.choice(addresses)) as answer:
                    await answer.read()
                    self.shown += 1
                    if answer.status != 200:
                        self.faults.append(f"a picture that was shown before was answered with {answer.status}")
                await asyncio.sleep(0.2)

    async def _upload(self, scene: Scene, product_ids: list[int]) -> None:
        """Add pictures, each another one."""
        while True:
            number = next(self._numbers)
            content = jpeg((320 + number, 240))
            await self.uploads.add(scene.admins[0], product_ids[number % len(product_ids)], content)
            await asyncio.sleep(PAUSE)

    def judge(self, scene: Scene, posting: load.Posting, _ledger: Ledger) -> None:
        """Compare the changes amid the outages with those before, and tell what became of the uploads."""
        report = scene.report
        report.faults += self.faults + self.uploads.faults
        before = p99(posting.seconds(*self.spans["before"]))
        for name in ("away", "hang"):
            amid = p99(posting.seconds(*self.spans[name]))
            report.expect(f"{name}: p99 of a change", amid * 1000, before * 1000 + 50, unit="ms")
        report.figures["uploads"] = str(self.uploads)
        report.figures["pictures shown"] = f"{self.shown}"
        if not self.uploads.refused:
            report.faults.append("no upload met the outage")


async def _until(scene: Scene, is_so: Callable[[str], bool], *, limit: float) -> float:
    """Wait until what Operations says is so, or the limit; return when."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if is_so((await scene.admins[1].get("/api/operations/"))["headline"]):
            break
        await asyncio.sleep(0.2)
    return time.monotonic()


async def run(folder: Path, *, seed: int, away: int, hang: int) -> Report:
    """Run it in a shop of its own below `folder`; both outages in seconds."""
    with bucket() as kept:
        async with Gate(kept.port) as gate:
            trouble = Trouble(kept, gate, away, hang)
            environment = KEYS | {"SHOP_MEDIA_URL": kept.url(port=gate.port)}
            limit = 120 + away + hang + 2 * (READY_LIMIT + READY_WITHIN)
            return await load.run(
                folder,
                seed=seed,
                changes=20,
                trouble=trouble,
                judge=trouble.judge,
                limit=limit,
                environment=environment,
            )


if __name__ == "__main__":
    main(__doc__, run, away=180, hang=60)
