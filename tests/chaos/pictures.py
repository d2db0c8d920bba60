"""Kill the child that works on a picture, then its worker, amid uploads and status changes.

Every upload that was taken must become ready, with all that is shown of it there, however often it was begun; and what
a child had in hand must not wait for the end of its lease. `changes` says what else is checked.

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

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene
from tests.support.demo_people import dsn
from tests.support.event_audit import Ledger
from tests.support.images import jpeg
from tests.support.process_memory import children_of
from tests.support.upload_load import READY_LIMIT, Uploads

Connection = psycopg.AsyncConnection[Any]

WORKER = "images"
CHILD = "images' child"
SIZE = (2400, 1800)
"""Large enough for a child to be killed while it is at it."""
SHARES = {CHILD: 0.8, WORKER: 0.2}
"""How many of the kills and uploads are for which of them; the worker's turn comes when all is ready again."""
MOST_KILLS_OF_ONE = 2
"""A picture that ends its worker three times is given up."""
AT_WORK_WITHIN = 120.0
READY_AFTER = {CHILD: 60.0, WORKER: 100.0}
"""Seconds from a kill until what was worked on is done: Celery waits ten for the last words of a child; what a worker
had comes due with its lease, after ninety. Then there are pauses, what waits before it, and the work."""

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
    """A delivery during which its worker or child was killed, and when that was."""

    name: str
    delivery_id: int
    at: float


@dataclass
class Trouble:
    """Uploads, each followed by a kill as long as there are some left."""

    wanted: int
    kills: int
    uploads: Uploads = field(default_factory=Uploads)
    killed: list[Kill] = field(default_factory=list)
    _seen: set[tuple[int, int]] = field(default_factory=set)

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        """Upload, kill, and see what becomes of it."""
        drawn = random.Random(scene.report.seed)
        product_ids = [product["id"] for product in await scene.shoppers[0].get("/api/product/customer/")]
        async with await psycopg.AsyncConnection.connect(dsn(scene.shop.database_url), autocommit=True) as connection:
            for name, share in SHARES.items():
                kills = round(self.kills * share)
                for number in range(max(kills, round(self.wanted * share))):
                    place = len(self.uploads.taken)
                    product_id = product_ids[place % len(product_ids)]
                    await self.uploads.add(scene.admins[0], product_id, jpeg((SIZE[0] + place, SIZE[1])))
                    if number < kills:
                        await self._kill(scene, connection, name, drawn.uniform(0, 0.3))
                await self.uploads.ready(scene, limit=READY_LIMIT)
                if kills:
                    await self._compare(scene, connection, name)
            await self._look(scene, connection)

    async def _kill(self, scene: Scene, connection: Connection, name: str, pause: float) -> None:
        """Wait until a picture is worked on, and a moment longer, and kill who does."""
        delivery_id = await self._at_work(connection)
        await asyncio.sleep(pause)
        if name == WORKER:
            await scene.kill(WORKER)
        else:
            for child in children_of(scene.shop.pid(WORKER)):
                with suppress(psutil.NoSuchProcess):
                    child.kill()
            scene.report.killed.append(CHILD)
        self.killed.append(Kill(name, delivery_id, time.time()))

    async def _at_work(self, connection: Connection) -> int:
        async with asyncio.timeout(AT_WORK_WITHIN):
            while True:
                for delivery_id, lease in await (await connection.execute(_AT_WORK)).fetchall():
                    if (delivery_id, lease) in self._seen:
                        continue
                    self._seen.add((delivery_id, lease))
                    if sum(kill.delivery_id == delivery_id for kill in self.killed) < MOST_KILLS_OF_ONE:
                        return int(delivery_id)
                await asyncio.sleep(0.02)

    async def _compare(self, scene: Scene, connection: Connection, name: str) -> None:
        """Compare how long what was worked on took from the kill on."""
        done = dict(await (await connection.execute(_DONE, [[kill.delivery_id for kill in self.killed]])).fetchall())
        took = [done[kill.delivery_id] - kill.at for kill in self.killed if kill.name == name]
        scene.report.expect(f"{name}, ready after", max(took), READY_AFTER[name])

    async def _look(self, scene: Scene, connection: Connection) -> None:
        """Look at all that is shown of the pictures."""
        addresses = await (await connection.execute(_SHOWN, [self.uploads.taken])).fetchall()
        if len(addresses) < len(self.uploads.taken):
            self.uploads.faults.append("pictures are ready without renditions")
        async with aiohttp.ClientSession(scene.shop.url) as visitor:
            for (address,) in addresses:
                async with visitor.get(address) as answer:
                    if answer.status != 200:
                        self.uploads.faults.append(f"{address} was answered with {answer.status}")

    def judge(self, scene: Scene, _posting: load.Posting, _ledger: Ledger) -> None:
        """Tell what became of the uploads."""
        report = scene.report
        report.faults += self.uploads.faults
        report.figures["uploads"] = str(self.uploads)


async def run(folder: Path, *, seed: int, uploads: int, kills: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    trouble = Trouble(uploads, kills)
    limit = 120 + READY_LIMIT + uploads * AT_WORK_WITHIN
    return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, uploads=20, kills=10)
