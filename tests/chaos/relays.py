"""Let three relays share 10,000 events of long and short transactions, while shoppers' pages come and go.

Writers record events of several aggregates in transactions that stay open for a drawn while, so that they commit in
another order than they took their numbers. Pages leave at drawn moments and resume where they were. Every page must get
every event of its own once and in order; within an aggregate the stream must keep the order of the commits; and the
relays must bring at least 500 events a second from the commit to the pages' processes.

    python -m tests.chaos.relays --seed 7 --events 10000
"""

import asyncio
import random
import threading
import time
from collections import defaultdict
from pathlib import Path

from sqlalchemy import Engine, create_engine
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import outbox
from shop.events.model import Audience
from tests.chaos.command import main
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene, opened
from tests.support.event_audit import Ledger, check_log, check_page, settled
from tests.support.factories import Happening
from tests.support.live_browser import OpenPage

RELAYS = 3
SHOPPERS, PAGES = 10, 2
WRITERS = 8
LONGEST = 0.5
"""For how long a transaction may stay open: one in fifty does, the others commit at once."""
LEAST_RATE = 500.0
LIMIT = 120.0


class Writers:
    """Record events until enough are; each writer has aggregates of its own, as the lock of a row would see to."""

    def __init__(self, engine: Engine, customers: list[int], *, seed: int, events: int) -> None:
        self._engine = engine
        self._customers = customers
        self._seed = seed
        self._each = events // WRITERS
        self.first_at = self.last_at = 0.0

    def run(self) -> None:
        """Record all of them."""
        threads = [threading.Thread(target=self._write, args=[number]) for number in range(WRITERS)]
        self.first_at = time.time()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.last_at = time.time()

    def _write(self, writer: int) -> None:
        drawn = random.Random(f"{self._seed} {writer}")
        left = self._each
        with Session(self._engine) as session:
            while left > 0:
                for _ in range(min(left, drawn.randint(1, 8))):
                    self._record(session, drawn, writer, self._each - left)
                    left -= 1
                if drawn.random() < 0.02:
                    time.sleep(drawn.uniform(0, LONGEST))
                session.commit()

    def _record(self, session: Session, drawn: random.Random, writer: int, number: int) -> None:
        outbox.record_sync(
            session,
            Happening(
                aggregate=f"writer:{writer}.{drawn.randrange(5)}",
                audience=Audience.CUSTOMER_AND_ADMINS,
                customer_id=drawn.choice(self._customers),
                number=number,
            ),
            at=now(),
        )


async def run(folder: Path, *, seed: int, events: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    counts = {"relay": RELAYS}
    async with opened(folder, seed=seed, shoppers=SHOPPERS, pages=PAGES, admin_pages=0, counts=counts) as scene:
        engine = create_engine(scene.shop.database_url, pool_size=WRITERS)
        writers = Writers(engine, [shopper.person["id"] for shopper in scene.shoppers], seed=seed, events=events)
        writing = asyncio.create_task(asyncio.to_thread(writers.run))
        await asyncio.gather(writing, *(_come_and_go(scene, number, writing) for number in range(len(scene.pages))))
        engine.dispose()
        ledger = await settled(scene.shop.database_url, lambda kept: kept.last and not kept.unfinished, seconds=LIMIT)
        await asyncio.gather(*(_all_seen(page, ledger) for page in scene.pages))
        _compare(scene, writers, ledger, events)
    return scene.report


async def _come_and_go(scene: Scene, number: int, writing: asyncio.Task[None]) -> None:
    """Let a page lose its connection at drawn moments, until all is written; it returns by itself."""
    drawn = random.Random(f"{scene.report.seed} {number}")
    while not writing.done():
        await asyncio.sleep(drawn.uniform(0.5, 3))
        await scene.pages[number].lose_connection()


async def _all_seen(page: OpenPage, ledger: Ledger) -> None:
    last = max((event.position for event in ledger.events if event.customer_id == page.person_id), default=0)
    await page.until(lambda: (page.position or 0) >= last, seconds=LIMIT)


def _compare(scene: Scene, writers: Writers, ledger: Ledger, events: int) -> None:
    report = scene.report
    numbered = [event for event in ledger.events if event.aggregate.startswith("writer:")]
    if len(numbered) != events // WRITERS * WRITERS:
        report.faults.append(f"{len(numbered)} events are there of {events}")
    last: dict[str, int] = defaultdict(lambda: -1)
    disordered = 0
    for event in numbered:
        disordered += event.data["number"] < last[event.aggregate]
        last[event.aggregate] = event.data["number"]
    if disordered:
        report.faults.append(f"{disordered} events stand out of the order of their aggregate")
    for page in scene.pages:
        report.faults += check_page(page, ledger, report.tally)
    report.faults += check_log(scene.shop.log)
    admitted = len(numbered) / (max(one.leased_at for one in ledger.published).timestamp() - writers.first_at)
    published = len(numbered) / (
        max(one.done_at for one in ledger.published if one.done_at).timestamp() - writers.first_at
    )
    report.figures |= {
        "events": f"{len(numbered)} by {WRITERS} writers in {writers.last_at - writers.first_at:.1f} s",
        "out of their order": f"{disordered}",
        "got their place": f"{admitted:.0f} a second",
        "published": f"{published:.0f} a second, at least {LEAST_RATE:g}",
    }
    if published < LEAST_RATE:
        report.slow.append(f"published {report.figures['published']}")


if __name__ == "__main__":
    main(__doc__, run, events=10_000)
