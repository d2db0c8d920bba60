"""Kill PostgreSQL and the API in the middle of checkouts and look for every order that was promised.

Shoppers order at a steady pace, each order under a key of its own; one that was not answered is sent again under the
same key until it is. Meanwhile PostgreSQL and the web process are killed with SIGKILL, at seeded moments, and the
supervisor brings them back.

At the end every order that was answered with 2xx must be there with its lines, its history and its event; every key
must stand for one order and no more; and after each kill the next order must have been taken within ten seconds.

    python -m tests.faults.checkouts --seed 7 --orders 2000 --kills 25
"""

import argparse
import asyncio
import random
import sys
import tempfile
import time
import uuid
from collections import Counter
from dataclasses import dataclass, field
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from tests.faults import people
from tests.faults.browser import Browser, Refused
from tests.stack import ShopStack

KILLED = ("postgres", "web", "web", "web", "web")
"""PostgreSQL once for every four kills of the API."""
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


@dataclass
class Report:
    """What became of the orders; `faults` names what must not be."""

    seed: int
    promised: int = 0
    sent_again: int = 0
    orders: int = 0
    killed: Counter[str] = field(default_factory=Counter)
    away: list[float] = field(default_factory=list)
    faults: list[str] = field(default_factory=list)
    seconds: float = 0.0

    def __str__(self) -> str:
        killed = ", ".join(f"{name} {number} times" for name, number in self.killed.items())
        return "\n".join(
            [
                f"seed {self.seed}, {self.seconds:.0f} s, killed: {killed}",
                f"orders        {self.promised} promised, {self.orders} kept, {self.sent_again} requests sent again",
                f"next order    at most {max(self.away, default=0):.1f} s after a kill",
                *(f"FAULT: {fault}" for fault in self.faults),
            ]
        )


class Checkouts:
    """Shoppers who order until enough orders are promised."""

    def __init__(self, shoppers: list[Browser], pieces: list[dict[str, Any]], drawn: random.Random) -> None:
        self._shoppers = shoppers
        self._pieces = pieces
        self._drawn = drawn
        self.promised: dict[str, int] = {}
        self.answered_at: list[float] = []
        self.sent_again = 0
        self.faults: list[str] = []

    async def run(self, orders: int) -> None:
        """Begin so many orders at the rate, and see each through."""
        loop = asyncio.get_running_loop()
        began = loop.time()
        async with asyncio.timeout(LIMIT), asyncio.TaskGroup() as group:
            for number in range(orders):
                await asyncio.sleep(began + number / RATE - loop.time())
                group.create_task(self._order(self._drawn.choice(self._shoppers)))

    async def _order(self, shopper: Browser) -> None:
        key = uuid.UUID(int=self._drawn.getrandbits(128)).hex
        piece, quantity = self._drawn.choice(self._pieces), self._drawn.randint(1, 3)
        total = piece["ornamentPrice"] * quantity
        body = {
            "customerId": shopper.person["id"],
            "totalQuantity": quantity,
            "totalAmount": total,
            "items": [{"productId": piece["id"], "productQuantity": quantity, "totalAmount": total}],
        }
        while True:
            try:
                order = await shopper.post("/api/order/", body, headers={"Idempotency-Key": key})
            except Refused as refusal:
                if refusal.args[0] not in TRY_AGAIN:
                    self.faults.append(f"an order was answered with {refusal.args}")
                    return
            except (aiohttp.ClientError, OSError, TimeoutError):
                pass
            else:
                self.promised[key] = order["id"]
                self.answered_at.append(time.monotonic())
                return
            self.sent_again += 1
            await asyncio.sleep(0.5)


async def kill(shop: ShopStack, drawn: random.Random, *, kills: int, seconds: float) -> list[tuple[str, float]]:
    """Kill so many processes within so many seconds; return which and when."""
    killed = []
    loop = asyncio.get_running_loop()
    began = loop.time()
    order = [KILLED[number % len(KILLED)] for number in range(kills)]
    drawn.shuffle(order)
    for moment, name in zip(sorted(drawn.uniform(0, seconds) for _ in order), order, strict=True):
        await asyncio.sleep(began + moment - loop.time())
        async with asyncio.timeout(30):
            while shop.pid(name) is None:  # noqa: ASYNC110 - not back yet from the kill before
                await asyncio.sleep(0.05)
        shop.kill(name)
        killed.append((name, time.monotonic()))
    return killed


async def run(folder: Path, *, seed: int, orders: int, kills: int) -> Report:
    """Run it all in a shop of its own below `folder`."""
    began = time.monotonic()
    shop = ShopStack(folder, with_demo=True, environment={"SHOP_DEMO_RENDITIONS": "no"})
    try:
        await asyncio.to_thread(shop.start)
        report = await _run_in(shop, seed=seed, orders=orders, kills=kills)
    finally:
        await asyncio.to_thread(shop.stop)
    report.seconds = time.monotonic() - began
    return report


async def _run_in(shop: ShopStack, *, seed: int, orders: int, kills: int) -> Report:
    drawn = random.Random(seed)
    emails = await asyncio.to_thread(people.admit_people, shop.database_url, shoppers=SHOPPERS)
    shoppers = [await Browser.of(shop.url, "customer", email, people.PASSWORD) for email in emails]
    try:
        pieces = await shoppers[0].get("/api/product/customer/?stock=yes")
        checkouts = Checkouts(shoppers, pieces, drawn)
        killing = asyncio.create_task(kill(shop, random.Random(seed), kills=kills, seconds=orders / RATE))
        await checkouts.run(orders)
        killed = await killing
        await checkouts.run(1)  # for the last kill too, there is a next order
    finally:
        for shopper in shoppers:
            await shopper.close()
    report = Report(seed, promised=len(checkouts.promised), sent_again=checkouts.sent_again)
    report.killed = Counter(name for name, _ in killed)
    report.away = [min(at for at in checkouts.answered_at if at > moment) - moment for _, moment in killed]
    report.faults += checkouts.faults
    report.faults += [f"no order was taken for {seconds:.1f} s" for seconds in report.away if seconds > BACK_WITHIN]
    report.orders = await _check(shop.database_url, checkouts.promised, report.faults)
    return report


async def _check(database_url: str, promised: dict[str, int], faults: list[str]) -> int:
    """Compare what was promised with what is there; return how many orders stand under keys."""
    async with await psycopg.AsyncConnection.connect(people.dsn(database_url)) as connection:
        rows = await (await connection.execute(_KEPT)).fetchall()
    kept = {key: order_id for key, order_id, *_ in rows}
    faults += [f"order {id_} was promised and is not there" for key, id_ in promised.items() if kept.get(key) != id_]
    faults += [f"key {key} stands for an order that nobody was promised" for key in kept.keys() - promised.keys()]
    faults += [f"{number} keys stand for order {id_}" for id_, number in Counter(kept.values()).items() if number > 1]
    for _, order_id, total, lines, steps, sum_of_lines, events in rows:
        if (lines, steps, events) != (1, 1, 1) or total != sum_of_lines:
            faults.append(f"order {order_id} has {lines} lines of {total}, {steps} steps, {events} events")
    return len(kept)


def main() -> None:
    """Run it and print the report; end with 1 where something was lost or doubled."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seed", type=int, default=1)
    parser.add_argument("--orders", type=int, default=2000)
    parser.add_argument("--kills", type=int, default=25)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-faults-") as folder:
        report = asyncio.run(run(Path(folder), seed=options.seed, orders=options.orders, kills=options.kills))
    sys.stdout.write(f"{report}\n")
    sys.exit(1 if report.faults else 0)


if __name__ == "__main__":
    main()
