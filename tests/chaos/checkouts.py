"""Kill PostgreSQL and the API during checkouts, and check that no acknowledged order is lost.

Shoppers order at a fixed rate, each order with its own idempotency key. An order without a response is repeated with
the same key. PostgreSQL and the web process are killed with SIGKILL at seeded moments, and the supervisor restarts
them.

At the end every order that got a 2xx response must exist with its lines, history and event. Every key must belong
to exactly one order. An order sent after a kill must succeed within ten seconds. The ten seconds start again if another
kill comes first, as the process had no time to start. The report also shows the longest time without a successful
order across all kills.

    python -m tests.chaos.checkouts --seed 7 --orders 2000 --kills 25
"""

import asyncio
import random
import time
import uuid
from collections import Counter
from collections.abc import Awaitable, Sequence
from functools import partial
from pathlib import Path
from typing import Any

import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.live_browser import Browser, until_answered

KILLED = ("postgres", "web", "web", "web", "web")
"""One kill of PostgreSQL for every four of the API."""
SHOPPERS = 6
RATE = 20.0
BACK_WITHIN = 10.0
LIMIT = 300.0
TRY_AGAIN = {409, 429, 503}

_KEPT = """
    SELECT key.key, shop_order.id, shop_order.total_amount, count(DISTINCT order_item.id),
        count(DISTINCT status_change.id), sum(DISTINCT order_item.total_amount),
        (SELECT count(*) FROM domain_event WHERE aggregate = 'order:' || shop_order.id AND type = 'order.placed')
    FROM idempotency_key AS key JOIN shop_order ON shop_order.id = key.order_id
        LEFT JOIN order_item ON order_item.order_id = shop_order.id
        LEFT JOIN status_change ON order_item_id = order_item.id
    GROUP BY key.key, shop_order.id
"""


def order_of(shopper: Browser, piece: dict[str, Any], quantity: int) -> dict[str, Any]:
    """Return the request body of an order for one product, as the checkout sends it."""
    total = piece["ornamentPrice"] * quantity
    return {
        "customerId": shopper.person["id"],
        "totalQuantity": quantity,
        "totalAmount": total,
        "items": [{"productId": piece["id"], "productQuantity": quantity, "totalAmount": total}],
    }


class Checkouts:
    """Shoppers who order until enough orders are acknowledged."""

    def __init__(self, shoppers: Sequence[Browser], pieces: list[dict[str, Any]], rng: random.Random) -> None:
        self._shoppers = shoppers
        self._pieces = pieces
        self._rng = rng
        self.promised: dict[str, int] = {}
        self.taken: list[tuple[float, float]] = []
        self.sent_again = 0
        self.faults: list[str] = []

    @classmethod
    async def of(cls, chaos: ChaosShop) -> "Checkouts":
        """Return checkouts by the shop's shoppers. They order products without a stock count."""
        return cls(chaos.shoppers, await chaos.uncounted_products(), random.Random(chaos.report.seed))

    async def run(
        self, orders: int, *, rate: float = RATE, beside: Awaitable[None] | None = None, limit: float
    ) -> None:
        """Start orders at the rate until there are enough and `beside` has ended. Retry each without a response."""
        loop = asyncio.get_running_loop()
        began, number = loop.time(), 0
        trouble = asyncio.ensure_future(beside or asyncio.sleep(0))
        async with asyncio.timeout(limit), asyncio.TaskGroup() as group:
            while number < orders or not trouble.done():
                await asyncio.sleep(began + number / rate - loop.time())
                group.create_task(self._order(self._rng.choice(self._shoppers)))
                number += 1
            await trouble

    async def _order(self, shopper: Browser) -> None:
        key = uuid.UUID(int=self._rng.getrandbits(128)).hex
        body = order_of(shopper, self._rng.choice(self._pieces), self._rng.randint(1, 3))
        send = partial(shopper.post, "/api/order/", body, headers={"Idempotency-Key": key})
        attempts = await until_answered(send, again=TRY_AGAIN, pause=0.5)
        self.sent_again += len(attempts) - 1
        last = attempts[-1]
        if last.status == 200:
            self.promised[key] = last.data()["id"]
            self.taken.append((last.at, last.ended_at))
        else:
            self.faults.append(f"an order was answered with {last.status}, {last.content}")

    def next_after(self, moments: Sequence[float]) -> dict[float, float]:
        """Return for each moment when the first order sent after it succeeded."""
        return {moment: min(at for sent, at in self.taken if sent > moment) for moment in moments}

    async def check(self, database_url: str) -> list[str]:
        """Compare acknowledged orders with the database. Return the differences."""
        async with await psycopg.AsyncConnection.connect(driver_url(database_url)) as connection:
            rows = await (await connection.execute(_KEPT)).fetchall()
        kept = {key: order_id for key, order_id, *_ in rows}
        twice = [(id_, number) for id_, number in Counter(kept.values()).items() if number > 1]
        odd = [row for row in rows if row[3:5] != (1, 1) or row[6] != 1 or row[2] != row[5]]
        return [
            *self.faults,
            *(
                f"order {id_} was acknowledged and does not exist"
                for key, id_ in self.promised.items()
                if kept.get(key) != id_
            ),
            *(f"key {key} has an order that was never acknowledged" for key in kept.keys() - self.promised.keys()),
            *(f"{number} keys belong to order {id_}" for id_, number in twice),
            *(f"order {row[1]} has {row[3]} lines of {row[2]}, {row[4]} steps, {row[6]} events" for row in odd),
        ]


async def kill(chaos: ChaosShop, rng: random.Random, *, kills: int, seconds: float, at: list[float]) -> None:
    """Kill processes at random moments within a span of seconds. Append the moments to `at`."""
    loop = asyncio.get_running_loop()
    began = loop.time()
    order = [KILLED[number % len(KILLED)] for number in range(kills)]
    rng.shuffle(order)
    for moment, name in zip(sorted(rng.uniform(0, seconds) for _ in order), order, strict=True):
        await asyncio.sleep(began + moment - loop.time())
        await chaos.kill(name)
        at.append(time.monotonic())


async def run(folder: Path, *, seed: int, orders: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    async with chaos_shop(folder, seed=seed, shoppers=SHOPPERS, pages=0) as chaos:
        report = chaos.report
        checkouts = await Checkouts.of(chaos)
        moments: list[float] = []
        killing = kill(chaos, random.Random(seed), kills=kills, seconds=orders / RATE, at=moments)
        await checkouts.run(orders, beside=killing, limit=LIMIT + 3 * orders / RATE + kills * BACK_WITHIN)
        await checkouts.run(1, limit=LIMIT)  # so that an order follows the last kill as well
        report.acknowledged = len(checkouts.promised)
        report.sent_again = checkouts.sent_again
        following = checkouts.next_after(moments)
        last = {at: moment for moment, at in following.items()}
        report.expect("next order after a kill", max(at - moment for at, moment in last.items()), BACK_WITHIN)
        report.figures["... through all kills"] = f"{max(at - moment for moment, at in following.items()):.1f} s"
        report.faults += await checkouts.check(chaos.shop.database_url)
    return report


if __name__ == "__main__":
    main(__doc__, run, orders=2000, kills=25)
