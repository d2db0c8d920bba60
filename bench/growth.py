"""How the shop's lists and the relay's statement bear growth: ten and a hundred times the products, orders and events.

Each size is a database of its own: so many products, orders of two lines, and events of the last days with their
deliveries done. Each list is asked of the application without a network, nothing kept; the relay's statement gives one
new event its place, and the sweep looks for what is due. Milliseconds, p50 and p95.

    make bench B=growth
"""

import argparse
import asyncio
import statistics
import sys
import time
from collections.abc import Awaitable, Callable
from itertools import pairwise

import httpx2
from fastapi import FastAPI
from sqlalchemy import Connection, text
from sqlalchemy.orm import Session

from api.main import create_app
from bench.parts import people, report
from bench.parts.ground import ground
from bench.parts.report import Goal
from shop.database import make_engine
from shop.events import deliveries
from shop.events.deliveries import Subscription
from shop.settings import settings
from tests import factories, warehouse

SIZES = (1_000, 10_000, 100_000)
MOST = 1.2
LISTS = {
    "products, newest": ("visitor", "/product/customer/?limit=24"),
    "products of a category by price": ("visitor", "/product/customer/?limit=24&category=w3&sort=priceAsc"),
    "products by name": ("visitor", "/product/customer/?limit=24&search=ruby"),
    "suggestions": ("visitor", "/product/customer/?limit=8&search=lo&facets=false"),
    "the board": ("admin", "/order/?flag=allOrders&limit=50"),
    "the portal's products": ("admin", "/product/?limit=50"),
    "the portal's products by price": ("admin", "/product/?limit=50&sort=priceAsc"),
    "My Orders": ("shopper", "/order/?limit=20&customerId="),
}
PUSH = [Subscription("catalogue.changed", "push", queue="fanout", lease=10.0)]

_ORDERS = text("""
    WITH placed AS (
        INSERT INTO shop_order (customer_id, name, email, phone, total_quantity, total_amount, ordered_at)
        SELECT :first + n % :shoppers, 'Asha Verma', 'asha@bench.example', '+91 1', 2, 200000,
            now() - n * interval '1 minute'
        FROM generate_series(1, :count) AS n RETURNING id, ordered_at
    ), lines AS (
        INSERT INTO order_item (order_id, line, product_id, product_name, product_image_url, purity, quantity, weight,
            gold_rate, making_charge, wastage_charge, discount, total_amount, status, ordered_at)
        SELECT placed.id, line, (SELECT min(id) FROM product), 'Lotus Ring', '', '22k', 1, 10, 9000, 1000, 500, 0,
            100000, (ARRAY['ordered', 'packed', 'shipped', 'delivered'])[placed.id % 4 + 1], placed.ordered_at
        FROM placed, generate_series(1, 2) AS line RETURNING id, ordered_at
    )
    INSERT INTO status_change (order_item_id, version, to_status, at) SELECT id, 1, 'ordered', ordered_at FROM lines
""")

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


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rounds", type=int, default=60, help="how often each is asked")
    options = parser.parse_args()
    made: dict[str, dict[int, list[float]]] = {}
    report.head("Cost as the shop grows")
    for size in SIZES:
        with ground(fsync="off", full_page_writes="off"):
            for name, times in asyncio.run(_measure(size, options.rounds)).items():
                made.setdefault(name, {})[size] = times
    columns = tuple(f"{size:,}" for size in SIZES)
    report.table(
        ("p50 / p95 ms with", *columns),
        [
            (name, *(f"{statistics.median(of[size]):.1f} / {_p95(of[size]):.1f}" for size in SIZES))
            for name, of in made.items()
        ],
    )
    return report.goals(
        *(
            Goal(f"{name}, p95, {large:,} to {small:,}", _p95(of[large]) / _p95(of[small]), most=MOST)
            for name, of in made.items()
            for small, large in pairwise(SIZES)
        )
    )


async def _measure(size: int, rounds: int) -> dict[str, list[float]]:
    admin, shoppers = people.admit(shoppers=100, orders=1)
    engine = make_engine(settings(), "bench")
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        warehouse.fill(session.connection(), count=size)
        who = {"first": shoppers[0].id, "shoppers": len(shoppers), "count": size}
        session.execute(_ORDERS, who)
        session.execute(_EVENTS, who)
    made: dict[str, list[float]] = {}
    asking = {"visitor": {}, "admin": admin.headers, "shopper": shoppers[0].headers}
    with engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection:
        warehouse.settle(connection)
        connection.execute(text("VACUUM ANALYZE"))
        app = create_app(settings())
        async with app.router.lifespan_context(app):
            transport = httpx2.ASGITransport(app)
            async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example/api") as client:
                for name, (who_asks, path) in LISTS.items():
                    address = f"{path}{shoppers[0].id}" if who_asks == "shopper" else path
                    made[name] = await _timed(rounds, _asking(app, client, address, asking[who_asks]))
        made["the relay: one event's place"] = _relay(connection, rounds)
        made["the relay: what is due"] = _due(connection, rounds)
    engine.dispose()
    return made


def _asking(
    app: FastAPI, client: httpx2.AsyncClient, address: str, headers: dict[str, str]
) -> Callable[[], Awaitable[None]]:
    async def ask() -> None:
        app.state.answers.clear()
        (await client.get(address, headers=headers)).raise_for_status()

    return ask


def _relay(connection: Connection, rounds: int) -> list[float]:
    times = []
    for number in range(rounds + 5):
        with Session(connection) as session:
            factories.record(session, number=number)
            session.commit()
        began = time.perf_counter()
        leases = deliveries.admit(connection, PUSH)
        times.append(1000 * (time.perf_counter() - began))
        deliveries.finish(connection, [lease.delivery_id for lease in leases])
    return times[5:]


def _due(connection: Connection, rounds: int) -> list[float]:
    times = []
    for _ in range(rounds + 5):
        began = time.perf_counter()
        deliveries.lease_due(connection, {"fanout": 10.0})
        times.append(1000 * (time.perf_counter() - began))
    return times[5:]


async def _timed(rounds: int, ask: Callable[[], Awaitable[None]]) -> list[float]:
    times = []
    for _ in range(rounds + 5):
        began = time.perf_counter()
        await ask()
        times.append(1000 * (time.perf_counter() - began))
    return times[5:]


def _p95(times: list[float]) -> float:
    return statistics.quantiles(times, n=20, method="inclusive")[18]


if __name__ == "__main__":
    sys.exit(main())
