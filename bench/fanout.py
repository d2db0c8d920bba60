"""Measure fan-out to every open page, and the delivery of one shopper's event, beside Node's socket.io.

One realtime process, as in production, is compared with one Node process that runs socket.io with its Redis adapter.
Both get the same clients. This process publishes the events through Redis, at most 20 in flight. Memory is the private
memory of the process beyond what it used without clients.

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
from tests.support.bench_stack import BenchStack, ServerProcess, bench_stack
from tests.support.event_emitter import ShopEventEmitter, SocketIoEmitter
from tests.support.socket_load import SocketClients, raise_socket_limit

DETAILS = {"status": "active", "stockAvailability": "yes", "weight": 12.34, "makingCharge": 1500.0, "purity": "22k"}
DATA = {"entity": "product", "id": 1, "action": "changed", "details": DETAILS}
MAX_IN_FLIGHT = 20
GOALS = {1000: 0.8, 5000: 1.07}
FLOOR = 0.6


@dataclass(frozen=True)
class FanOutFigures:
    """Messages a second, CPU in microseconds a message, latency of one shopper's event in ms, memory in kB a socket."""

    rate: float
    cpu: float
    p50: float
    p99: float
    kilobytes: float


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--pages", type=int, nargs="+", default=list(GOALS))
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each round")
    options = parser.parse_args()
    raise_socket_limit()
    with bench_stack() as stack:
        missed = 0
        for pages in options.pages:
            report.head(f"Fan-out to {pages:,} pages")
            missed |= _compared(pages, uvloop.run(_measure(stack, pages, options.seconds)))
        return missed


def _compared(pages: int, made: dict[str, FanOutFigures]) -> int:
    report.table(
        ("", "messages/s", "CPU us", "one: p50 ms", "p99 ms", "kB a socket"),
        [(name, of.rate, of.cpu, of.p50, of.p99, of.kilobytes) for name, of in made.items()],
    )
    ours, theirs = made["ours"], made["socket.io"]
    return report.goals(
        Goal(f"fan-out to {pages:,}, to socket.io", ours.rate / theirs.rate, least=GOALS.get(pages, 0.8), floor=FLOOR),
        Goal("one user's event, p50, to socket.io's", ours.p50 / theirs.p50, most=1),
        Goal("memory a socket", ours.kilobytes, most=37, floor=40, unit=" kB"),
    )


async def _measure(stack: BenchStack, pages: int, seconds: float) -> dict[str, FanOutFigures]:
    cookie, customer_id = _shopper(pages)
    ours = ShopEventEmitter(stack.dsn, stack.redis.url), stack.realtime(f"realtime-{pages}"), cookie
    theirs = SocketIoEmitter(stack.redis.url), rivals.start(stack, "sockets"), f"person=customer:{customer_id}"
    made: dict[str, FanOutFigures] = {}
    for name, (emitter, server, shopper) in {"socket.io": theirs, "ours": ours}.items():
        made[name] = await _side(emitter, server, shopper, customer_id, pages, seconds)
        server.stop()
    return made


async def _side(
    emitter: ShopEventEmitter | SocketIoEmitter,
    server: ServerProcess,
    shopper: str,
    customer_id: int,
    pages: int,
    seconds: float,
) -> FanOutFigures:
    received: list[tuple[int, float]] = []
    clients = SocketClients(lambda number, _packet, at: received.append((number, at)) if number == pages else None)
    empty = server.memory()
    await clients.open(server, [""] * pages + [shopper])
    await clients.wait_for_events(pages + 1)  # each gets one message with its position
    kilobytes = (server.memory() - empty) / (pages + 1) / 1000
    await to_all(emitter, clients, pages + 1, 1.0)
    before = server.cpu()
    rate = await to_all(emitter, clients, pages + 1, seconds)
    cpu = server.cpu() - before
    times = await _to_one(emitter, clients, customer_id, received)
    if clients.lost:
        raise RuntimeError(f"{clients.lost} pages were closed: {server.log_tail()}")
    await clients.close()
    cuts = statistics.quantiles(times, n=100, method="inclusive")
    return FanOutFigures(rate, 1e6 * cpu / rate / seconds, cuts[49], cuts[98], kilobytes)


async def to_all(
    emitter: ShopEventEmitter | SocketIoEmitter, clients: SocketClients, pages: int, seconds: float
) -> float:
    """Send events to everyone as fast as they are delivered. Return the messages received a second."""
    sent, start = 0, clients.count
    began = time.perf_counter()
    while time.perf_counter() - began < seconds:
        await emitter.publish(emitter.prepare("catalogue.changed", DATA))
        sent += 1
        await clients.wait_for_events(start + (sent - MAX_IN_FLIGHT) * pages)
    await clients.wait_for_events(start + sent * pages)
    return sent * pages / (time.perf_counter() - began)


async def _to_one(
    emitter: ShopEventEmitter | SocketIoEmitter,
    clients: SocketClients,
    customer_id: int,
    received: list[tuple[int, float]],
    events: int = 300,
) -> list[float]:
    """Send events to one shopper, one at a time. Return the latency of each in milliseconds."""
    times = []
    for _ in range(events):
        message = emitter.prepare("order.status_changed", DATA, customer_id)
        received.clear()
        wanted = clients.count + 1
        sent = time.perf_counter()
        await emitter.publish(message)
        await clients.wait_for_events(wanted)
        times.append(1000 * (received[0][1] - sent))
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
