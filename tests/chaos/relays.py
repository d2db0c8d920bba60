"""Let three relays share 10,000 events from short and long transactions, while pages reconnect.

Writers record events of several aggregates. Their transactions stay open for a random time, so they commit in a
different order from that of their ids. Pages disconnect at random moments and resume. Every page must receive each of
its events once and in order. Within an aggregate the stream must have the order of the commits. The relays must
publish at least 500 events a second.

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
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.event_audit import Ledger, check_log, check_page, settled
from tests.support.factories import SampleEvent
from tests.support.live_browser import OpenPage

RELAYS = 3
SHOPPERS, PAGES = 10, 2
WRITERS = 8
LONGEST = 0.5
"""How long a transaction may stay open, in seconds. One in fifty does; the others commit at once."""
LEAST_RATE = 500.0
LIMIT = 120.0


class Writers:
    """Record events concurrently. Each writer has its own aggregates, as row locks would ensure in the shop."""

    def __init__(self, engine: Engine, customers: list[int], *, seed: int, events: int) -> None:
        self._engine = engine
        self._customers = customers
        self._seed = seed
        self._each = events // WRITERS
        self.first_at = self.last_at = 0.0

    def run(self) -> None:
        """Record all events."""
        threads = [threading.Thread(target=self._write, args=[number]) for number in range(WRITERS)]
        self.first_at = time.time()
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        self.last_at = time.time()

    def _write(self, writer: int) -> None:
        rng = random.Random(f"{self._seed} {writer}")
        left = self._each
        with Session(self._engine) as session:
            while left > 0:
                for _ in range(min(left, rng.randint(1, 8))):
                    self._record(session, rng, writer, self._each - left)
                    left -= 1
                if rng.random() < 0.02:
                    time.sleep(rng.uniform(0, LONGEST))
                session.commit()

    def _record(self, session: Session, rng: random.Random, writer: int, number: int) -> None:
        outbox.record_sync(
            session,
            SampleEvent(
                aggregate=f"writer:{writer}.{rng.randrange(5)}",
                audience=Audience.CUSTOMER_AND_ADMINS,
                customer_id=rng.choice(self._customers),
                number=number,
            ),
            at=now(),
        )


async def run(folder: Path, *, seed: int, events: int) -> Report:
    """Run the test in a shop below `folder`."""
    counts = {"relay": RELAYS}
    async with chaos_shop(folder, seed=seed, shoppers=SHOPPERS, pages=PAGES, admin_pages=0, counts=counts) as chaos:
        engine = create_engine(chaos.shop.database_url, pool_size=WRITERS)
        writers = Writers(engine, [shopper.person["id"] for shopper in chaos.shoppers], seed=seed, events=events)
        writing = asyncio.create_task(asyncio.to_thread(writers.run))
        await asyncio.gather(writing, *(_come_and_go(chaos, number, writing) for number in range(len(chaos.pages))))
        engine.dispose()
        ledger = await settled(chaos.shop.database_url, lambda kept: kept.last and not kept.unfinished, seconds=LIMIT)
        await asyncio.gather(*(_all_seen(page, ledger) for page in chaos.pages))
        _compare(chaos, writers, ledger, events)
    return chaos.report


async def _come_and_go(chaos: ChaosShop, number: int, writing: asyncio.Task[None]) -> None:
    """Abort a page's connection at random moments until all events are written. The page reconnects by itself."""
    rng = random.Random(f"{chaos.report.seed} {number}")
    while not writing.done():
        await asyncio.sleep(rng.uniform(0.5, 3))
        await chaos.pages[number].lose_connection()


async def _all_seen(page: OpenPage, ledger: Ledger) -> None:
    last = max((event.position for event in ledger.events if event.customer_id == page.person_id), default=0)
    await page.until(lambda: (page.position or 0) >= last, seconds=LIMIT)


def _compare(chaos: ChaosShop, writers: Writers, ledger: Ledger, events: int) -> None:
    report = chaos.report
    numbered = [event for event in ledger.events if event.aggregate.startswith("writer:")]
    if len(numbered) != events // WRITERS * WRITERS:
        report.faults.append(f"{len(numbered)} events exist of {events}")
    last: dict[str, int] = defaultdict(lambda: -1)
    disordered = 0
    for event in numbered:
        disordered += event.data["number"] < last[event.aggregate]
        last[event.aggregate] = event.data["number"]
    if disordered:
        report.faults.append(f"{disordered} events are out of order within their aggregate")
    for page in chaos.pages:
        report.faults += check_page(page, ledger, report.tally)
    report.faults += check_log(chaos.shop.log)
    sequenced = len(numbered) / (max(one.leased_at for one in ledger.published).timestamp() - writers.first_at)
    published = len(numbered) / (
        max(one.done_at for one in ledger.published if one.done_at).timestamp() - writers.first_at
    )
    report.figures |= {
        "events": f"{len(numbered)} by {WRITERS} writers in {writers.last_at - writers.first_at:.1f} s",
        "out of order": f"{disordered}",
        "sequenced": f"{sequenced:.0f} a second",
        "published": f"{published:.0f} a second, at least {LEAST_RATE:g}",
    }
    if published < LEAST_RATE:
        report.slow.append(f"published {report.figures['published']}")


if __name__ == "__main__":
    main(__doc__, run, events=10_000)
