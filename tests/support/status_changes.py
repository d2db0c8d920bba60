"""Status changes amid trouble: admins change statuses while something goes wrong, and each change is followed up.

At the end every page must have got every event of its own once, in the order of ids, and nothing else; it must show
what the database holds; each status that stood long enough must have been mailed; and with all processes back, the last
changes must have taken the fast road again.
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import Awaitable, Callable, Sequence
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene, opened
from tests.support.demo_people import dsn
from tests.support.event_audit import Ledger, check_log, check_mails, check_page, late_at_the_end, meant_for, settled
from tests.support.live_browser import Browser, OpenPage, Refused

STATUSES = ("ordered", "packed", "shipped", "delivered")
POSTERS = 4
PAUSE_SECONDS = 0.5
"""A poster waits up to this long between two changes: 200 changes by four take some 15 s."""
HEALED = 10
"""So many changes follow once every process is back; these must take the fast road again."""
COPYING = {"mail", "mailbox", "postgres"}
"""What may be killed between a mail's way out and the note that it went: then it goes once more."""
POSTING_LIMIT = 300.0
SEEN_LIMIT = 90.0
SETTLED_LIMIT = 180.0
_FORGET_MAILS = "DELETE FROM order_mail"
_THOUGHT_OVER = """
    UPDATE delivery SET due_at = now()
    WHERE consumer IN ('mail_status', 'mail_order_confirmation') AND done_at IS NULL AND due_at > now()
        AND (lease = 0 OR postponed_to IS NOT NULL AND taken_at IS NULL AND leased_at IS NULL)
"""


@dataclass(frozen=True)
class Acknowledged:
    """A change that was answered with 2xx; `at` is when, by the machine's clock."""

    item_id: int
    version: int
    status: str
    at: float = field(default_factory=time.time, compare=False)


@dataclass(frozen=True)
class Answered:
    """One request: when it was sent, by the clock that never steps, how long it took and its status (0: none)."""

    at: float
    seconds: float
    status: int


class Posting:
    """Admins who change statuses until enough are acknowledged."""

    def __init__(
        self, admins: Sequence[Browser], items: Sequence[int], drawn: random.Random, *, pause: float = PAUSE_SECONDS
    ) -> None:
        self._admins = admins
        self._items = items
        self._drawn = drawn
        self._pause = pause
        self._left = 0
        self.acknowledged: list[Acknowledged] = []
        self.answers: list[Answered] = []
        self.faults: list[str] = []

    @property
    def sent_again(self) -> int:
        """The requests that were not answered with 2xx."""
        return sum(answer.status != 200 for answer in self.answers)

    async def run(self, changes: int, beside: Awaitable[None] | None = None, *, limit: float = POSTING_LIMIT) -> None:
        """Post this many changes, each until it is acknowledged, and more until what happens beside has ended."""
        self._left = changes
        trouble = asyncio.ensure_future(beside or asyncio.sleep(0))
        try:
            async with asyncio.timeout(limit):
                posters = (self._post_some(self._admins[n % len(self._admins)], trouble) for n in range(POSTERS))
                await asyncio.gather(trouble, *posters)
        finally:
            trouble.cancel()

    async def reached(self, number: int) -> None:
        """Wait until so many changes are acknowledged."""
        while len(self.acknowledged) < number:  # noqa: ASYNC110 - a hundredth of a second is near enough
            await asyncio.sleep(0.01)

    def seconds(self, began: float, ended: float) -> list[float]:
        """Return how long the requests took that were sent in a span and answered."""
        return [answer.seconds for answer in self.answers if began <= answer.at < ended and answer.status]

    async def _post_some(self, admin: Browser, trouble: asyncio.Future[None]) -> None:
        while self._left > 0 or not trouble.done():
            self._left -= 1
            await self._post(admin, self._drawn.choice(self._items), self._drawn.choice(STATUSES))
            await asyncio.sleep(self._drawn.uniform(0, self._pause))

    async def _post(self, admin: Browser, item_id: int, status: str) -> None:
        while True:
            began = time.monotonic()
            code = 0
            try:
                answer = await admin.change_status(item_id, status)
                code = 200
            except Refused as refusal:
                code = refusal.args[0]
                if code != 503:
                    self.faults.append(f"a change was answered with {refusal.args}")
                    return
            except (aiohttp.ClientError, OSError):
                pass
            finally:
                self.answers.append(Answered(began, time.monotonic() - began, code))
            if code == 200:
                self.acknowledged.append(Acknowledged(item_id, answer["version"], answer["status"]))
                return
            await asyncio.sleep(0.1)


Trouble = Callable[[Scene, Posting], Awaitable[None]]
Judgement = Callable[[Scene, Posting, Ledger], None]


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
    """Post so many changes amid the trouble, follow each up and let `judge` add what else is to be said.

    `limit` is for the posting, in seconds; `options` are those of :func:`opened`.
    """
    limit = limit or POSTING_LIMIT + changes * pause
    async with opened(folder, seed=seed, **options) as scene:
        posting = Posting(scene.admins, items(scene.pages, scene.drawn), random.Random(seed), pause=pause)
        await posting.run(changes, trouble(scene, posting), limit=limit)
        ledger = await follow_up(scene, posting)
        if judge:
            judge(scene, posting, ledger)
    return scene.report


def items(pages: Sequence[OpenPage], drawn: random.Random) -> list[int]:
    """Return the lines to change: all that a shopper's page shows, and some of other shoppers. Cancelled ones stay."""

    def shown(*, is_admin: bool) -> set[int]:
        rows = (row for page in pages if page.is_admin is is_admin for row in page.rows.values())
        return {row["itemId"] for row in rows if row["status"] != "cancelled"}

    owned = sorted(shown(is_admin=False))
    others = sorted(shown(is_admin=True) - set(owned))
    return owned + drawn.sample(others, min(len(others), len(owned) // 2))


async def follow_up(scene: Scene, posting: Posting) -> Ledger:
    """Wait until all is quiet, change some more, and compare everything with everything."""
    url, report = scene.shop.database_url, scene.report
    await settled(url, lambda kept: kept.last and not kept.unpublished, seconds=SEEN_LIMIT)
    await posting.run(HEALED)
    ledger = await settled(url, lambda kept: kept.last, seconds=SEEN_LIMIT)
    await asyncio.gather(*(page.until(_got_all(page, ledger), seconds=SEEN_LIMIT) for page in scene.pages))
    ledger = await settled(url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT, meanwhile=let_mails_go)
    report.acknowledged = len(posting.acknowledged)
    report.sent_again = posting.sent_again
    report.faults += posting.faults
    report.faults += missing(posting.acknowledged, ledger)
    report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
    late = late_at_the_end(ledger, HEALED)
    (report.faults if len(late) == HEALED else report.slow).extend(late)  # a busy machine may delay some
    report.faults += check_log(scene.shop.log)
    for page in scene.pages:
        report.faults += check_page(page, ledger, report.tally)
    copies = sum(name.partition("-")[0] in COPYING for name in report.killed)
    mails, faults = check_mails(scene.shop.mail_dir, ledger, most_copies=copies)
    report.faults += faults
    report.figures["changes"] = f"{len(ledger.changes)} in the log"
    report.figures["mails"] = f"{mails}"
    return ledger


async def let_mails_go(database_url: str) -> None:
    """Let the mails that wait go out at once: nobody takes a change back any more, and the hour has room for them."""
    async with await psycopg.AsyncConnection.connect(dsn(database_url)) as connection:
        await connection.execute(_FORGET_MAILS)
        await connection.execute(_THOUGHT_OVER)


def _got_all(page: OpenPage, ledger: Ledger) -> Callable[[], bool]:
    last = max((event.position for event in meant_for(page, ledger)), default=0)
    return lambda: (page.position or 0) >= last


def missing(acknowledged: Sequence[Acknowledged], ledger: Ledger) -> list[str]:
    """Name the changes that were acknowledged and are not in the log, or are there twice."""
    kept = Counter((change.data["itemId"], change.data["version"], change.data["status"]) for change in ledger.changes)
    wanted = Counter((change.item_id, change.version, change.status) for change in acknowledged)
    return [f"{number} of the acknowledged change {change} missing" for change, number in (wanted - kept).items()]
