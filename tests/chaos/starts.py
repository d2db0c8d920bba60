"""Stop all parts of the shop and start them again, each time in another order, while admins go on changing statuses.

The order is drawn: PostgreSQL, Redis, the mail server, API, relay and workers, any before any other, with pauses
between. Once the last one is started, the shop must be healthy within 30 seconds, and a change must reach every page.

    python -m tests.chaos.starts --seed 7 --rounds 10
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene
from tests.support.event_audit import Ledger

READY_WITHIN = 30.0
PAUSE = 1.0


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    starts = Starts(rounds)
    return await load.run(folder, seed=seed, changes=20, trouble=starts, judge=starts.judge, limit=300.0 * (rounds + 1))


@dataclass
class Starts:
    """Stops and starts everything so many times; `longest` is how long it took to be healthy."""

    rounds: int
    longest: float = 0.0

    async def __call__(self, scene: Scene, posting: load.Posting) -> None:
        """Draw the orders."""
        names = list(scene.shop.names)
        for _ in range(self.rounds):
            stopped = scene.drawn.sample(names, len(names))
            for name in stopped:
                await scene.halt(name)
            started = scene.drawn.sample(names, len(names))
            for name in started:
                await scene.resume(name)
                await asyncio.sleep(scene.drawn.uniform(0, PAUSE))
            took = await scene.until_healthy(limit=3 * READY_WITHIN)
            if took > READY_WITHIN:
                scene.report.slow.append(f"{took:.1f} s until it was ready, started as {', '.join(started)}")
            self.longest = max(self.longest, took)
            await posting.reached(len(posting.acknowledged) + 5)

    def judge(self, scene: Scene, _posting: load.Posting, _ledger: Ledger) -> None:
        """Say how long it took."""
        scene.report.expect(f"ready after {self.rounds} starts", self.longest, READY_WITHIN)


if __name__ == "__main__":
    main(__doc__, run, rounds=10)
