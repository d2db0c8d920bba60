"""Stop and start all parts of the shop in different orders, during status changes.

The order of PostgreSQL, Redis, mail server, API, relay and workers is random, with pauses in between. When the last one
was started, the shop must be healthy within 30 seconds, and a change must reach every page.

    python -m tests.chaos.starts --seed 7 --rounds 10
"""

import asyncio
from dataclasses import dataclass
from pathlib import Path

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger

READY_WITHIN = 30.0
PAUSE = 1.0


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run the test in a shop below `folder`."""
    starts = Starts(rounds)
    return await load.run(folder, seed=seed, changes=20, trouble=starts, judge=starts.judge, limit=300.0 * (rounds + 1))


@dataclass
class Starts:
    """Restarts all processes several times. `longest` is the longest time until the shop was healthy, in seconds."""

    rounds: int
    longest: float = 0.0

    async def __call__(self, chaos: ChaosShop, changer: load.StatusChanger) -> None:
        """Restart all processes in a random order, `rounds` times."""
        names = list(chaos.shop.names)
        for _ in range(self.rounds):
            stopped = chaos.rng.sample(names, len(names))
            for name in stopped:
                await chaos.halt(name)
            started = chaos.rng.sample(names, len(names))
            for name in started:
                await chaos.resume(name)
                await asyncio.sleep(chaos.rng.uniform(0, PAUSE))
            took = await chaos.until_healthy(limit=3 * READY_WITHIN)
            if took > READY_WITHIN:
                chaos.report.slow.append(f"{took:.1f} s until it was ready, started as {', '.join(started)}")
            self.longest = max(self.longest, took)
            await changer.reached(len(changer.acknowledged) + 5)

    def judge(self, chaos: ChaosShop, _changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Report the longest time."""
        chaos.report.expect(f"ready after {self.rounds} starts", self.longest, READY_WITHIN)


if __name__ == "__main__":
    main(__doc__, run, rounds=10)
