"""Run the shop for an hour with one kill a minute, and check for leaks.

Memory and descriptors of web, relay and fan-out are measured every ten seconds. After a warm-up of some minutes, memory
may grow by 1 % an hour, and descriptors may not grow. `status_changes` describes the other checks.

    python -m tests.chaos.soak --seed 7 --minutes 60
"""

import asyncio
import statistics
import time
from collections import defaultdict
from pathlib import Path

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.process_memory import footprint

EVERY = 10.0
WARM = 360.0
MORE_DESCRIPTORS = 5
"""Tolerance for pool connections that are opened on first use."""
KILL_EVERY = 60.0
KILLED = ("redis", "mail", "images")
"""Only processes whose memory is not checked, because a restarted process uses little memory at first."""
JUDGED = ("web", "relay", "fanout")
PAUSE = 1.0
SLOPE = 1.0
LEAST_SLOPE_MB = 2.0
"""Tolerance in megabytes an hour: an allocator's occasional page is no leak."""


async def run(folder: Path, *, seed: int, minutes: int) -> Report:
    """Run the test in a shop below `folder`."""
    soak = Soak(minutes * 60.0)
    limit = minutes * 60.0 + 120
    return await load.run(folder, seed=seed, changes=20, trouble=soak, judge=soak.judge, pause=PAUSE, limit=limit)


class Soak:
    """Kills processes and records the footprint of each with its time."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: dict[str, list[tuple[float, float, int]]] = defaultdict(list)

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Measure and kill until the time is up."""
        began = time.monotonic()
        kill_at = KILL_EVERY
        while (passed := time.monotonic() - began) < self._seconds:
            await asyncio.sleep(EVERY)
            self._look(chaos, passed)
            if passed > kill_at:
                kill_at += KILL_EVERY
                await chaos.kill(chaos.rng.choice(KILLED))

    def _look(self, chaos: ChaosShop, at: float) -> None:
        measured = footprint(chaos.shop)
        for name in JUDGED:
            self._held[name].append((at, measured.memory[name], measured.descriptors[name]))

    def judge(self, chaos: ChaosShop, _changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Fit a line through the memory of each process after the warm-up."""
        for name, held in self._held.items():
            warm = [one for one in held if one[0] >= min(self._seconds / 3, WARM)]
            seconds, memory, descriptors = zip(*warm, strict=True)
            gained = statistics.linear_regression(seconds, memory).slope * 3600
            most = memory[0] * SLOPE / 100 + LEAST_SLOPE_MB
            chaos.report.expect(f"{name} gains an hour", gained, most, unit="MB")
            early, late = max(descriptors[: len(descriptors) // 2]), max(descriptors[len(descriptors) // 2 :])
            chaos.report.figures[f"{name} descriptors"] = f"at most {early} in the first half, {late} in the second"
            if late > early + MORE_DESCRIPTORS:
                chaos.report.slow.append(f"{name} descriptors: {chaos.report.figures[f'{name} descriptors']}")


if __name__ == "__main__":
    main(__doc__, run, minutes=60)
