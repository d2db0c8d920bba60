"""Kill the child process that makes renditions, then its worker, during uploads and status changes.

Every accepted upload must become ready with all its renditions, however often the work was interrupted. The work of a
killed child must be retried before its lease ends. `status_changes` describes the other checks.

    python -m tests.chaos.pictures --seed 7 --uploads 20 --kills 10
"""

import asyncio
import random
import time
from contextlib import suppress
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psutil
import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.images import jpeg
from tests.support.process_memory import children_of
from tests.support.upload_load import READY_LIMIT, Uploads

Connection = psycopg.AsyncConnection[Any]

WORKER = "images"
CHILD = "images' child"
SIZE = (2400, 1800)
"""Large enough that a child can be killed while it works."""
SHARES = {CHILD: 0.8, WORKER: 0.2}
"""The shares of kills and uploads by target. The worker is killed only while no other image is pending."""
MAX_KILLS_OF_ONE = 2
"""An image whose worker died three times is given up."""
AT_WORK_WITHIN = 120.0
READY_AFTER = {CHILD: 60.0, WORKER: 100.0}
"""Maximum seconds from a kill until the interrupted work is done. Celery waits 10 s for a dead child. The work of a
dead worker becomes due when its lease of 90 s ends. Back-off, the queue and the work itself come on top."""

_AT_WORK = """
    SELECT id, lease FROM delivery
    WHERE consumer = 'make_renditions' AND taken_at IS NOT NULL AND done_at IS NULL AND due_at > now()
"""
_DONE = "SELECT id, extract(epoch FROM done_at)::float FROM delivery WHERE id = ANY(%s)"
_SHOWN = """
    SELECT address FROM product_image, jsonb_array_elements(renditions) AS each,
        LATERAL (VALUES (each->>'webp'), (each->>'avif'), (image_url)) AS shown(address)
    WHERE id = ANY(%s)
"""


@dataclass(frozen=True)
class Kill:
    """A kill: its target, the delivery that was being processed, and its time."""

    name: str
    delivery_id: int
    at: float


@dataclass
class Trouble:
    """Uploads images, each followed by a kill until enough kills were done."""

    wanted: int
    kills: int
    uploads: Uploads = field(default_factory=Uploads)
    killed: list[Kill] = field(default_factory=list)
    _seen: set[tuple[int, int]] = field(default_factory=set)

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Upload, kill, and check the result."""
        rng = random.Random(chaos.report.seed)
        product_ids = [product["id"] for product in await chaos.shoppers[0].get("/api/product/customer/")]
        async with await psycopg.AsyncConnection.connect(
            driver_url(chaos.shop.database_url), autocommit=True
        ) as connection:
            for name, share in SHARES.items():
                kills = round(self.kills * share)
                for number in range(max(kills, round(self.wanted * share))):
                    place = len(self.uploads.taken)
                    product_id = product_ids[place % len(product_ids)]
                    await self.uploads.add(chaos.admins[0], product_id, jpeg((SIZE[0] + place, SIZE[1])))
                    if number < kills:
                        await self._kill(chaos, connection, name, rng.uniform(0, 0.3))
                await self.uploads.ready(chaos, limit=READY_LIMIT)
                if kills:
                    await self._compare(chaos, connection, name)
            await self._look(chaos, connection)

    async def _kill(self, chaos: ChaosShop, connection: Connection, name: str, pause: float) -> None:
        """Wait until an image is being processed, pause, and kill the process."""
        delivery_id = await self._at_work(connection)
        await asyncio.sleep(pause)
        if name == WORKER:
            await chaos.kill(WORKER)
        else:
            for child in children_of(chaos.shop.pid(WORKER)):
                with suppress(psutil.NoSuchProcess):
                    child.kill()
            chaos.report.killed.append(CHILD)
        self.killed.append(Kill(name, delivery_id, time.time()))

    async def _at_work(self, connection: Connection) -> int:
        async with asyncio.timeout(AT_WORK_WITHIN):
            while True:
                for delivery_id, lease in await (await connection.execute(_AT_WORK)).fetchall():
                    if (delivery_id, lease) in self._seen:
                        continue
                    self._seen.add((delivery_id, lease))
                    if sum(kill.delivery_id == delivery_id for kill in self.killed) < MAX_KILLS_OF_ONE:
                        return int(delivery_id)
                await asyncio.sleep(0.02)

    async def _compare(self, chaos: ChaosShop, connection: Connection, name: str) -> None:
        """Compare the time from a kill until the image was ready with its limit."""
        done = dict(await (await connection.execute(_DONE, [[kill.delivery_id for kill in self.killed]])).fetchall())
        took = [done[kill.delivery_id] - kill.at for kill in self.killed if kill.name == name]
        chaos.report.expect(f"{name}, ready after", max(took), READY_AFTER[name])

    async def _look(self, chaos: ChaosShop, connection: Connection) -> None:
        """Request every rendition of the images."""
        addresses = await (await connection.execute(_SHOWN, [self.uploads.taken])).fetchall()
        if len(addresses) < len(self.uploads.taken):
            self.uploads.faults.append("pictures are ready without renditions")
        async with aiohttp.ClientSession(chaos.shop.url) as visitor:
            for (address,) in addresses:
                async with visitor.get(address) as answer:
                    if answer.status != 200:
                        self.uploads.faults.append(f"{address} was answered with {answer.status}")

    def judge(self, chaos: ChaosShop, _changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Report the result of the uploads."""
        report = chaos.report
        report.faults += self.uploads.faults
        report.figures["uploads"] = str(self.uploads)


async def run(folder: Path, *, seed: int, uploads: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    trouble = Trouble(uploads, kills)
    limit = 120 + READY_LIMIT + uploads * AT_WORK_WITHIN
    return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, uploads=20, kills=10)
