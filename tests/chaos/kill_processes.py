"""Kill every kind of process during status changes, and check every change.

Relay, fan-out worker, web (API and realtime), Redis and PostgreSQL are killed with SIGKILL in a seeded order and at
seeded moments, and the supervisor restarts them. A change that was not acknowledged is repeated. `status_changes`
describes the checks.

    python -m tests.chaos.kill_processes --seed 7 --changes 200 --kills 5 --pages 10

Each of five people has this number of pages open. No page may wait for a change longer than its lease plus 2 s.
"""

import asyncio
import random
from collections.abc import Sequence
from functools import partial
from pathlib import Path
from typing import Any

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger

LONGEST_DELAY = 12.0
"""The fan-out lease of 10 s, plus 2 s."""
KILLED = ("relay", "fanout", "web", "redis", "postgres")


async def kill(
    chaos: ChaosShop, changer: load.StatusChanger, *, killed: Sequence[str], changes: int, kills: int
) -> None:
    """Kill processes in turn, each at a random moment after a number of acknowledged changes."""
    rng = random.Random(chaos.report.seed)
    order = [name for _ in range(-(-kills // len(killed))) for name in rng.sample(killed, len(killed))]
    moments = sorted(rng.sample(range(changes // 10, changes * 9 // 10), kills))
    for moment, name in zip(moments, order, strict=False):
        await changer.reached(moment)
        await asyncio.sleep(rng.uniform(0, 0.05))
        await chaos.kill(name)


async def run(
    folder: Path, *, seed: int, changes: int, kills: int, killed: Sequence[str] = KILLED, **options: Any
) -> Report:
    """Run the test in a shop below `folder`. `options` are those of :func:`status_changes.run`."""
    trouble = partial(kill, killed=killed, changes=changes, kills=kills)
    return await load.run(folder, seed=seed, changes=changes, trouble=trouble, judge=judge, **options)


def judge(chaos: ChaosShop, _changer: load.StatusChanger, _ledger: Ledger) -> None:
    """Compare the longest delay with the limit for a lost delivery."""
    chaos.report.expect("longest delay", chaos.report.tally.longest_delay, LONGEST_DELAY)


if __name__ == "__main__":
    main(__doc__, run, changes=200, kills=len(KILLED), pages=2)
