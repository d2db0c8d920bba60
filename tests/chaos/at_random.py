"""Kill a process every second, whichever the dice name, PostgreSQL and Redis among them, amid changes and checkouts.

Nothing may be lost, doubled or turned back, and afterwards the shop must be well by itself. `changes` and `checkouts`
say what is compared.

    python -m tests.chaos.at_random --seed 7 --duration 300
"""

import asyncio
import random
import time
from pathlib import Path

from tests.chaos.checkouts import Checkouts
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene, opened

EVERY = 1.0
ORDER_RATE = 2.0
HEALTHY_WITHIN = 30.0
SHOPPERS = 4


async def run(folder: Path, *, seed: int, duration: int) -> Report:
    """Run it in a shop of its own below `folder`; `duration` in seconds."""
    async with opened(folder, seed=seed, shoppers=SHOPPERS) as scene:
        posting = load.Posting(scene.admins, load.items(scene.pages, scene.drawn), random.Random(seed))
        checkouts = await Checkouts.of(scene)
        trouble = asyncio.create_task(_kill_some(scene, duration))
        limit = duration + load.POSTING_LIMIT
        await asyncio.gather(
            posting.run(1, asyncio.shield(trouble), limit=limit),
            checkouts.run(1, rate=ORDER_RATE, beside=asyncio.shield(trouble), limit=limit),
        )
        scene.report.expect("healthy again after", await scene.until_healthy(limit=90), HEALTHY_WITHIN)
        await load.follow_up(scene, posting)
        scene.report.figures["orders"] = f"{len(checkouts.promised)} promised, {checkouts.sent_again} sent again"
        scene.report.faults += await checkouts.check(scene.shop.database_url)
    return scene.report


async def _kill_some(scene: Scene, duration: int) -> None:
    """Each second, kill what is drawn; a process that is not back from the last kill is spared."""
    drawn = random.Random(scene.report.seed)
    ends = time.monotonic() + duration
    while time.monotonic() < ends:
        await asyncio.sleep(EVERY)
        name = drawn.choice(scene.shop.names)
        if scene.shop.pid(name):
            await scene.kill(name)


if __name__ == "__main__":
    main(__doc__, run, duration=300)
