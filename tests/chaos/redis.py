"""Take Redis away in every way there is, amid status changes: kills, FLUSHALL, an outage, a Redis that hangs.

Nothing may be lost, doubled or late: pages follow from the log meanwhile, requests know nothing of Redis and take as
long as ever, and what waited is delivered within 15 seconds of its return. A worker keeps nothing of the connections
that it lost, which many kills show. `changes` says what else is checked.

    python -m tests.chaos.redis --seed 7 --kills 5 --outage 60 --hang 30
"""

import asyncio
import signal
import statistics
import time
from dataclasses import dataclass, field
from datetime import UTC, datetime, timedelta
from pathlib import Path

import redis.asyncio

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99
from tests.support.chaos_scene import Scene
from tests.support.event_audit import Ledger
from tests.support.process_memory import footprint
from workers.reactions.orders import STATUS_MAIL_DELAY

WARM = 10
MANY = 20
"""So many kills warm a worker up, and so many tell what it keeps of each."""
KEPT_MB = 0.03
BETWEEN = 3.0
DELIVERED_WITHIN = 15.0
SLOWER = 0.005


@dataclass
class Outage:
    """From when until when Redis was away, by the clock that never steps and by the calendar."""

    began: float = field(default_factory=time.monotonic)
    went: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended: float = 0.0
    returned: datetime = field(default_factory=lambda: datetime.now(UTC))

    def end(self) -> None:
        """Note that Redis is back."""
        self.ended, self.returned = time.monotonic(), datetime.now(UTC)


@dataclass
class Trouble:
    """All that happens to Redis, and when."""

    kills: int
    outage: float
    hang: float
    held: list[float] = field(default_factory=list)
    quiet: tuple[float, float] = (0.0, 0.0)
    outages: list[Outage] = field(default_factory=list)

    async def __call__(self, scene: Scene, _posting: load.Posting) -> None:
        """Begin with a while without trouble, to compare with."""
        began = time.monotonic()
        await asyncio.sleep(max(5.0, self.outage / 2))
        self.quiet = (began, time.monotonic())
        await self._kill(scene)
        await self._flush(scene)
        await self._take_away(scene)
        await self._hang(scene)

    async def _kill(self, scene: Scene) -> None:
        for _ in range(self.kills):
            outage = Outage()
            await scene.kill("redis")
            await _answers(scene)
            outage.end()
            self.outages.append(outage)
            await asyncio.sleep(scene.drawn.uniform(0.5, BETWEEN))
            self.held.append(footprint(scene.shop).memory["fanout"])

    async def _flush(self, scene: Scene) -> None:
        outage = Outage()
        async with redis.asyncio.Redis.from_url(scene.shop.redis_url) as client:
            await client.flushall()
        outage.end()
        self.outages.append(outage)
        await asyncio.sleep(BETWEEN)

    async def _take_away(self, scene: Scene) -> None:
        outage = Outage()
        await scene.halt("redis")
        await asyncio.sleep(self.outage)
        await scene.resume("redis")
        await _answers(scene)
        outage.end()
        self.outages.append(outage)
        await asyncio.sleep(BETWEEN)

    async def _hang(self, scene: Scene) -> None:
        outage = Outage()
        await scene.kill("redis", signal.SIGSTOP)
        await asyncio.sleep(self.hang)
        scene.shop.kill("redis", signal.SIGCONT)
        outage.end()
        self.outages.append(outage)

    def judge(self, scene: Scene, posting: load.Posting, ledger: Ledger) -> None:
        """Compare the requests amid each outage with those before, and find when all was delivered after it."""
        report = scene.report
        before = p99(posting.seconds(*self.quiet))
        report.figures["p99 of a change before"] = f"{before * 1000:.1f} ms"
        amid = p99([took for outage in self.outages for took in posting.seconds(outage.began, outage.ended)])
        report.expect("p99 amid outages", amid * 1000, (before + SLOWER) * 1000, unit="ms")
        report.figures["outages"] = f"{len(self.outages)}, {sum(o.ended - o.began for o in self.outages):.0f} s in all"
        lateness, latest = self._latest(ledger)
        report.expect("late after its return", lateness, DELIVERED_WITHIN)
        report.figures["the latest"] = latest
        if len(self.held) >= MANY:
            kept = statistics.linear_regression(range(WARM, len(self.held)), self.held[WARM:]).slope
            report.expect("fan-out keeps of a kill", kept, KEPT_MB, unit="MB")

    def _latest(self, ledger: Ledger) -> tuple[float, str]:
        """Return how many seconds after it was due, or after Redis was back, the latest was done, and what it was."""
        recorded = {event.id: event.recorded_at for event in ledger.events}
        late, latest = timedelta(), "nothing"
        for delivery in ledger.deliveries:
            due = recorded[delivery.event_id]
            if delivery.consumer == "mail_status":
                due += STATUS_MAIL_DELAY
            due = max(due, delivery.postponed_to or due)
            after = "no outage"
            for number, outage in enumerate(self.outages, start=1):
                if outage.went - timedelta(seconds=DELIVERED_WITHIN) <= due <= outage.returned:
                    due, after = outage.returned, f"outage {number}"
            if delivery.done_at and delivery.done_at - due > late:
                late = delivery.done_at - due
                latest = f"{delivery.consumer} after {after}, {delivery.attempts} attempts, {delivery.last_error}"
        return late.total_seconds(), latest


async def _answers(scene: Scene) -> None:
    """Wait until Redis answers again."""
    async with redis.asyncio.Redis.from_url(scene.shop.redis_url, socket_timeout=1) as client:
        while True:
            try:
                await client.ping()
            except (redis.RedisError, OSError):
                await asyncio.sleep(0.05)
            else:
                return


async def run(folder: Path, *, seed: int, kills: int, outage: int, hang: int) -> Report:
    """Run it in a shop of its own below `folder`; outage and hang in seconds."""
    trouble = Trouble(kills, outage, hang)
    return await load.run(folder, seed=seed, changes=100, trouble=trouble, judge=trouble.judge)


if __name__ == "__main__":
    main(__doc__, run, kills=5, outage=60, hang=30)
