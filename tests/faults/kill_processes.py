"""Kill every kind of process in the middle of status changes and count what became of each change.

A whole shop with the demo data; shoppers and two admins leave pages open; both admins change statuses. In the middle,
by a seeded order and at seeded moments, relay, fan-out worker, web (API and realtime), Redis and PostgreSQL are killed
with SIGKILL, and the supervisor brings them back. A change that was not acknowledged is sent again.

At the end every page must have got every event of its own once, in the order of ids, and nothing else; it must show
what the database holds; and each status that stood long enough must have been mailed.

    python -m tests.faults.kill_processes --seed 7 --changes 200 --kills 5
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from pathlib import Path

import aiohttp

from local import processes
from local.supervisor import Process
from tests.faults import people
from tests.faults.audit import Ledger, Tally, check_healing, check_log, check_mails, check_page, settled
from tests.faults.browser import Browser, OpenPage, Refused
from tests.faults.footprint import Footprint, footprint
from tests.stack import ShopStack

KILLED = ("relay", "fanout", "web", "redis", "postgres")
STATUSES = ("ordered", "packed", "shipped", "delivered")
SHOPPERS = 3
POSTERS = 4
PAUSE_SECONDS = 0.5
"""A poster waits up to this long between two changes: 200 changes by four take some 15 s."""
HEALED = 10
"""So many changes follow once every process is back; these must take the fast road again."""
POSTING_LIMIT = 300.0
SEEN_LIMIT = 30.0
SETTLED_LIMIT = 90.0


@dataclass(frozen=True)
class Acknowledged:
    """A change that was answered with 2xx."""

    item_id: int
    version: int
    status: str


@dataclass
class Report:
    """What became of everything; `faults` names what must not be."""

    seed: int
    acknowledged: int = 0
    sent_again: int = 0
    killed: list[str] = field(default_factory=list)
    events: int = 0
    tally: Tally = field(default_factory=Tally)
    mails: int = 0
    faults: list[str] = field(default_factory=list)
    before: Footprint = field(default_factory=Footprint)
    after: Footprint = field(default_factory=Footprint)
    seconds: float = 0.0

    def __str__(self) -> str:
        tally = self.tally
        return "\n".join(
            [
                f"seed {self.seed}, {self.seconds:.0f} s, killed: {', '.join(self.killed)}",
                f"changes       {self.acknowledged} acknowledged, {self.sent_again} sent again, {self.events} events",
                f"pages         {tally.pages} open, {tally.connects} connects, {tally.resyncs} resyncs",
                f"events seen   {tally.seen} of {tally.expected}",
                f"lost          {tally.lost}",
                f"doubled       {tally.doubled}",
                f"out of order  {tally.disordered}",
                f"not theirs    {tally.foreign}",
                f"rows          {tally.rows} shown, {tally.wrong_rows} not as in the database",
                f"delay         median {tally.median_delay * 1000:.0f} ms, longest {tally.longest_delay:.2f} s",
                f"mails         {self.mails}",
                *_compared(self.before, self.after),
                *(f"FAULT: {fault}" for fault in self.faults),
            ]
        )


def _compared(before: Footprint, after: Footprint) -> Iterator[str]:
    for name in before.memory:
        yield (
            f"{name:<14}{before.memory[name]:.0f} -> {after.memory.get(name, 0):.0f} MB,"
            f" {before.descriptors[name]} -> {after.descriptors.get(name, 0)} descriptors"
        )


class Killer:
    """Kills processes once so many changes are acknowledged, each a seeded moment later."""

    def __init__(
        self, shop: ShopStack, drawn: random.Random, *, killed: Sequence[str], changes: int, kills: int
    ) -> None:
        order = [name for _ in range(-(-kills // len(killed))) for name in drawn.sample(killed, len(killed))]
        moments = sorted(drawn.sample(range(changes // 10, changes * 9 // 10), kills))
        self._due = list(zip(moments, order, strict=False))
        self._shop = shop
        self._drawn = drawn
        self._tasks: list[asyncio.Task[None]] = []
        self.killed: list[str] = []

    def look(self, acknowledged: int) -> None:
        """Start the kills that are due after this many changes."""
        while self._due and self._due[0][0] <= acknowledged:
            _, name = self._due.pop(0)
            self._tasks.append(asyncio.create_task(self._kill(name, self._drawn.uniform(0, 0.05))))

    async def done(self) -> None:
        await asyncio.gather(*self._tasks)

    async def _kill(self, name: str, later: float) -> None:
        await asyncio.sleep(later)
        async with asyncio.timeout(20):
            while self._shop.pid(name) is None:  # noqa: ASYNC110 - not back yet from the kill before
                await asyncio.sleep(0.05)
        self._shop.kill(name)
        self.killed.append(name)


class Posting:
    """Admins who change statuses until enough are acknowledged."""

    def __init__(self, admins: Sequence[Browser], items: Sequence[int], killer: Killer, drawn: random.Random) -> None:
        self._admins = admins
        self._items = items
        self._killer = killer
        self._drawn = drawn
        self._left = 0
        self.acknowledged: list[Acknowledged] = []
        self.sent_again = 0
        self.faults: list[str] = []

    async def run(self, changes: int) -> None:
        """Post this many changes; each until it is acknowledged."""
        self._left = changes
        async with asyncio.timeout(POSTING_LIMIT):
            await asyncio.gather(*(self._post_some(self._admins[n % len(self._admins)]) for n in range(POSTERS)))
        await self._killer.done()

    async def _post_some(self, admin: Browser) -> None:
        while self._left > 0:
            self._left -= 1
            await self._post(admin, self._drawn.choice(self._items), self._drawn.choice(STATUSES))
            self._killer.look(len(self.acknowledged))
            await asyncio.sleep(self._drawn.uniform(0, PAUSE_SECONDS))

    async def _post(self, admin: Browser, item_id: int, status: str) -> None:
        while True:
            try:
                answer = await admin.change_status(item_id, status)
            except Refused as refusal:
                if refusal.args[0] != 503:
                    self.faults.append(f"a change was answered with {refusal.args}")
                    return
            except (aiohttp.ClientError, OSError):
                pass
            else:
                self.acknowledged.append(Acknowledged(item_id, answer["version"], answer["status"]))
                return
            self.sent_again += 1
            await asyncio.sleep(0.1)


async def run(
    folder: Path,
    *,
    seed: int,
    changes: int,
    kills: int,
    killed: Sequence[str] = KILLED,
    table: Callable[[str, list[int], Mapping[str, int]], list[Process]] = processes.shop,
) -> Report:
    """Run it all in a shop of its own below `folder`, made of the processes in `table`."""
    began = time.monotonic()
    shop = ShopStack(folder, with_demo=True, environment={"SHOP_DEMO_RENDITIONS": "no"}, table=table)
    try:
        await asyncio.to_thread(shop.start)
        report = await _run_in(shop, seed=seed, changes=changes, kills=kills, killed=killed)
    finally:
        await asyncio.to_thread(shop.stop)
    report.seconds = time.monotonic() - began
    return report


async def _run_in(shop: ShopStack, *, seed: int, changes: int, kills: int, killed: Sequence[str]) -> Report:
    emails = await asyncio.to_thread(people.admit_people, shop.database_url, shoppers=SHOPPERS)
    admins = [await Browser.of(shop.url, "admin", email, people.PASSWORD) for email in people.ADMINS]
    shoppers = [await Browser.of(shop.url, "customer", email, people.PASSWORD) for email in emails]
    pages = [OpenPage(shopper.person["email"], shopper, is_admin=False) for shopper in shoppers for _ in range(2)]
    pages += [OpenPage(admin.person["email"], admin, is_admin=True) for admin in admins for _ in range(2)]
    try:
        await asyncio.gather(*(page.open() for page in pages))
        killer = Killer(shop, random.Random(seed), killed=killed, changes=changes, kills=kills)
        return await _change_and_check(shop, admins, pages, killer, seed=seed, changes=changes)
    finally:
        for part in (*pages, *admins, *shoppers):
            await part.close()


async def _change_and_check(
    shop: ShopStack, admins: list[Browser], pages: list[OpenPage], killer: Killer, *, seed: int, changes: int
) -> Report:
    drawn = random.Random(seed)
    report = Report(seed, before=footprint(shop))
    posting = Posting(admins, _items(pages, drawn), killer, drawn)
    await posting.run(changes)
    await settled(shop.database_url, lambda kept: kept.last and not kept.unpublished, seconds=SEEN_LIMIT)
    await posting.run(HEALED)
    ledger = await settled(shop.database_url, lambda kept: kept.last, seconds=SEEN_LIMIT)
    await asyncio.gather(*(page.until(_reached(page, ledger.last), seconds=SEEN_LIMIT) for page in pages))
    ledger = await settled(shop.database_url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT)
    report.killed = killer.killed
    report.sent_again = posting.sent_again
    report.acknowledged = len(posting.acknowledged)
    report.events = len(ledger.changes)
    report.faults += posting.faults
    report.faults += _missing(posting.acknowledged, ledger)
    report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
    report.faults += check_healing(ledger, HEALED)
    report.faults += check_log(shop.log)
    for page in pages:
        report.faults += check_page(page, ledger, report.tally)
    report.mails, faults = check_mails(shop.mail_dir, ledger)
    report.faults += faults
    report.after = footprint(shop)
    return report


def _items(pages: list[OpenPage], drawn: random.Random) -> list[int]:
    """Return the lines to change: all that a shopper's page shows, and some of other shoppers."""
    owned = sorted({item_id for page in pages if not page.is_admin for item_id in page.rows})
    others = sorted({item_id for page in pages if page.is_admin for item_id in page.rows} - set(owned))
    return owned + drawn.sample(others, len(owned) // 2)


def _reached(page: OpenPage, position: int):
    return lambda: (page.position or 0) >= position


def _missing(acknowledged: list[Acknowledged], ledger: Ledger) -> list[str]:
    """Name the changes that were acknowledged and are not in the log, or are there twice."""
    kept = Counter((change.data["itemId"], change.data["version"], change.data["status"]) for change in ledger.changes)
    wanted = Counter((change.item_id, change.version, change.status) for change in acknowledged)
    return [f"{number} of the acknowledged change {change} missing" for change, number in (wanted - kept).items()]


def main() -> None:
    """Run it and print the report; end with 1 where something was lost, doubled or out of order."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--changes", type=int, default=200)
    parser.add_argument("--kills", type=int, default=5)
    parser.add_argument("--log", type=Path, help="where the log of all processes goes at the end")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-faults-") as folder:
        try:
            report = asyncio.run(run(Path(folder), seed=options.seed, changes=options.changes, kills=options.kills))
        finally:
            if options.log:
                options.log.write_text((Path(folder) / "log").read_text())
    sys.stdout.write(f"{report}\n")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
