"""Measure a status change from the click to the page, and how many changes a second can be sustained.

Our side is API, relay, fan-out worker and realtime as in production, with the outbox in PostgreSQL. The rival is a
common Node stack without an outbox: fastify with node-postgres, BullMQ, and socket.io with its Redis adapter and
emitter. Both use the same durable PostgreSQL. Clicks are sent at a fixed rate, whether or not earlier ones were
answered. The latency runs from the time at which a click was due until the shopper's socket receives the event. The
page of an admin is open as well.

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
from tests.support.bench_people import Person
from tests.support.bench_stack import BenchStack, ServerProcess, bench_stack
from tests.support.http_load import Pool, request
from tests.support.socket_load import SocketClients, raise_socket_limit

PATH = "/api/order/?flag=updateStatus"
STATUSES = ("packed", "shipped", "delivered", "ordered")
SHOPPERS = 40
ORDERS = 50
ROUNDS = 3
RATES = (200, 400, 450, 500, 600, 700, 800, 1000)
LIMIT_MS = 250
GOAL, FLOOR = 700 * 0.97, 450 * 0.97
"""Changes a second. A run may fall short of its rate by 3 %, hence the factor."""


@dataclass(frozen=True)
class Chain:
    """One side: its web server, its socket server, all its processes, and the cookies of its pages."""

    web: ServerProcess
    sockets: ServerProcess
    parts: Sequence[ServerProcess]
    cookies: list[str]

    def cpu(self) -> float:
        """Return the CPU time of all processes, in seconds."""
        return sum(part.cpu() for part in self.parts)


@dataclass(frozen=True)
class PaceResult:
    """The result of one run. ``wanted`` and ``rate`` are changes a second, ``times`` and ``cpu`` milliseconds."""

    wanted: float
    rate: float
    times: Sequence[float]
    cpu: float

    @property
    def p50(self) -> float:
        """The median latency in milliseconds."""
        return statistics.median(self.times)

    @property
    def p99(self) -> float:
        """The 99th percentile of the latency in milliseconds."""
        return statistics.quantiles(self.times, n=100, method="inclusive")[98]

    @property
    def holds(self) -> bool:
        """Whether the chain sustained the rate within the latency limit."""
        return self.rate >= 0.97 * self.wanted and self.p99 <= LIMIT_MS


class Clicks:
    """Status changes of one side's order lines, in turn, and the latencies of their events."""

    def __init__(self, admin: Person, shoppers: Sequence[Person]) -> None:
        self._headers = admin.headers
        self._items = [item for items in zip(*(s.items for s in shoppers), strict=True) for item in items]
        self._versions = dict.fromkeys(self._items, 1)
        self._number = 0
        self._due: dict[tuple[int, int], float] = {}
        self.times: list[float] = []
        self.last = 0.0

    def next(self, due: float) -> bytes:
        """Return the request for the next change, due at this time (``time.perf_counter``)."""
        turn, index = divmod(self._number, len(self._items))
        item = self._items[index]
        self._number += 1
        self._versions[item] += 1
        self._due[item, self._versions[item]] = due
        body = json.dumps({"id": item, "status": STATUSES[turn % len(STATUSES)]}).encode()
        return request(PATH, method="POST", body=body, headers=self._headers)

    def receive(self, page: int, packet: bytes, at: float) -> None:
        """Record the latency of an event on a shopper's page. Page 0 is the admin's."""
        if page and b"status_changed" in packet:
            data = json.loads(packet[2:])[1]["data"]
            self.times.append(1000 * (at - self._due.pop((data["itemId"], data["version"]))))
            self.last = at


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--clicks", type=int, default=600, help="number of changes at 20 a second, for each side")
    parser.add_argument("--seconds", type=float, default=8.0, help="length of the run at each rate")
    options = parser.parse_args()
    raise_socket_limit()
    with bench_stack() as stack:
        report.head("Status changes from the click to the page")
        admin, shoppers = bench_people.create_people(shoppers=SHOPPERS, orders=ORDERS)
        sides = {"ours": _ours(stack, admin, shoppers), "fastify, BullMQ": _theirs(stack, shoppers)}
        clicks = Clicks(admin, shoppers)
        return _idle(sides, clicks, options.clicks) | _sustained(sides, clicks, options.seconds)


def _ours(stack: BenchStack, admin: Person, shoppers: Sequence[Person]) -> Chain:
    parts = [stack.api(), stack.realtime(), stack.relay(), stack.worker("fanout")]
    return Chain(parts[0], parts[1], parts, [admin.cookie, *(shopper.cookie for shopper in shoppers)])


def _theirs(stack: BenchStack, shoppers: Sequence[Person]) -> Chain:
    parts = [
        rivals.start(stack, "chain_web"),
        rivals.start(stack, "sockets"),
        rivals.start(stack, "chain_worker", serves=False),
    ]
    cookies = ["person=admins", *(f"person=customer:{shopper.id}" for shopper in shoppers)]
    return Chain(parts[0], parts[1], parts, cookies)


def _idle(sides: dict[str, Chain], clicks: Clicks, count: int) -> int:
    """Run both sides in turn at 20 changes a second and combine the rounds of each."""
    made: dict[str, list[PaceResult]] = {name: [] for name in sides}
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


def _together(rounds: Sequence[PaceResult]) -> PaceResult:
    times = [one for result in rounds for one in result.times]
    mean = statistics.fmean
    return PaceResult(rounds[0].wanted, mean(one.rate for one in rounds), times, mean(one.cpu for one in rounds))


def _sustained(sides: dict[str, Chain], clicks: Clicks, seconds: float) -> int:
    """Raise the rate of each side until it no longer keeps up."""
    best, rows = 0.0, []
    for name, chain in sides.items():
        for rate in RATES:
            result = uvloop.run(_click(chain, clicks, rate=rate, seconds=seconds))
            rows.append((f"{name}, {rate} clicks a second", result.rate, result.p50, result.p99, result.cpu))
            if not result.holds:
                break
            if name == "ours":
                best = result.rate
    report.table(("all on this machine", "changes/s", "p50 ms", "p99 ms", "CPU ms"), rows)
    cores = os.cpu_count() or 1
    return report.goals(
        Goal(f"changes a second with p99 below {LIMIT_MS} ms, on {cores} cores", best, least=GOAL, floor=FLOOR)
    )


async def _click(chain: Chain, clicks: Clicks, *, rate: float, seconds: float) -> PaceResult:
    """Warm up, send changes for some seconds, and wait until the pages have received all of them."""
    clients, pool = SocketClients(clicks.receive), Pool()
    await clients.open(chain.sockets, chain.cookies)
    await clients.wait_for_events(len(chain.cookies))
    await pool.open(chain.web.url, 64)
    await _pace(pool, clicks, rate=min(rate, 100), count=50)
    await _settle(clicks, 50)
    clicks.times.clear()
    before, began, count = chain.cpu(), time.perf_counter(), round(rate * seconds)
    await _pace(pool, clicks, rate=rate, count=count)
    await _settle(clicks, count)
    took, cpu = clicks.last - began, chain.cpu() - before
    await clients.close()
    pool.close()
    times, clicks.times = clicks.times, []
    return PaceResult(rate, count / max(took, seconds), times, 1000 * cpu / count)


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
