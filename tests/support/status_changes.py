"""Status changes during faults: admins change statuses, and every change is checked afterwards.

At the end every page must have received each of its events once, in the order of ids, and no others. It must show the
statuses of the database. Each status that lasted long enough must have been mailed. The last changes, with all
processes running, must have been published without the help of a sweep.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from shop.text.urls import driver_url
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.event_audit import Ledger, check_log, check_mails, check_page, late_at_the_end, meant_for, settled
from tests.support.live_browser import Answer, Browser, OpenPage, ask

STATUSES = ("ordered", "packed", "shipped", "delivered")
CONCURRENT = 4
"""How many admins send changes at the same time."""
PAUSE_SECONDS = 0.5
"""Maximum pause of an admin between two changes. 200 changes take about 15 s."""
HEALED = 10
"""How many changes follow when every process runs again. They must be published without the help of a sweep."""
COPYING = {"mail", "mailbox", "postgres"}
"""A kill of these between the sending of a mail and its commit causes a second copy."""
POSTING_LIMIT = 300.0
SEEN_LIMIT = 90.0
SETTLED_LIMIT = 180.0
_FORGET_MAILS = "DELETE FROM order_mail"
_MAKE_MAILS_DUE = """
    UPDATE delivery SET due_at = now()
    WHERE consumer IN ('mail_status', 'mail_order_confirmation') AND done_at IS NULL AND due_at > now()
        AND (lease = 0 OR postponed_to IS NOT NULL AND taken_at IS NULL AND leased_at IS NULL)
"""


@dataclass(frozen=True)
class Acknowledged:
    """A change that was answered with 2xx; `at` is wall-clock time."""

    item_id: int
    version: int
    status: str
    at: float = field(default_factory=time.time, compare=False)


class StatusChanger:
    """Admins who change statuses until enough changes are acknowledged."""

    def __init__(
        self, admins: Sequence[Browser], items: Sequence[int], rng: random.Random, *, pause: float = PAUSE_SECONDS
    ) -> None:
        self._admins = admins
        self._items = items
        self._rng = rng
        self._pause = pause
        self._left = 0
        self.acknowledged: list[Acknowledged] = []
        self.answers: list[Answer] = []
        self.faults: list[str] = []

    @property
    def sent_again(self) -> int:
        """How many requests were not answered with 2xx."""
        return sum(answer.status != 200 for answer in self.answers)

    async def run(self, changes: int, beside: Awaitable[None] | None = None, *, limit: float = POSTING_LIMIT) -> None:
        """Post changes until this many are acknowledged and `beside` has ended. Each is repeated until acknowledged."""
        self._left = changes
        trouble = asyncio.ensure_future(beside or asyncio.sleep(0))
        try:
            async with asyncio.timeout(limit):
                changing = (self._change_some(self._admins[n % len(self._admins)], trouble) for n in range(CONCURRENT))
                await asyncio.gather(trouble, *changing)
        finally:
            trouble.cancel()

    async def reached(self, number: int) -> None:
        """Wait until this many changes are acknowledged."""
        while len(self.acknowledged) < number:  # noqa: ASYNC110 - polls every 10 ms
            await asyncio.sleep(0.01)

    def seconds(self, began: float, ended: float) -> list[float]:
        """Return the response times of requests sent within a span of time."""
        return [answer.seconds for answer in self.answers if began <= answer.at < ended and answer.status]

    async def _change_some(self, admin: Browser, trouble: asyncio.Future[None]) -> None:
        while self._left > 0 or not trouble.done():
            self._left -= 1
            await self._change(admin, self._rng.choice(self._items), self._rng.choice(STATUSES))
            await asyncio.sleep(self._rng.uniform(0, self._pause))

    async def _change(self, admin: Browser, item_id: int, status: str) -> None:
        while True:
            answer = await ask(partial(admin.change_status, item_id, status))
            self.answers.append(answer)
            if answer.status == 200:
                change = answer.data()
                self.acknowledged.append(Acknowledged(item_id, change["version"], change["status"]))
                return
            if answer.status not in {0, 503}:
                self.faults.append(f"a change was answered with {answer.status}, {answer.content}")
                return
            await asyncio.sleep(0.1)


Trouble = Callable[[ChaosShop, StatusChanger], Awaitable[None]]
Judgement = Callable[[ChaosShop, StatusChanger, Ledger], None]


async def run(
    folder: Path,
    *,
    seed: int,
    changes: int,
    trouble: Trouble,
    judge: Judgement | None = None,
    pause: float = PAUSE_SECONDS,
    limit: float | None = None,
    **options: Any,
) -> Report:
    """Post changes during the trouble, check each, and let `judge` add further checks.

    `limit` is the time limit for posting in seconds. `options` are those of :func:`chaos_shop`.
    """
    limit = limit or POSTING_LIMIT + changes * pause
    async with chaos_shop(folder, seed=seed, **options) as chaos:
        changer = StatusChanger(chaos.admins, items(chaos.pages, chaos.rng), random.Random(seed), pause=pause)
        await changer.run(changes, trouble(chaos, changer), limit=limit)
        ledger = await follow_up(chaos, changer)
        if judge:
            judge(chaos, changer, ledger)
    return chaos.report


def items(pages: Sequence[OpenPage], rng: random.Random) -> list[int]:
    """Return the lines to change: all lines on a shopper's page and some of other shoppers, without cancelled ones."""

    def shown(*, is_admin: bool) -> set[int]:
        rows = (row for page in pages if page.is_admin is is_admin for row in page.rows.values())
        return {row["itemId"] for row in rows if row["status"] != "cancelled"}

    owned = sorted(shown(is_admin=False))
    others = sorted(shown(is_admin=True) - set(owned))
    return owned + rng.sample(others, min(len(others), len(owned) // 2))


async def follow_up(chaos: ChaosShop, changer: StatusChanger) -> Ledger:
    """Wait until all deliveries are done, change some more, and run all checks."""
    url, report = chaos.shop.database_url, chaos.report
    await settled(url, lambda kept: kept.last and not kept.unpublished, seconds=SEEN_LIMIT)
    await changer.run(HEALED)
    ledger = await settled(url, lambda kept: kept.last, seconds=SEEN_LIMIT)
    await asyncio.gather(*(page.until(_got_all(page, ledger), seconds=SEEN_LIMIT) for page in chaos.pages))
    ledger = await settled(url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT, meanwhile=make_mails_due)
    report.acknowledged = len(changer.acknowledged)
    report.sent_again = changer.sent_again
    report.faults += changer.faults
    report.faults += missing(changer.acknowledged, ledger)
    report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
    late = late_at_the_end(ledger, HEALED)
    (report.faults if len(late) == HEALED else report.slow).extend(late)  # a busy machine may delay some events
    report.faults += check_log(chaos.shop.log)
    for page in chaos.pages:
        report.faults += check_page(page, ledger, report.tally)
    copies = sum(name.partition("-")[0] in COPYING for name in report.killed)
    mails, faults = check_mails(chaos.shop.mail_dir, ledger, most_copies=copies)
    report.faults += faults
    report.figures["changes"] = f"{len(ledger.changes)} in the log"
    report.figures["mails"] = f"{mails}"
    return ledger


async def make_mails_due(database_url: str) -> None:
    """Make waiting mails due at once, and reset the hourly limit of mails to one shopper."""
    async with await psycopg.AsyncConnection.connect(driver_url(database_url)) as connection:
        await connection.execute(_FORGET_MAILS)
        await connection.execute(_MAKE_MAILS_DUE)


def _got_all(page: OpenPage, ledger: Ledger) -> Callable[[], bool]:
    last = max((event.position for event in meant_for(page, ledger)), default=0)
    return lambda: (page.position or 0) >= last


def missing(acknowledged: Sequence[Acknowledged], ledger: Ledger) -> list[str]:
    """Return the acknowledged changes that are missing from the log or occur twice."""
    kept = Counter((change.data["itemId"], change.data["version"], change.data["status"]) for change in ledger.changes)
    wanted = Counter((change.item_id, change.version, change.status) for change in acknowledged)
    return [f"{number} of the acknowledged change {change} missing" for change, number in (wanted - kept).items()]
