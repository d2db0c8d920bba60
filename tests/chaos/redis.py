"""Make Redis unavailable during status changes: kills, FLUSHALL, an outage, and a Redis that hangs.

Nothing may be lost, doubled or late. Pages read the event log meanwhile, and requests take as long as usual, as they do
not use Redis. Pending deliveries must be done within 15 seconds of its recovery. Workers must not leak memory for lost
connections; many kills would reveal a leak. `status_changes` describes the other checks.

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
from tests.support.chaos_shop import ChaosShop
from tests.support.event_audit import Ledger
from tests.support.process_memory import footprint
from workers.subscriptions import SUBSCRIPTIONS

WARM = 10
MANY = 20
"""How many kills come before the measurement of leaks, and how many during it."""
KEPT_MB = 0.03
BETWEEN = 3.0
DELIVERED_WITHIN = 15.0
SLOWER = 0.005
_DELAYS = {subscription.consumer: subscription.delay for subscription in SUBSCRIPTIONS}


@dataclass
class Outage:
    """An outage of Redis: monotonic and wall-clock times of its start and end."""

    began: float = field(default_factory=time.monotonic)
    went: datetime = field(default_factory=lambda: datetime.now(UTC))
    ended: float = 0.0
    returned: datetime = field(default_factory=lambda: datetime.now(UTC))

    def end(self) -> None:
        """Record that Redis is available again."""
        self.ended, self.returned = time.monotonic(), datetime.now(UTC)


@dataclass
class Trouble:
    """Makes Redis unavailable in several ways and records when."""

    kills: int
    outage: float
    hang: float
    held: list[float] = field(default_factory=list)
    quiet: tuple[float, float] = (0.0, 0.0)
    outages: list[Outage] = field(default_factory=list)

    async def __call__(self, chaos: ChaosShop, _changer: load.StatusChanger) -> None:
        """Run all faults, after some seconds without a fault for comparison."""
        began = time.monotonic()
        await asyncio.sleep(max(5.0, self.outage / 2))
        self.quiet = (began, time.monotonic())
        await self._kill(chaos)
        await self._flush(chaos)
        await self._take_away(chaos)
        await self._hang(chaos)

    async def _kill(self, chaos: ChaosShop) -> None:
        for _ in range(self.kills):
            outage = Outage()
            await chaos.kill("redis")
            await _answers(chaos)
            outage.end()
            self.outages.append(outage)
            await asyncio.sleep(chaos.rng.uniform(0.5, BETWEEN))
            self.held.append(footprint(chaos.shop).memory["fanout"])

    async def _flush(self, chaos: ChaosShop) -> None:
        outage = Outage()
        async with redis.asyncio.Redis.from_url(chaos.shop.redis_url) as client:
            await client.flushall()
        outage.end()
        self.outages.append(outage)
        await asyncio.sleep(BETWEEN)

    async def _take_away(self, chaos: ChaosShop) -> None:
        outage = Outage()
        await chaos.halt("redis")
        await asyncio.sleep(self.outage)
        await chaos.resume("redis")
        await _answers(chaos)
        outage.end()
        self.outages.append(outage)
        await asyncio.sleep(BETWEEN)

    async def _hang(self, chaos: ChaosShop) -> None:
        outage = Outage()
        await chaos.kill("redis", signal.SIGSTOP)
        await asyncio.sleep(self.hang)
        chaos.shop.kill("redis", signal.SIGCONT)
        outage.end()
        self.outages.append(outage)

    def judge(self, chaos: ChaosShop, changer: load.StatusChanger, ledger: Ledger) -> None:
        """Compare requests during each outage with those before, and find when all deliveries were done afterwards."""
        report = chaos.report
        before = p99(changer.seconds(*self.quiet))
        report.figures["p99 of a change before"] = f"{before * 1000:.1f} ms"
        amid = p99([took for outage in self.outages for took in changer.seconds(outage.began, outage.ended)])
        report.expect("p99 during outages", amid * 1000, (before + SLOWER) * 1000, unit="ms")
        total = sum(outage.ended - outage.began for outage in self.outages)
        report.figures["outages"] = f"{len(self.outages)}, {total:.0f} s in total"
        lateness, latest = self._latest(ledger)
        report.expect("delivered after its return within", lateness, DELIVERED_WITHIN)
        report.figures["the latest"] = latest
        if len(self.held) >= MANY:
            kept = statistics.linear_regression(range(WARM, len(self.held)), self.held[WARM:]).slope
            report.expect("fan-out memory growth a kill", kept, KEPT_MB, unit="MB")

    def _latest(self, ledger: Ledger) -> tuple[float, str]:
        """Return the longest delay in seconds since a delivery was due or Redis recovered, with a description."""
        recorded = {event.id: event.recorded_at for event in ledger.events}
        late, latest = timedelta(), "nothing"
        for delivery in ledger.deliveries:
            due = recorded[delivery.event_id] + timedelta(seconds=_DELAYS.get(delivery.consumer, 0))
            due = max(due, delivery.postponed_to or due)
            after = "no outage"
            for number, outage in enumerate(self.outages, start=1):
                if outage.went - timedelta(seconds=DELIVERED_WITHIN) <= due <= outage.returned:
                    due, after = outage.returned, f"outage {number}"
            if delivery.done_at and delivery.done_at - due > late:
                late = delivery.done_at - due
                latest = f"{delivery.consumer} after {after}, {delivery.attempts} attempts, {delivery.last_error}"
        return late.total_seconds(), latest


async def _answers(chaos: ChaosShop) -> None:
    """Wait until Redis responds again."""
    async with redis.asyncio.Redis.from_url(chaos.shop.redis_url, socket_timeout=1) as client:
        while True:
            try:
                await client.ping()
            except (redis.RedisError, OSError):
                await asyncio.sleep(0.05)
            else:
                return


async def run(folder: Path, *, seed: int, kills: int, outage: int, hang: int) -> Report:
    """Run the test in a shop below `folder`; outage and hang in seconds."""
    trouble = Trouble(kills, outage, hang)
    return await load.run(folder, seed=seed, changes=100, trouble=trouble, judge=trouble.judge)


if __name__ == "__main__":
    main(__doc__, run, kills=5, outage=60, hang=30)
