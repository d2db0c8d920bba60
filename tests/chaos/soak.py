"""Let the shop run for an hour under a third of its load, with a kill each minute, and look for what grows.

Memory and descriptors of web, relay and fan-out are taken every ten seconds. Once they have warmed up, which takes some
minutes, memory may grow by 1 % an hour, and descriptors not. What is lost, doubled or turned back is compared as in
`changes`.

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
from tests.support.chaos_scene import Scene
from tests.support.event_audit import Ledger
from tests.support.process_memory import footprint

EVERY = 10.0
WARM = 360.0
MORE_DESCRIPTORS = 5
"""Connections of a pool, which come when they are first needed."""
KILL_EVERY = 60.0
KILLED = ("redis", "mail", "images")
"""None of those whose memory is judged: a process that was killed begins anew."""
JUDGED = ("web", "relay", "fanout")
PAUSE = 1.0
SLOPE = 1.0
LEAST_SLOPE_MB = 2.0
"""What a process may gain besides: an allocator's page here and there is no leak."""


async def run(folder: Path, *, seed: int, minutes: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    soak = Soak(minutes * 60.0)
    limit = minutes * 60.0 + 120
    return await load.run(folder, seed=seed, changes=20, trouble=soak, judge=soak.judge, pause=PAUSE, limit=limit)


class Soak:
    """Kills now and then, and keeps what each process held, with the second at which it did."""

    def __init__(self, seconds: float) -> None:
        self._seconds = seconds
        self._held: dict[str, list[tuple[float, float, int]]] = defaultdict(list)

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        """Look, and kill, until the time is up."""
        began = time.monotonic()
        kill_at = KILL_EVERY
        while (passed := time.monotonic() - began) < self._seconds:
            await asyncio.sleep(EVERY)
            self._look(scene, passed)
            if passed > kill_at:
                kill_at += KILL_EVERY
                await scene.kill(scene.drawn.choice(KILLED))

    def _look(self, scene: Scene, at: float) -> None:
        measured = footprint(scene.shop)
        for name in JUDGED:
            self._held[name].append((at, measured.memory[name], measured.descriptors[name]))

    def judge(self, scene: Scene, _posting: load.Posting, _ledger: Ledger) -> None:
        """Fit a line through what each process held once it had warmed up."""
        for name, held in self._held.items():
            warm = [one for one in held if one[0] >= min(self._seconds / 3, WARM)]
            seconds, memory, descriptors = zip(*warm, strict=True)
            gained = statistics.linear_regression(seconds, memory).slope * 3600
            most = memory[0] * SLOPE / 100 + LEAST_SLOPE_MB
            scene.report.expect(f"{name} gains an hour", gained, most, unit="MB")
            early, late = max(descriptors[: len(descriptors) // 2]), max(descriptors[len(descriptors) // 2 :])
            scene.report.figures[f"{name} descriptors"] = f"at most {early} in the first half, {late} in the second"
            if late > early + MORE_DESCRIPTORS:
                scene.report.slow.append(f"{name} descriptors: {scene.report.figures[f'{name} descriptors']}")


if __name__ == "__main__":
    main(__doc__, run, minutes=60)
