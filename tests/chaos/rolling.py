"""End every process in good order, one after the other, as a new version is rolled out, under load.

Every kind runs twice behind the front server, as in `topology`. Each process gets TERM, must end within 15 seconds, and
the next one follows once its successor shows a sign of life. No request may fail, and `changes` says what else is
compared.

    python -m tests.chaos.rolling --seed 7
"""

import asyncio
import signal
import time
from pathlib import Path

import psycopg

from tests.chaos.command import main
from tests.support import compose_topology, demo_people
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_scene import BACK_LIMIT, Scene
from tests.support.event_audit import Ledger

ENDS_WITHIN = 15.0
STAYING = ("postgres", "redis", "mailbox", "front")


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run it in a shop of its own below `folder`: every process ends so many times."""
    server = await asyncio.to_thread(compose_topology.nginx, folder / "nginx")
    table = compose_topology.behind(server, folder / "front")
    rollout = Rollout(rounds)
    return await load.run(folder, seed=seed, changes=20, trouble=rollout, judge=rollout.judge, table=table)


class Rollout:
    """Ends each process in a drawn order."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._longest = 0.0

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        """Replace all of them, one at a time."""
        names = [name for name in scene.shop.names if name not in STAYING]
        dsn = demo_people.dsn(scene.shop.database_url)
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as database:
            for _ in range(self._rounds):
                for name in scene.drawn.sample(names, len(names)):
                    await self._replace(scene, name, database)

    async def _replace(self, scene: Scene, name: str, database: psycopg.AsyncConnection) -> None:
        before = scene.shop.pid(name)
        began = time.monotonic()
        await scene.kill(name, signal.SIGTERM)
        while scene.shop.pid(name) == before:  # noqa: ASYNC110 - nothing tells that a process ended
            await asyncio.sleep(0.02)
        self._longest = max(self._longest, time.monotonic() - began)
        async with asyncio.timeout(BACK_LIMIT):
            while not await _shows_life(database, scene.shop.pid(name)):  # noqa: ASYNC110 - asked, not told
                await asyncio.sleep(0.1)

    def judge(self, scene: Scene, posting: load.Posting, _ledger: Ledger) -> None:
        """No request may have failed; and each process ended in time."""
        failed = [answer.status for answer in posting.answers if answer.status != 200]
        scene.report.faults += [f"a change was answered with {status or 'nothing'}" for status in failed]
        scene.report.expect("a process ends within", self._longest, ENDS_WITHIN)


async def _shows_life(database: psycopg.AsyncConnection, pid: int | None) -> bool:
    row = await (await database.execute("SELECT FROM process WHERE name LIKE %s", [f"% {pid} %"])).fetchone()
    return row is not None


if __name__ == "__main__":
    main(__doc__, run, rounds=1)
