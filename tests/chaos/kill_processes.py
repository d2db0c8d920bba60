"""Kill every kind of process in the middle of status changes and count what became of each change.

By a seeded order and at seeded moments, relay, fan-out worker, web (API and realtime), Redis and PostgreSQL are killed
with SIGKILL, and the supervisor brings them back. A change that was not acknowledged is sent again. `changes` says what
is checked.

    python -m tests.chaos.kill_processes --seed 7 --changes 200 --kills 5 --pages 10

Each of five people has so many pages open, and none may wait for a change for longer than its lease and two seconds.
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
from tests.support.chaos_scene import Scene
from tests.support.event_audit import Ledger

LONGEST_DELAY = 12.0
"""The ten seconds of a lease of the fan-out, and two."""
KILLED = ("relay", "fanout", "web", "redis", "postgres")


async def kill(scene: Scene, posting: load.Posting, *, killed: Sequence[str], changes: int, kills: int) -> None:
    """Kill a process of each kind in turn, each once so many changes are acknowledged and a drawn moment later."""
    drawn = random.Random(scene.report.seed)
    order = [name for _ in range(-(-kills // len(killed))) for name in drawn.sample(killed, len(killed))]
    moments = sorted(drawn.sample(range(changes // 10, changes * 9 // 10), kills))
    for moment, name in zip(moments, order, strict=False):
        await posting.reached(moment)
        await asyncio.sleep(drawn.uniform(0, 0.05))
        await scene.kill(name)


async def run(
    folder: Path, *, seed: int, changes: int, kills: int, killed: Sequence[str] = KILLED, **options: Any
) -> Report:
    """Run it in a shop of its own below `folder`; `options` are those of :func:`changes.run`."""
    trouble = partial(kill, killed=killed, changes=changes, kills=kills)
    return await load.run(folder, seed=seed, changes=changes, trouble=trouble, judge=judge, **options)


def judge(scene: Scene, _posting: load.Posting, _ledger: Ledger) -> None:
    """Compare the longest delay with what a lost hand-over may cost."""
    scene.report.expect("longest delay", scene.report.tally.longest_delay, LONGEST_DELAY)


if __name__ == "__main__":
    main(__doc__, run, changes=200, kills=len(KILLED), pages=2)
