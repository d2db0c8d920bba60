"""Place one order by fifty concurrent requests, with and without an Idempotency-Key, and count the orders.

Each round places a different order. Every request of a round must return the same order.

    python -m tests.chaos.one_order --seed 7 --rounds 200
"""

import asyncio
import uuid
from collections import Counter
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from shop.text.urls import driver_url
from tests.chaos.checkouts import order_of
from tests.chaos.command import main
from tests.support.chaos_report import Report, p99
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.live_browser import Browser, until_answered

CONCURRENT = 50
_ORDERS = "SELECT count(*) FROM shop_order WHERE id > %s"
_LAST = "SELECT coalesce(max(id), 0) FROM shop_order"


async def run(folder: Path, *, seed: int, rounds: int) -> Report:
    """Run the test in a shop below `folder`. Every second round uses a key."""
    async with chaos_shop(folder, seed=seed, shoppers=1, pages=0) as chaos:
        [shopper] = chaos.shoppers
        pieces = await chaos.uncounted_products()
        bodies = [order_of(shopper, piece, quantity) for quantity in range(1, 11) for piece in pieces]
        answers: Counter[Any] = Counter()
        seconds: list[float] = []
        before = await _asked(chaos, _LAST)
        for number in range(rounds):
            key = uuid.UUID(int=chaos.rng.getrandbits(128)).hex if number % 2 == 0 else None
            orders = await asyncio.gather(*(_order(shopper, bodies[number], key, seconds) for _ in range(CONCURRENT)))
            answers.update("one order" if isinstance(order, int) else order for order in orders)
            made = {order for order in orders if isinstance(order, int)}
            if len(made) != 1:
                chaos.report.faults.append(f"round {number} made the orders {sorted(made)}")
        orders = await _asked(chaos, _ORDERS, before)
        if orders != rounds:
            chaos.report.faults.append(f"{rounds} rounds made {orders} orders")
        chaos.report.faults += [
            f"{many} requests were answered with {how}" for how, many in answers.items() if how != "one order"
        ]
        chaos.report.figures |= {
            "orders": f"{orders} of {rounds} rounds, by {answers.total()} requests",
            "a request": f"p99 {p99(seconds) * 1000:.0f} ms, {CONCURRENT} at once",
        }
    return chaos.report


async def _order(shopper: Browser, body: dict[str, Any], key: str | None, seconds: list[float]) -> int | str:
    """Return the number of the order, or the failure. A request without a response is repeated."""
    headers = {"Idempotency-Key": key} if key else None
    *_, last = await until_answered(partial(shopper.post, "/api/order/", body, headers=headers), pause=0.5)
    if last.status != 200:
        return f"{last.status}, {last.content}"
    seconds.append(last.seconds)
    return last.data()["id"]


async def _asked(chaos: ChaosShop, query: str, *values: int) -> int:
    async with await psycopg.AsyncConnection.connect(driver_url(chaos.shop.database_url)) as database:
        row = await (await database.execute(query, values)).fetchone()
    return row[0]


if __name__ == "__main__":
    main(__doc__, run, rounds=200)
