"""Stop some of PostgreSQL's server processes (SIGSTOP) amid signed-in requests and changes, and let them go on.

Shoppers and admins ask for what they see, at a steady pace, while admins change statuses. Twice, first two and then six
server processes of the shop's are stopped for a while: of the API, realtime, the relay and the workers, as drawn.

Each request must be answered within six seconds, with 503 where it needed one of those; most must be answered as ever;
and five seconds after they go on, or are killed, no request fails any more. `changes` says what else is checked.

    python -m tests.chaos.stopped_backends --seed 7 --rate 200 --hold 60
"""

import asyncio
import os
import signal
import time
from collections import Counter
from collections.abc import Sequence
from contextlib import suppress
from dataclasses import dataclass
from pathlib import Path

import aiohttp
import psycopg

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99
from tests.support.chaos_scene import Scene
from tests.support.demo_people import dsn
from tests.support.event_audit import Ledger
from tests.support.live_browser import Browser, Refused
from tests.support.suspended import stopped

ANSWERED_WITHIN = 6.0
HEALED_WITHIN = 5.0
PEACE = 3.0
MOST_FAILING = 0.05
"""The part of all requests that may meet a stopped process, at most."""
_API, _OTHERS = "swarna api%", "swarna %"
_SERVERS = """
    SELECT pid FROM pg_stat_activity WHERE application_name LIKE %s AND pid <> pg_backend_pid() ORDER BY backend_start
"""


@dataclass(frozen=True)
class Answered:
    """One request: when it was sent, how long it took, and its status (0: none)."""

    at: float
    seconds: float
    status: int


class Visits:
    """People who look at their pages at a steady pace."""

    def __init__(self, people: Sequence[tuple[Browser, str]], rate: int) -> None:
        self._people = people
        self._rate = rate
        self._ended = asyncio.Event()
        self.answers: list[Answered] = []

    def end(self) -> None:
        self._ended.set()

    async def run(self) -> None:
        """Go on until ended, and wait for the last answer."""
        loop = asyncio.get_running_loop()
        began, number = loop.time(), 0
        async with asyncio.TaskGroup() as group:
            while not self._ended.is_set():
                await asyncio.sleep(began + number / self._rate - loop.time())
                group.create_task(self._visit(*self._people[number % len(self._people)]))
                number += 1

    async def _visit(self, browser: Browser, path: str) -> None:
        sent, status = time.monotonic(), 0
        try:
            await browser.get(path)
            status = 200
        except Refused as refusal:
            status = refusal.args[0]
        except (aiohttp.ClientError, OSError, TimeoutError):
            pass
        self.answers.append(Answered(sent, time.monotonic() - sent, status))


class Trouble:
    """Stops two servers and then six, the first time letting them go on, the second time killing them."""

    def __init__(self, rate: int, hold: float) -> None:
        self._rate = rate
        self._hold = hold
        self._over: list[float] = []
        self._visits: Visits | None = None

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        boards = [(admin, "/api/order/?flag=allOrders") for admin in scene.admins]
        orders = [(one, f"/api/order/?customerId={one.person['id']}") for one in scene.shoppers]
        names = [(one, "/api/customer/me/") for one in scene.shoppers]
        lists = [(admin, "/api/customer/") for admin in scene.admins]  # by a session of SQLAlchemy's
        self._visits = Visits([*boards, *orders, *names, *lists], self._rate)
        visiting = asyncio.create_task(self._visits.run())
        try:
            for number, ends in ((2, False), (6, True)):
                await asyncio.sleep(PEACE)
                pids = await asyncio.to_thread(self._drawn, scene, number)
                with stopped(pids):
                    await asyncio.sleep(self._hold)
                    for pid in pids if ends else ():
                        with suppress(ProcessLookupError):
                            os.kill(pid, signal.SIGTERM)
                self._over.append(time.monotonic())
            await asyncio.sleep(HEALED_WITHIN + PEACE)
        finally:
            self._visits.end()
            await visiting

    def _drawn(self, scene: Scene, number: int) -> list[int]:
        """Draw servers, two thirds of them the API's."""
        with psycopg.connect(dsn(scene.shop.database_url), autocommit=True) as connection:
            apis = [pid for (pid,) in connection.execute(_SERVERS, (_API,))]
            others = [pid for (pid,) in connection.execute(_SERVERS, (_OTHERS,)) if pid not in apis]
        few = number // 3
        return [*scene.drawn.sample(apis, min(len(apis), number - few)), *scene.drawn.sample(others, few)]

    def judge(self, scene: Scene, posting: load.Posting, _ledger: Ledger) -> None:
        """Say how requests were answered."""
        assert self._visits
        report, answers = scene.report, self._visits.answers
        counted = Counter(answer.status for answer in answers)
        report.figures["requests"] = ", ".join(f"{count} of {status}" for status, count in counted.most_common())
        report.figures["p99"] = f"{p99([answer.seconds for answer in answers]) * 1000:.0f} ms"
        report.expect("slowest answer", max(answer.seconds for answer in answers), ANSWERED_WITHIN)
        report.expect("slowest change", max(answer.seconds for answer in posting.answers), ANSWERED_WITHIN)
        odd = {status: count for status, count in counted.items() if status not in {200, 503}}
        report.faults += [f"{count} requests were answered with {status or 'nothing'}" for status, count in odd.items()]
        if counted[503] > MOST_FAILING * len(answers):
            report.faults.append(f"{counted[503]} of {len(answers)} requests met a stopped server")
        late = [answer for answer in answers if answer.status != 200 and self._is_healed(answer.at)]
        report.faults += [f"{len(late)} requests failed though all servers were back"] if late else []

    def _is_healed(self, at: float) -> bool:
        """Whether all had been back for long enough, and none was stopped again."""
        return any(
            over + HEALED_WITHIN < at < later
            for over, later in zip(self._over, [*(at + PEACE for at in self._over[:-1]), float("inf")], strict=True)
        )


async def run(folder: Path, *, seed: int, rate: int, hold: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    trouble = Trouble(rate, hold)
    limit = load.POSTING_LIMIT + 2 * hold
    return await load.run(folder, seed=seed, changes=20, trouble=trouble, judge=trouble.judge, limit=limit)


if __name__ == "__main__":
    main(__doc__, run, rate=200, hold=60)
