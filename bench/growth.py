"""Measure how the cost of lists and of the relay's statements grows with 10 and 100 times the data.

Each size has its own database on one PostgreSQL: products, customers, orders of two lines, and events of the last days
with their deliveries done. Only orders of the last two days are open. Lists are requested from the application in
process and without the response cache. The relay's statements sequence one new event, and look for due deliveries. The
sizes are measured in turn, so that other load on the machine affects all of them alike. Figures are milliseconds, p50
and p95.

    make bench B=growth
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence
from contextlib import AsyncExitStack, asynccontextmanager
from dataclasses import dataclass
from functools import partial
from itertools import pairwise
from typing import Self

import httpx2
from fastapi import FastAPI
from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

from api.app import create_app
from bench.parts import report
from bench.parts.report import Goal
from shop.db.deadlines import wait_limit
from shop.db.engine import make_engine
from shop.events import deliveries, leasing
from shop.events.leasing import Subscription
from tests.support import bench_people, factories, large_catalogue, large_orders
from tests.support.bench_people import Person
from tests.support.bench_stack import BenchStack, bench_stack

FILL_SECONDS = 300
"""Statement time-out while the database is filled."""
SIZES = (1_000, 10_000, 100_000)
MOST = 1.2
WARM_UP = 5
LISTS = {
    "products, newest": ("visitor", "/product/customer/?limit=24"),
    "products of a category by price": ("visitor", "/product/customer/?limit=24&category=w3&sort=priceAsc"),
    "products by name": ("visitor", "/product/customer/?limit=24&search=ruby"),
    "products by size and stone": ("visitor", "/product/customer/?limit=24&size=10&stone=Ruby"),
    "products by weight": ("visitor", "/product/customer/?limit=24&minWeight=5&maxWeight=10"),
    "products by a letter": ("visitor", "/product/customer/?limit=24&search=l"),
    "suggestions": ("visitor", "/product/customer/?limit=8&search=lo&facets=false"),
    "the board": ("admin", "/order/?flag=allOrders&limit=50"),
    "the portal's products": ("admin", "/product/?limit=50"),
    "the portal's products by price": ("admin", "/product/?limit=50&sort=priceAsc"),
    "customers by a rare name": ("admin", "/customer/?limit=5&search=zubeida"),
    "customers by a frequent name": ("admin", "/customer/?limit=5&search=lakshmi"),
    "customers by the end of a phone number": ("admin", "/customer/?limit=5&search=00000512"),
    "orders by a rare name": ("admin", "/order/?flag=allOrders&limit=5&search=zubeida"),
    "orders by a tracking number": ("admin", "/order/?flag=allOrders&limit=5&search=trk000000512"),
    "orders by a HUID": ("admin", "/order/?flag=allOrders&limit=5&search=f00401"),
    "orders by an invoice's number": ("admin", "/order/?flag=allOrders&limit=5&search=sw/26-27/000512"),
    "orders by a UTR": ("admin", "/order/?flag=allOrders&limit=5&search=utr000000512"),
    "orders by a product's name": ("admin", "/order/?flag=allOrders&limit=5&search=yuri+moon+512"),
    "what is stuck": ("admin", "/order/stuck/"),
    "My Orders": ("shopper", "/order/?limit=20&customerId="),
}
PUSH = [Subscription("catalogue.changed", "push", queue="fanout", lease=10.0)]

_EVENTS = text("""
    WITH written AS (
        INSERT INTO domain_event (position, type, aggregate, reach, customer_id, data, occurred_at, recorded_at)
        SELECT n, 'order.status_changed', 'order:' || n, 'customer_and_admins', :first + n % :shoppers, '{"n": 1}',
            now() - interval '1 hour', now() - interval '1 hour'
        FROM generate_series(1, :count) AS n RETURNING id
    ), done AS (
        INSERT INTO delivery (event_id, consumer, queue, due_at, attempts, done_at)
        SELECT id, 'push', 'fanout', now() - interval '1 hour', 1, now() - interval '1 hour' FROM written
    )
    UPDATE event_stream SET position = :count
""")


@dataclass(frozen=True)
class SizedShop:
    """A shop of one size: its application, a connection for the relay's statements, and signed-in people."""

    app: FastAPI
    client: httpx2.AsyncClient
    connection: Connection
    admin: Person
    shopper: Person

    @classmethod
    @asynccontextmanager
    async def open(cls, stack: BenchStack, size: int) -> AsyncIterator[Self]:
        """Fill a database and open the application on it."""
        config = stack.shop(f"shop_{size}")
        admin, shoppers = bench_people.create_people(shoppers=100, orders=1)
        engine = make_engine(config, "bench")
        with wait_limit(FILL_SECONDS), Session(engine) as session, session.begin():
            factories.set_gold_rate(session)
            large_catalogue.fill(session.connection(), count=size)
            who = {"first": shoppers[0].id, "shoppers": len(shoppers), "count": size}
            large_orders.fill(session.connection(), **who)
            session.execute(_EVENTS, who)
        app = create_app(config)
        transport = httpx2.ASGITransport(app)
        with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
            large_catalogue.settle(connection)
            with wait_limit(FILL_SECONDS):
                connection.execute(text("VACUUM ANALYZE"))
            async with (
                app.router.lifespan_context(app),
                httpx2.AsyncClient(transport=transport, base_url="http://shop.example/api") as client,
            ):
                yield cls(app, client, connection, admin, shoppers[0])
        engine.dispose()

    async def time_list(self, who: str, path: str) -> float:
        """Request a list without the response cache. Return the milliseconds that it took."""
        headers = {"visitor": {}, "admin": self.admin.headers, "shopper": self.shopper.headers}[who]
        address = f"{path}{self.shopper.id}" if who == "shopper" else path
        self.app.state.response_cache.invalidate()
        began = time.perf_counter()
        (await self.client.get(address, headers=headers)).raise_for_status()
        return 1000 * (time.perf_counter() - began)

    async def sequence_event(self) -> float:
        """Sequence one new event with the relay's statement."""
        with Session(self.connection) as session:
            factories.record(session, number=1)
            session.commit()
        began = time.perf_counter()
        leases = leasing.sequence_and_lease(self.connection, PUSH).leases
        took = 1000 * (time.perf_counter() - began)
        deliveries.finish(self.connection, [lease.delivery_id for lease in leases])
        return took

    async def sweep(self) -> float:
        """Look for due deliveries with the relay's statement; there are none."""
        began = time.perf_counter()
        leasing.lease_due(self.connection, {("fanout", "push"): 10.0})
        return 1000 * (time.perf_counter() - began)


Measurement = Callable[[SizedShop], Awaitable[float]]
MEASUREMENTS: dict[str, Measurement] = {
    **{name: partial(SizedShop.time_list, who=who, path=path) for name, (who, path) in LISTS.items()},
    "the relay: sequence an event": SizedShop.sequence_event,
    "the relay: look for due deliveries": SizedShop.sweep,
}


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=100, help="requests of each list")
    options = parser.parse_args()
    report.head("Cost of lists and relay as the shop grows")
    with bench_stack(fsync="off", full_page_writes="off") as stack:
        made = asyncio.run(_measure(stack, options.rounds))
    columns = tuple(f"{size:,}" for size in SIZES)
    report.table(
        ("p50 / p95 ms with", *columns),
        [(name, *(f"{statistics.median(times):.1f} / {_p95(times):.1f}" for times in of)) for name, of in made.items()],
    )
    return report.goals(
        *(
            Goal(f"{name}, p95, {large:,} to {small:,}", _p95(of[index + 1]) / _p95(of[index]), most=MOST)
            for name, of in made.items()
            for index, (small, large) in enumerate(pairwise(SIZES))
        )
    )


async def _measure(stack: BenchStack, rounds: int) -> dict[str, list[list[float]]]:
    """Return the milliseconds of each measurement, by size."""
    async with AsyncExitStack() as open_:
        shops = [await open_.enter_async_context(SizedShop.open(stack, size)) for size in SIZES]
        return {name: await _alternating(shops, measurement, rounds) for name, measurement in MEASUREMENTS.items()}


async def _alternating(shops: Sequence[SizedShop], measurement: Measurement, rounds: int) -> list[list[float]]:
    times: list[list[float]] = [[] for _ in shops]
    for _ in range(WARM_UP + rounds):
        for shop, of in zip(shops, times, strict=True):
            of.append(await measurement(shop))
    return [of[WARM_UP:] for of in times]


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[18]


if __name__ == "__main__":
    sys.exit(main())
