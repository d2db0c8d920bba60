"""How fast one event reaches every open page, and how fast one shopper's reaches theirs, beside Node's socket.io.

One realtime process, as in production, and one Node process with socket.io and its Redis adapter, each with the same
clients. Events come to both out of Redis, from this process; at most 20 are on their way at once. Memory is what the
process holds for itself alone, more than before the pages came.

    make bench B=fanout
"""

import argparse
import asyncio
import statistics
import sys
import time
from dataclasses import dataclass

import uvloop
from sqlalchemy.orm import Session

from bench.parts import report, rivals
from bench.parts.report import Goal
from shop.db.engine import make_engine
from shop.settings import settings
from tests.support import factories
from tests.support.event_emitter import Ours, Theirs
from tests.support.processes import Ground, Running, ground
from tests.support.socket_load import Crowd, allow_many

DETAILS = {"status": "active", "stockAvailability": "yes", "weight": 12.34, "makingCharge": 1500.0, "purity": "22k"}
DATA = {"entity": "product", "id": 1, "action": "changed", "details": DETAILS}
ON_THE_WAY = 20
LEAST = {1000: 0.8, 5000: 1.07}
FLOOR = 0.6


@dataclass(frozen=True)
class Fanned:
    """What a side did with so many pages: messages a second, CPU in microseconds for each, ms of one user's event."""

    rate: float
    cpu: float
    p50: float
    p99: float
    kilobytes: float


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=list(LEAST))
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    options = parser.parse_args()
    allow_many()
    with ground() as place:
        missed = 0
        for pages in options.pages:
            report.head(f"Fan-out to {pages:,} pages")
            missed |= _compared(pages, uvloop.run(_measure(place, pages, options.seconds)))
        return missed


def _compared(pages: int, made: dict[str, Fanned]) -> int:
    report.table(
        ("", "messages/s", "CPU us", "one: p50 ms", "p99 ms", "kB a socket"),
        [(name, of.rate, of.cpu, of.p50, of.p99, of.kilobytes) for name, of in made.items()],
    )
    ours, theirs = made["ours"], made["socket.io"]
    return report.goals(
        Goal(f"fan-out to {pages:,}, to socket.io", ours.rate / theirs.rate, least=LEAST.get(pages, 0.8), floor=FLOOR),
        Goal("one user's event, p50, to socket.io's", ours.p50 / theirs.p50, most=1),
        Goal("memory a socket", ours.kilobytes, most=37, floor=40, unit=" kB"),
    )


async def _measure(place: Ground, pages: int, seconds: float) -> dict[str, Fanned]:
    cookie, customer_id = _shopper(pages)
    ours = Ours(place.dsn, place.redis.url), place.realtime(f"realtime-{pages}"), cookie
    theirs = Theirs(place.redis.url), rivals.start(place, "sockets"), f"person=customer:{customer_id}"
    made: dict[str, Fanned] = {}
    for name, (sender, server, shopper) in {"socket.io": theirs, "ours": ours}.items():
        made[name] = await _side(sender, server, shopper, customer_id, pages, seconds)
        server.stop()
    return made


async def _side(
    sender: Ours | Theirs, server: Running, shopper: str, customer_id: int, pages: int, seconds: float
) -> Fanned:
    heard: list[tuple[int, float]] = []
    crowd = Crowd(lambda number, _packet, at: heard.append((number, at)) if number == pages else None)
    empty = server.memory()
    await crowd.open(server, [""] * pages + [shopper])
    await crowd.until(pages + 1)  # each is told where it begins
    kilobytes = (server.memory() - empty) / (pages + 1) / 1000
    await to_all(sender, crowd, pages + 1, 1.0)
    before = server.cpu()
    rate = await to_all(sender, crowd, pages + 1, seconds)
    cpu = server.cpu() - before
    times = await _to_one(sender, crowd, customer_id, heard)
    if crowd.lost:
        raise RuntimeError(f"{crowd.lost} pages were closed: {server.last_words()}")
    await crowd.close()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return Fanned(rate, 1e6 * cpu / rate / seconds, cuts[49], cuts[98], kilobytes)


async def to_all(sender: Ours | Theirs, crowd: Crowd, pages: int, seconds: float) -> float:
    """Send events to everyone, as many as get through; return the messages that came out in a second."""
    sent, start = 0, crowd.count
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        await sender.publish(sender.prepare("catalogue.changed", DATA))
        sent += 1
        await crowd.until(start + (sent - ON_THE_WAY) * pages)
    await crowd.until(start + sent * pages)
    return sent * pages / (time.perf_counter() - began)


async def _to_one(
    sender: Ours | Theirs, crowd: Crowd, customer_id: int, heard: list[tuple[int, float]], events: int = 300
) -> list[float]:
    """Send one shopper's events at an easy pace; return the milliseconds of each."""
    times = []
    for _ in range(events):
        message = sender.prepare("order.status_changed", DATA, customer_id)
        heard.clear()
        wanted = crowd.count + 1
        sent = time.perf_counter()
        await sender.publish(message)
        await crowd.until(wanted)
        times.append(1000 * (heard[0][1] - sent))
        await asyncio.sleep(0.005)
    return times


def _shopper(number: int) -> tuple[str, int]:
    engine = make_engine(settings(), "bench")
    with Session(engine, expire_on_commit=False) as session, session.begin():
        shopper = factories.register_shopper(session, email=f"shopper{number}@bench.example")
        token = factories.sign_in(session, shopper)
    engine.dispose()
    return f"swarna_customer={token}", shopper.id


if __name__ == "__main__":
    sys.exit(main())
