"""Add events whose reactions raise, hang or kill their worker, and measure the effect on other events.

Status changes continue during the test. Each poisoned delivery must be dead after exactly eight attempts. Pages must
receive other events hardly later than before. When the cause is fixed, `shop events replay` must complete each
delivery. SHOP_LONGEST_PAUSE shortens the back-off. `--tried 6` starts as after six attempts.

    python -m tests.chaos.poison --seed 7
"""

import asyncio
import os
import sys
import time
from collections.abc import Mapping, Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

import psycopg

from local import processes
from local.supervisor import Process
from shop.events.retries import MAX_ATTEMPTS
from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99_delays
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger

KINDS = ("raise", "hang", "kill")
PAUSE = 0.3
AT_MOST = 2.0
"""Maximum ratio of the other events' p99 delay during and before the test."""
DEAD_LIMIT = {"fanout": 150.0, "mail": 620.0}
"""A kill is detected when the lease ends: eight leases of 10 s, or of one minute."""

_DISTURB = """
    WITH event AS (
        INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
        VALUES (%s, 'poison:1', 'nobody', '{}', now()) RETURNING id
    ) SELECT pg_notify('domain_event', id::text) FROM event
"""
_STANDING = "SELECT consumer, attempts, dead_at IS NOT NULL, done_at IS NOT NULL FROM delivery WHERE consumer = ANY(%s)"
_TRIED = "UPDATE delivery SET attempts = %s WHERE consumer = ANY(%s) AND attempts < %s AND dead_at IS NULL"
_FIX_THE_CAUSE = """
    INSERT INTO contact_message (name, email, phone, company, message, received_at)
    VALUES ('antidote', '', '', '', '', now())
"""


def table(host: str, ports: list[int], counts: Mapping[str, int]) -> list[Process]:
    """Return the shop's processes, with the failing reactions in relay and workers."""
    made = processes.shop(host, ports, counts)
    swapped = {"workers.relay": "tests.chaos.bad_reactions", "workers": "tests.chaos.bad_reactions"}
    return [replace(one, command=tuple(swapped.get(word, word) for word in one.command)) for one in made]


async def run(folder: Path, *, seed: int, tried: int, mail: int, peace: int) -> Report:
    """Run the test in a shop below `folder`, after `peace` seconds without faults. `mail` 0 tests only fan-out."""
    poison = Poison(("fanout", "mail") if mail else ("fanout",), tried=tried, peace=peace)
    return await load.run(
        folder,
        seed=seed,
        changes=50,
        trouble=poison.spread,
        judge=poison.judge,
        pause=PAUSE,
        limit=1200.0,
        table=table,
        counts={"fanout": 2, "mail": 2},
        environment={"SHOP_LONGEST_PAUSE": "1"},
    )


class Poison:
    """Adds failing deliveries to these queues, one kind after the other, and checks each."""

    def __init__(self, queues: Sequence[str], *, tried: int, peace: int) -> None:
        self._queues = queues
        self._tried = tried
        self._peace = peace
        self._spread_at = self._dead_at = self._began_at = 0.0

    async def spread(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Record the events, wait until all are dead, fix the cause and replay them."""
        self._began_at = time.time()
        await asyncio.sleep(self._peace)
        self._spread_at = time.time()
        dsn = driver_url(chaos.shop.database_url)
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as database:
            for name in KINDS:
                await self._kill_off(chaos, database, name)
            self._dead_at = time.time()
            await database.execute(_FIX_THE_CAUSE)
            await self._replay(chaos)
            every = [f"{name}_{queue}" for name in KINDS for queue in self._queues]
            standing = await _until(database, every, column=3, limit=90)
            chaos.report.faults += [f"{row[0]} was replayed and is not done" for row in standing if not row[3]]
            chaos.report.figures["replayed"] = f"{sum(row[3] for row in standing)} of {len(every)} carried out"

    async def _kill_off(self, chaos: ChaosShop, database: psycopg.AsyncConnection, name: str) -> None:
        """Let one kind be attempted in each queue until it is dead."""
        consumers = [f"{name}_{queue}" for queue in self._queues]
        began = time.monotonic()
        for queue in self._queues:
            await database.execute(_DISTURB, [f"poison.{name}.{queue}"])
        if self._tried:
            await _until(database, consumers, column=0, limit=30)
            await database.execute(_TRIED, [self._tried, consumers, self._tried])
        limit = max(DEAD_LIMIT[queue] for queue in self._queues)
        standing = await _until(database, consumers, column=2, limit=limit)
        tries = ", ".join(f"{row[0]} after {row[1]} attempts" for row in standing)
        chaos.report.figures[f"dead of {name}"] = f"{tries}, {time.monotonic() - began:.0f} s"
        chaos.report.faults += [f"{row[0]} is not dead after {row[1]} attempts" for row in standing if not row[2]]
        chaos.report.faults += [f"{row[0]} had {row[1]} attempts" for row in standing if row[1] != MAX_ATTEMPTS]

    def judge(self, chaos: ChaosShop, _changer: load.StatusChanger, ledger: Ledger) -> None:
        """Compare the delay of the other events before and during the test."""
        before, amid = p99_delays(chaos.pages, ledger, self._began_at, self._spread_at, self._dead_at)
        chaos.report.figures["p99 of other events before"] = f"{before * 1000:.0f} ms"
        chaos.report.expect("p99 of other events", amid * 1000, before * AT_MOST * 1000, unit="ms")

    async def _replay(self, chaos: ChaosShop) -> None:
        """Run `shop events replay`."""
        command = await asyncio.create_subprocess_exec(
            *(sys.executable, "-m", "shop.cli.app", "events", "replay", "--all"),
            env=os.environ | chaos.shop.environment,
            stdout=asyncio.subprocess.DEVNULL,
        )
        if await command.wait():
            chaos.report.faults.append("shop events replay failed")


async def _until(
    database: psycopg.AsyncConnection, consumers: list[str], *, column: int, limit: float
) -> list[tuple[Any, ...]]:
    """Wait until a column is true for all consumers or the limit has passed. Return the rows."""
    deadline = time.monotonic() + limit
    while True:
        standing = await (await database.execute(_STANDING, [consumers])).fetchall()
        holds = len(standing) == len(consumers) and all(row[column] for row in standing)
        if holds or time.monotonic() > deadline:
            return standing
        await asyncio.sleep(0.1)


if __name__ == "__main__":
    main(__doc__, run, tried=0, mail=1, peace=15)
