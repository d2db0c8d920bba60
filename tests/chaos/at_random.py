"""Kill a random process every second, PostgreSQL and Redis included, during status changes and checkouts.

Nothing may be lost, doubled or reordered, and the shop must become healthy by itself. `status_changes` and `checkouts`
describe the checks.

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
from tests.support.chaos_shop import ChaosShop, chaos_shop

EVERY = 1.0
ORDER_RATE = 2.0
HEALTHY_WITHIN = 30.0
SHOPPERS = 4


async def run(folder: Path, *, seed: int, duration: int) -> Report:
    """Run the test in a shop below `folder`, for `duration` seconds."""
    async with chaos_shop(folder, seed=seed, shoppers=SHOPPERS) as chaos:
        changer = load.StatusChanger(chaos.admins, load.items(chaos.pages, chaos.rng), random.Random(seed))
        checkouts = await Checkouts.of(chaos)
        trouble = asyncio.create_task(_kill_some(chaos, duration))
        limit = duration + load.POSTING_LIMIT
        await asyncio.gather(
            changer.run(1, asyncio.shield(trouble), limit=limit),
            checkouts.run(1, rate=ORDER_RATE, beside=asyncio.shield(trouble), limit=limit),
        )
        chaos.report.expect("healthy again after", await chaos.until_healthy(limit=90), HEALTHY_WITHIN)
        await load.follow_up(chaos, changer)
        chaos.report.figures["orders"] = f"{len(checkouts.promised)} promised, {checkouts.sent_again} sent again"
        chaos.report.faults += await checkouts.check(chaos.shop.database_url)
    return chaos.report


async def _kill_some(chaos: ChaosShop, duration: int) -> None:
    """Kill a random process each second. Skip one that has not been restarted since its last kill."""
    rng = random.Random(chaos.report.seed)
    ends = time.monotonic() + duration
    while time.monotonic() < ends:
        await asyncio.sleep(EVERY)
        name = rng.choice(chaos.shop.names)
        if chaos.shop.pid(name):
            await chaos.kill(name)


if __name__ == "__main__":
    main(__doc__, run, duration=300)
