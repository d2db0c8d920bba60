"""From the click to the page, beside the chain as it is often built on Node; and how many changes a second hold.

Ours is API, relay, fan-out worker and realtime as in production, with the outbox in PostgreSQL; the rival fastify with
node-postgres, BullMQ, and socket.io with its Redis adapter and emitter, without an outbox. Both stand on the same
durable PostgreSQL. Clicks come at a steady pace whether or not earlier ones were answered. Measured is the time from
when a click was due until the shopper's socket has the event; an admin's page listens too.

    make bench B=chain
"""

import argparse
import asyncio
import json
import os
import statistics
import sys
import time
from collections.abc import Sequence
from dataclasses import dataclass

import uvloop

from bench.parts import report, rivals
from bench.parts.report import Goal
from tests.support import bench_people
from tests.support.bench_people import Visitor
from tests.support.http_load import Pool, request
from tests.support.processes import Ground, Running, ground
from tests.support.socket_load import Crowd, allow_many

PATH = "/api/order/?flag=updateStatus"
STATUSES = ("packed", "shipped", "delivered", "ordered")
SHOPPERS = 40
ORDERS = 50
ROUNDS = 3
RATES = (200, 400, 450, 500, 600, 700, 800, 1000)
MOST_MS = 250
WANTED, FLOOR = 700 * 0.97, 450 * 0.97
"""Changes a second; the paces that are tried come in late by up to 3 %."""


@dataclass(frozen=True)
class Chain:
    """One side: where clicks go, where pages listen, all its processes, and the pages' cookies."""

    web: Running
    sockets: Running
    parts: Sequence[Running]
    cookies: list[str]

    def cpu(self) -> float:
        """Return the seconds of processor time of all its processes."""
        return sum(part.cpu() for part in self.parts)


@dataclass(frozen=True)
class Passed:
    """What became of clicks at one pace."""

    wanted: float
    rate: float
    times: Sequence[float]
    cpu: float

    @property
    def p50(self) -> float:
        """Milliseconds."""
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        """Milliseconds."""
        return statistics.quantiles(self.times, n=100, method="inclusive")[98]

    @property
    def holds(self) -> bool:
        """Whether the chain kept up, and fast."""
        return self.rate >= 0.97 * self.wanted and self.p99 <= MOST_MS


class Clicks:
    """Clicks on one side's order lines, one after the other, and what its pages heard of them."""

    def __init__(self, admin: Visitor, shoppers: Sequence[Visitor]) -> None:
        self._headers = admin.headers
        self._items = [item for place in zip(*(s.items for s in shoppers), strict=True) for item in place]
        self._versions = dict.fromkeys(self._items, 1)
        self._number = 0
        self._due: dict[tuple[int, int], float] = {}
        self.times: list[float] = []
        self.last = 0.0

    def next(self, due: float) -> bytes:
        """Return the request of the click that was due at this moment."""
        turn, place = divmod(self._number, len(self._items))
        item = self._items[place]
        self._number += 1
        self._versions[item] += 1
        self._due[item, self._versions[item]] = due
        body = json.dumps({"id": item, "status": STATUSES[turn % len(STATUSES)]}).encode()
        return request(PATH, method="POST", body=body, headers=self._headers)

    def hear(self, page: int, packet: bytes, at: float) -> None:
        """Note what a shopper's page was told; page 0 is the admin's."""
        if page and b"status_changed" in packet:
            data = json.loads(packet[2:])[1]["data"]
            self.times.append(1000 * (at - self._due.pop((data["itemId"], data["version"]))))
            self.last = at


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=600, help="at 20 a second, of each side")
    parser.add_argument("--seconds", type=float, default=8.0, help="at each pace")
    options = parser.parse_args()
    allow_many()
    with ground() as place:
        report.head("From the click to the page")
        admin, shoppers = bench_people.admit(shoppers=SHOPPERS, orders=ORDERS)
        sides = {"ours": _ours(place, admin, shoppers), "fastify, BullMQ": _theirs(place, shoppers)}
        clicks = Clicks(admin, shoppers)
        return _idle(sides, clicks, options.clicks) | _sustained(sides, clicks, options.seconds)


def _ours(place: Ground, admin: Visitor, shoppers: Sequence[Visitor]) -> Chain:
    parts = [place.api(), place.realtime(), place.relay(), place.worker("fanout")]
    return Chain(parts[0], parts[1], parts, [admin.cookie, *(shopper.cookie for shopper in shoppers)])


def _theirs(place: Ground, shoppers: Sequence[Visitor]) -> Chain:
    parts = [
        rivals.start(place, "chain_web"),
        rivals.start(place, "sockets"),
        rivals.start(place, "chain_worker", serves=False),
    ]
    cookies = ["person=admins", *(f"person=customer:{shopper.id}" for shopper in shoppers)]
    return Chain(parts[0], parts[1], parts, cookies)


def _idle(sides: dict[str, Chain], clicks: Clicks, count: int) -> int:
    """Click on the sides by turns, and put the rounds of each together."""
    made: dict[str, list[Passed]] = {name: [] for name in sides}
    for _ in range(ROUNDS):
        for name, chain in sides.items():
            made[name].append(uvloop.run(_click(chain, clicks, rate=20, seconds=count / ROUNDS / 20)))
    whole = {name: _together(rounds) for name, rounds in made.items()}
    report.table(
        ("20 clicks a second", "p50 ms", "p99 ms", "CPU ms"),
        [(name, of.p50, of.p99, of.cpu) for name, of in whole.items()],
    )
    ours, theirs = whole.values()
    return report.goals(
        Goal("click to page, p50, to the rival's", ours.p50 / theirs.p50, most=1.65, floor=2.2),
        Goal("click to page, p99", ours.p99, most=12.1, floor=25, unit=" ms"),
    )


def _together(rounds: Sequence[Passed]) -> Passed:
    times = [one for passed in rounds for one in passed.times]
    mean = statistics.fmean
    return Passed(rounds[0].wanted, mean(one.rate for one in rounds), times, mean(one.cpu for one in rounds))


def _sustained(sides: dict[str, Chain], clicks: Clicks, seconds: float) -> int:
    """Raise the pace of each side until it does not keep up."""
    best, rows = 0.0, []
    for name, chain in sides.items():
        for rate in RATES:
            passed = uvloop.run(_click(chain, clicks, rate=rate, seconds=seconds))
            rows.append((f"{name}, {rate} clicks a second", passed.rate, passed.p50, passed.p99, passed.cpu))
            if not passed.holds:
                break
            if name == "ours":
                best = passed.rate
    report.table(("all on this machine", "came/s", "p50 ms", "p99 ms", "CPU ms"), rows)
    cores = os.cpu_count() or 1
    return report.goals(
        Goal(f"changes a second with p99 below {MOST_MS} ms, on {cores} cores", best, least=WANTED, floor=FLOOR)
    )


async def _click(chain: Chain, clicks: Clicks, *, rate: float, seconds: float) -> Passed:
    """Click for so long, after a second to warm up, and wait until the pages know of all."""
    crowd, pool = Crowd(clicks.hear), Pool()
    await crowd.open(chain.sockets, chain.cookies)
    await crowd.until(len(chain.cookies))
    await pool.open(chain.web.url, 64)
    await _pace(pool, clicks, rate=min(rate, 100), count=50)
    await _settle(clicks, 50)
    clicks.times.clear()
    before, began, count = chain.cpu(), time.perf_counter(), round(rate * seconds)
    await _pace(pool, clicks, rate=rate, count=count)
    await _settle(clicks, count)
    took, cpu = clicks.last - began, chain.cpu() - before
    await crowd.close()
    pool.close()
    times, clicks.times = clicks.times, []
    return Passed(rate, count / max(took, seconds), times, 1000 * cpu / count)


async def _pace(pool: Pool, clicks: Clicks, *, rate: float, count: int) -> None:
    began, posts = time.perf_counter(), []
    for number in range(count):
        due = began + number / rate
        ahead = due - time.perf_counter()
        if ahead > 0:
            await asyncio.sleep(ahead)
        posts.append(asyncio.create_task(pool.ask(clicks.next(due))))
    statuses = set(await asyncio.gather(*posts))
    if statuses != {200}:
        raise RuntimeError(f"clicks were answered with {statuses}")


async def _settle(clicks: Clicks, count: int) -> None:
    async with asyncio.timeout(30):
        while len(clicks.times) < count:  # noqa: ASYNC110 - events tell the sockets, which call back
            await asyncio.sleep(0.005)


if __name__ == "__main__":
    sys.exit(main())
