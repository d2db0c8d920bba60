"""Restart every process gracefully under load, one after the other, as a rollout does.

Every kind runs twice behind the reverse proxy, as in `topology`. Each process gets SIGTERM and must end within 15
seconds. The next one gets it after the restarted process has sent a heartbeat. No request may fail. `status_changes`
describes the other checks.

    python -m tests.chaos.rolling --seed 7
"""

import asyncio
import signal
import time
from pathlib import Path

import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import compose_topology
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import BACK_LIMIT, ChaosShop
from tests.support.event_audit import Ledger

ENDS_WITHIN = 15.0
STAYING = ("postgres", "redis", "mailbox", "front")


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run the test in a shop below `folder`; every process is restarted this number of times."""
    server = await asyncio.to_thread(compose_topology.nginx, folder / "nginx")
    table = compose_topology.behind(server, folder / "front")
    rollout = Rollout(rounds)
    return await load.run(folder, seed=seed, changes=20, trouble=rollout, judge=rollout.judge, table=table)


class Rollout:
    """Restarts each process, in random order."""

    def __init__(self, rounds: int) -> None:
        self._rounds = rounds
        self._longest = 0.0

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Restart all processes, one at a time."""
        names = [name for name in chaos.shop.names if name not in STAYING]
        dsn = driver_url(chaos.shop.database_url)
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as database:
            for _ in range(self._rounds):
                for name in chaos.rng.sample(names, len(names)):
                    await self._replace(chaos, name, database)

    async def _replace(self, chaos: ChaosShop, name: str, database: psycopg.AsyncConnection) -> None:
        before = chaos.shop.pid(name)
        began = time.monotonic()
        await chaos.kill(name, signal.SIGTERM)
        while chaos.shop.pid(name) == before:  # noqa: ASYNC110 - polls
            await asyncio.sleep(0.02)
        self._longest = max(self._longest, time.monotonic() - began)
        async with asyncio.timeout(BACK_LIMIT):
            while not await _shows_life(database, chaos.shop.pid(name)):  # noqa: ASYNC110 - polls
                await asyncio.sleep(0.1)

    def judge(self, chaos: ChaosShop, changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Check that no request failed and that each process ended in time."""
        failed = [answer.status for answer in changer.answers if answer.status != 200]
        chaos.report.faults += [f"a change was answered with {status or 'nothing'}" for status in failed]
        chaos.report.expect("a process ends within", self._longest, ENDS_WITHIN)


async def _shows_life(database: psycopg.AsyncConnection, pid: int | None) -> bool:
    row = await (await database.execute("SELECT FROM process WHERE name LIKE %s", [f"% {pid} %"])).fetchone()
    return row is not None


if __name__ == "__main__":
    main(__doc__, run, rounds=1)
