"""Stop some PostgreSQL backends (SIGSTOP) during signed-in requests and status changes, then continue them.

Shoppers and admins request their pages at a fixed rate, while admins change statuses. First two and then six random
backends of the API, realtime, the relay and the workers are stopped for a while. This is done twice.

Each request must be answered within six seconds, with 503 if it needed a stopped backend. Most requests must succeed.
From five seconds after the backends continue or are killed, no request may fail. `status_changes` describes the other
checks.

    python -m tests.chaos.stopped_backends --seed 7 --rate 200 --hold 60
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from functools import partial
from pathlib import Path

import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.live_browser import Answer, Browser, ask
from tests.support.suspended_processes import backends, stopped_backends

ANSWERED_WITHIN = 6.0
HEALED_WITHIN = 5.0
PEACE = 3.0
MAX_FAILING = 0.05
"""Maximum share of requests that a stopped backend may affect."""
_API, _OTHERS = "swarna api%", "swarna %"


class Visits:
    """Requests pages of signed-in people at a fixed rate."""

    def __init__(self, people: Sequence[tuple[Browser, str]], rate: int) -> None:
        self._people = people
        self._rate = rate
        self._ended = asyncio.Event()
        self.answers: list[Answer] = []

    def end(self) -> None:
        self._ended.set()

    async def run(self) -> None:
        """Send requests until `end` is called, and wait for the last response."""
        loop = asyncio.get_running_loop()
        began, number = loop.time(), 0
        async with asyncio.TaskGroup() as group:
            while not self._ended.is_set():
                await asyncio.sleep(began + number / self._rate - loop.time())
                group.create_task(self._visit(*self._people[number % len(self._people)]))
                number += 1

    async def _visit(self, browser: Browser, path: str) -> None:
        self.answers.append(await ask(partial(browser.get, path)))


class Trouble:
    """Stops two backends and then six. The first time they continue, the second time they are killed."""

    def __init__(self, rate: int, hold: float) -> None:
        self._rate = rate
        self._hold = hold
        self._over: list[float] = []
        self._visits: Visits | None = None

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        boards = [(admin, "/api/order/?flag=allOrders") for admin in chaos.admins]
        orders = [(one, f"/api/order/?customerId={one.person['id']}") for one in chaos.shoppers]
        names = [(one, "/api/customer/me/") for one in chaos.shoppers]
        lists = [(admin, "/api/customer/") for admin in chaos.admins]  # this list uses a SQLAlchemy session
        self._visits = Visits([*boards, *orders, *names, *lists], self._rate)
        visiting = asyncio.create_task(self._visits.run())
        try:
            for number, ends in ((2, False), (6, True)):
                await asyncio.sleep(PEACE)
                pids = await asyncio.to_thread(self._choose, chaos, number)
                with stopped_backends(pids):
                    await asyncio.sleep(self._hold)
                    for pid in pids if ends else ():
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGTERM)
                self._over.append(time.monotonic())
            await asyncio.sleep(HEALED_WITHIN + PEACE)
        finally:
            self._visits.end()
            await visiting

    def _choose(self, chaos: ChaosShop, number: int) -> list[int]:
        """Choose random backends, two thirds of them the API's."""
        with psycopg.connect(driver_url(chaos.shop.database_url), autocommit=True) as connection:
            apis = backends(connection, _API)
            others = [pid for pid in backends(connection, _OTHERS) if pid not in apis]
        few = number // 3
        return [*chaos.rng.sample(apis, min(len(apis), number - few)), *chaos.rng.sample(others, few)]

    def judge(self, chaos: ChaosShop, changer: load.StatusChanger, _ledger: Ledger) -> None:
        """Report the statuses and times of the responses."""
        assert self._visits
        report, answers = chaos.report, self._visits.answers
        counted = Counter(answer.status for answer in answers)
        report.figures["requests"] = ", ".join(f"{count} of {status}" for status, count in counted.most_common())
        report.figures["p99"] = f"{p99([answer.seconds for answer in answers]) * 1000:.0f} ms"
        report.expect("slowest answer", max(answer.seconds for answer in answers), ANSWERED_WITHIN)
        report.expect("slowest change", max(answer.seconds for answer in changer.answers), ANSWERED_WITHIN)
        odd = {status: count for status, count in counted.items() if status not in {200, 503}}
        report.faults += [f"{count} requests were answered with {status or 'nothing'}" for status, count in odd.items()]
        if counted[503] > MAX_FAILING * len(answers):
            report.faults.append(f"{counted[503]} of {len(answers)} requests were affected by a stopped backend")
        late = [answer for answer in answers if answer.status != 200 and self._is_healed(answer.at)]
        report.faults += [f"{len(late)} requests failed although all backends were back"] if late else []

    def _is_healed(self, at: float) -> bool:
        """Return whether all backends had been running for long enough at this time, and none was stopped again."""
        return any(
            over + HEALED_WITHIN < at < later
            for over, later in zip(self._over, [*(at + PEACE for at in self._over[:-1]), float("inf")], strict=True)
        )


async def run(folder: Path, *, seed: int, rate: int, hold: int) -> Report:
    """Run the test in a shop below `folder`."""
    trouble = Trouble(rate, hold)
    limit = load.POSTING_LIMIT + 2 * hold
    return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, rate=200, hold=60)
