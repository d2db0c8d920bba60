"""Make the picture storage unavailable during status changes and uploads: first it is down, then it hangs.

Only uploads may fail: they are refused with a message, and recent uploads wait for their renditions. Recently shown
pictures must still be served. Changes must take as long as usual. The Operations page must report the outage. Within
90 seconds of its end, every accepted upload must be ready. `status_changes` describes the other checks.

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
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.images import jpeg
from tests.support.s3_server import KEYS, Bucket, bucket
from tests.support.tcp_proxy import TcpProxy
from tests.support.upload_load import ANSWERED_WITHIN, READY_LIMIT, Uploads

UPLOADERS = 4
PAUSE = 5.0
"""Seconds between two uploads of one uploader: slower than the worker makes renditions."""
BEFORE = 5.0
SAYS_SO_WITHIN = 10.0
READY_WITHIN = 90.0
"""The back-off of one minute with jitter, plus the work."""
SHOWN = 10
AWAY = "The storage of pictures is away."

Act = Callable[[], Awaitable[None]]


@dataclass
class Trouble:
    """Makes the bucket unavailable, and records the responses to uploads and picture requests meanwhile."""

    bucket: Bucket
    proxy: TcpProxy
    away: float
    hang: float
    uploads: Uploads = field(default_factory=Uploads)
    shown: int = 0
    spans: dict[str, tuple[float, float]] = field(default_factory=dict)
    faults: list[str] = field(default_factory=list)
    _numbers: Any = field(default_factory=count)

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Upload and request pictures during both outages."""
        pictures = await self._seen(chaos)
        product_ids = [product["id"] for product in await chaos.shoppers[0].get("/api/product/customer/")]
        tasks = [asyncio.create_task(self._upload(chaos, product_ids)) for _ in range(UPLOADERS)]
        tasks.append(asyncio.create_task(self._look(chaos, pictures)))
        try:
            await self._span("before", asyncio.sleep(BEFORE))
            await self._outage(chaos, "away", self.away, self.proxy.close, self.proxy.open)
            await self._outage(chaos, "hang", self.hang, self._signal(signal.SIGSTOP), self._signal(signal.SIGCONT))
        finally:
            for task in tasks:
                task.cancel()
            await asyncio.gather(*tasks, return_exceptions=True)

    def _signal(self, number: int) -> Act:
        async def send() -> None:
            kill(self.bucket.pid, number)

        return send

    async def _span(self, name: str, lasting: Awaitable[None]) -> None:
        began = time.monotonic()
        await lasting
        self.spans[name] = (began, time.monotonic())

    async def _outage(self, chaos: ChaosShop, name: str, seconds: float, take: Act, give: Act) -> None:
        report, began = chaos.report, time.monotonic()
        is_long = seconds > SAYS_SO_WITHIN + (ANSWERED_WITHIN if name == "hang" else 0)
        await take()
        reported = asyncio.create_task(_until(chaos, lambda said: said.startswith(AWAY), limit=seconds))
        await self._span(name, asyncio.sleep(seconds))
        while not self.uploads.refused:  # noqa: ASYNC110 - polls
            await asyncio.sleep(0.1)
        await give()
        if is_long:
            report.expect(f"{name}: reported after", await reported - began, SAYS_SO_WITHIN)
        reported.cancel()
        back = time.monotonic()
        await self.uploads.ready(chaos, limit=READY_LIMIT)
        report.expect(f"{name}: ready after", time.monotonic() - back, READY_WITHIN)
        if is_long:
            over = await _until(chaos, lambda said: not said.startswith(AWAY), limit=READY_WITHIN)
            report.expect(f"{name}: reported as over after", over - back, READY_WITHIN)

    async def _seen(self, chaos: ChaosShop) -> list[str]:
        """Request some pictures, so that they are cached, and return their URLs."""
        products = await chaos.shoppers[0].get(f"/api/product/customer/?limit={SHOWN}")
        addresses = [image["imageUrl"] for product in products for image in product["images"]][:SHOWN]
        async with aiohttp.ClientSession(chaos.shop.url) as visitor:
            for address in addresses:
                async with visitor.get(address) as answer:
                    answer.raise_for_status()
        return addresses

    async def _look(self, chaos: ChaosShop, addresses: list[str]) -> None:
        """Request these pictures until cancelled."""
        async with aiohttp.ClientSession(chaos.shop.url) as visitor:
            while True:
                async with visitor.get(chaos.rng.choice(addresses)) as answer:
                    await answer.read()
                    self.shown += 1
                    if answer.status != 200:
                        self.faults.append(f"a cached picture was answered with {answer.status}")
                await asyncio.sleep(0.2)

    async def _upload(self, chaos: ChaosShop, product_ids: list[int]) -> None:
        """Upload pictures, each different."""
        while True:
            number = next(self._numbers)
            content = jpeg((320 + number, 240))
            await self.uploads.add(chaos.admins[0], product_ids[number % len(product_ids)], content)
            await asyncio.sleep(PAUSE)

    def judge(self, chaos: ChaosShop, changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Compare the times of changes during the outages with those before, and report the result of the uploads."""
        report = chaos.report
        report.faults += self.faults + self.uploads.faults
        before = p99(changer.seconds(*self.spans["before"]))
        for name in ("away", "hang"):
            amid = p99(changer.seconds(*self.spans[name]))
            report.expect(f"{name}: p99 of a change", amid * 1000, before * 1000 + 50, unit="ms")
        report.figures["uploads"] = str(self.uploads)
        report.figures["pictures shown"] = f"{self.shown}"
        if not self.uploads.refused:
            report.faults.append("no upload was refused during the outage")


async def _until(chaos: ChaosShop, is_so: Callable[[str], bool], *, limit: float) -> float:
    """Wait until the Operations page meets a condition or the limit has passed. Return the time."""
    deadline = time.monotonic() + limit
    while time.monotonic() < deadline:
        if is_so((await chaos.admins[1].get("/api/operations/"))["headline"]):
            break
        await asyncio.sleep(0.2)
    return time.monotonic()


async def run(folder: Path, *, seed: int, away: int, hang: int) -> Report:
    """Run the test in a shop below `folder`; both outages in seconds."""
    with bucket() as storage:
        async with TcpProxy(storage.port) as proxy:
            trouble = Trouble(storage, proxy, away, hang)
            environment = KEYS | {"SHOP_MEDIA_URL": storage.url(port=proxy.port)}
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
