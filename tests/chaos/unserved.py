"""Add thousands of deliveries that no worker can handle, during status changes.

A third is in a queue without workers. A third is for a consumer that no version has. A third is for a consumer that an
upgrade removed, while a relay of the previous version still publishes it. Each must be dead with a reason after its
attempts. No relay may end. Pages must receive other events as early as before. SHOP_LONGEST_PAUSE shortens the
back-off.

    python -m tests.chaos.unserved --seed 7
"""

import asyncio
import sys
import time
from collections.abc import Mapping
from dataclasses import replace
from pathlib import Path

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

PAUSE = 0.3
REMOVED = "mail_farewell"
UNSERVED = {"push": "sms", "mail_by_pigeon": "mail", REMOVED: "mail"}
"""The consumer and the queue of each third."""
RELAYS = ("relay", "relay-2")
A_SECOND = 500
"""How many such deliveries each relay fails in a second."""

_ADD = """
    WITH event AS (
        INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
        SELECT 'left.over', 'left:over', 'nobody', '{}', now() FROM generate_series(1, %(count)s) RETURNING id
    ) INSERT INTO delivery (event_id, consumer, queue, due_at)
    SELECT id, %(consumer)s, %(queue)s, now() FROM event
"""
_OURS = "FROM delivery JOIN domain_event AS event ON event.id = event_id WHERE event.type = 'left.over'"
_COUNT = f"""
    SELECT count(*) FILTER (WHERE dead_at IS NULL), count(*) FILTER (WHERE last_error NOT LIKE 'No worker of this%%'),
        count(*) FILTER (WHERE dead_at IS NOT NULL AND attempts <> %s), count(*) {_OURS}
"""
_DISCARD = f"UPDATE delivery SET done_at = now() WHERE id IN (SELECT delivery.id {_OURS})"


def table(host: str, ports: list[int], counts: Mapping[str, int]) -> list[Process]:
    """Return the shop's processes, with the second relay of the previous version."""
    made = processes.shop(host, ports, counts)
    older = (sys.executable, "-m", "tests.chaos.previous_relay", REMOVED)
    return [replace(one, command=older) if one.name == RELAYS[1] else one for one in made]


async def run(folder: Path, *, seed: int, each: int, peace: int, slack: int) -> Report:
    """Run the test in a shop below `folder`. The p99 of other events may grow by `slack` milliseconds."""
    left = LeftOver(each, peace=peace, slack=slack)
    return await load.run(
        folder,
        seed=seed,
        changes=50,
        trouble=left.add,
        judge=left.judge,
        pause=PAUSE,
        limit=1200.0,
        table=table,
        counts={"relay": 2, "mail": 2},
        environment={"SHOP_LONGEST_PAUSE": "1"},
    )


class LeftOver:
    """Adds the deliveries and checks that each is dead in the end."""

    def __init__(self, each: int, *, peace: int, slack: int) -> None:
        self._each = each
        self._peace = peace
        self._slack = slack
        self._began_at = self._added_at = self._dead_at = 0.0

    async def add(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Add the deliveries and wait until all are dead."""
        self._began_at = time.time()
        await asyncio.sleep(self._peace)
        relays = {name: chaos.shop.pid(name) for name in RELAYS}
        self._added_at = time.time()
        dsn = driver_url(chaos.shop.database_url)
        async with await psycopg.AsyncConnection.connect(dsn, autocommit=True) as database:
            for consumer, queue in UNSERVED.items():
                await database.execute(_ADD, {"consumer": consumer, "queue": queue, "count": self._each})
            alive, unexplained, miscounted, number = await self._until_dead(database)
            await database.execute(_DISCARD)
        self._dead_at = time.time()
        chaos.report.figures["dead"] = f"{number - alive} of {number}, {self._dead_at - self._added_at:.0f} s"
        for count, what in ((alive, "not dead"), (unexplained, "without a reason"), (miscounted, "miscounted")):
            if count:
                chaos.report.faults.append(f"{count} of the unserved deliveries are {what}")
        ended = [name for name, pid in relays.items() if chaos.shop.pid(name) != pid]
        chaos.report.faults += [f"the {name} ended" for name in ended]

    async def _until_dead(self, database: psycopg.AsyncConnection) -> tuple[int, ...]:
        deadline = time.monotonic() + 120 + 3 * self._each * MAX_ATTEMPTS / A_SECOND
        while True:
            row = await (await database.execute(_COUNT, [MAX_ATTEMPTS])).fetchone()
            assert row is not None
            if not row[0] or time.monotonic() > deadline:
                return row
            await asyncio.sleep(1)

    def judge(self, chaos: ChaosShop, _changer: load.StatusChanger, ledger: Ledger) -> None:
        """Compare the delay of the other events before and during the test."""
        before, amid = p99_delays(chaos.pages, ledger, self._began_at, self._added_at, self._dead_at)
        chaos.report.figures["p99 of other events before"] = f"{before * 1000:.0f} ms"
        chaos.report.expect("p99 of other events", amid * 1000, before * 1000 + self._slack, unit="ms")


if __name__ == "__main__":
    main(__doc__, run, each=10_000, peace=20, slack=10)
