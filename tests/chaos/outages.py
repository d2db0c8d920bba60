"""Interrupt PostgreSQL and Redis repeatedly during status changes, while every other process continues.

In each round all connections to PostgreSQL are ended, all its backends are stopped for longer than any deadline, it is
killed, and Redis is killed. A process that loses a connection, a thread or a task in each outage fails after some
rounds. Kills of the process itself would hide that.

No process may end, and the shop must become healthy by itself. `status_changes` describes the other checks.

    python -m tests.chaos.outages --seed 7 --rounds 12
"""

import asyncio
import os
import signal
from contextlib import suppress
from functools import partial
from pathlib import Path

import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop
from tests.support.suspended_processes import backends, stopped_backends

SERVERS = ("postgres", "redis")
STOPPED_SECONDS = 7.0
"""Longer than the longest deadline of a statement."""
PEACE_SECONDS = 3.0
HEALTHY_WITHIN = 30.0


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run the test in a shop below `folder`."""
    return await load.run(folder, seed=seed, changes=1, trouble=partial(_take_away, rounds=rounds))


async def _take_away(chaos: ChaosShop, _changer: load.StatusChanger, *, rounds: int) -> None:
    """Cause the outages in random order, and report processes that did not survive them."""
    before = _pids(chaos)
    outages = [_end_connections, _stop_backends, *(partial(ChaosShop.kill, name=name) for name in SERVERS)]
    for _ in range(rounds):
        for cause in chaos.rng.sample(outages, len(outages)):
            await cause(chaos)
            await asyncio.sleep(PEACE_SECONDS)
    chaos.report.expect("healthy again after", await chaos.until_healthy(limit=90), HEALTHY_WITHIN)
    ended = [name for name, pid in _pids(chaos).items() if pid != before[name]]
    chaos.report.faults += [f"{name} ended" for name in ended]


async def _end_connections(chaos: ChaosShop) -> None:
    for pid in await asyncio.to_thread(_backends, chaos):
        with suppress(ProcessLookupError):
            os.kill(pid, signal.SIGTERM)


async def _stop_backends(chaos: ChaosShop) -> None:
    with stopped_backends(await asyncio.to_thread(_backends, chaos)):
        await asyncio.sleep(STOPPED_SECONDS)


def _backends(chaos: ChaosShop) -> list[int]:
    with psycopg.connect(driver_url(chaos.shop.database_url), autocommit=True) as connection:
        return backends(connection, "swarna %")


def _pids(chaos: ChaosShop) -> dict[str, int | None]:
    return {name: chaos.shop.pid(name) for name in chaos.shop.names if name not in SERVERS}


if __name__ == "__main__":
    main(__doc__, run, rounds=12)
