"""Let two members of the order desk and an owner work on the same orders at once, while processes are killed.

Each of the three goes through all orders in a random sequence. They look at an order, assign it to themselves, to a
colleague or to nobody, write a note and advance the status of its items. Requests without a response are repeated. At
the end each note and each acknowledged assignment and status must be in the database once. The three open pages, the
counts and the colleagues who are shown as present must agree with the database.

    python -m tests.chaos.desks --seed 7 --orders 200 --kills 8
"""

import asyncio
import random
import time
from collections import Counter
from collections.abc import AsyncIterator, Callable, Iterator
from contextlib import asynccontextmanager, suppress
from functools import partial
from pathlib import Path
from typing import Any
from uuid import uuid4

import psycopg
from psycopg.rows import dict_row

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support.chaos_report import Report, p99
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.desk_workers import DeskWorker
from tests.support.event_audit import settled
from tests.support.live_browser import Browser, OpenPage, until_answered

DESKS = ("orders@swarna.example", "desk@swarna.example")
"""The demo's member of the order desk, and a colleague with the same password."""
PASSWORD = "Swarna@2026"
KILLED = ("web", "redis", "relay", "fanout", "web", "postgres")
GONE_WITHIN = 10.0
WORK_LIMIT = 900.0
SETTLED_LIMIT = 180.0

_SECOND_DESK = """
    INSERT INTO admin (name, email, password_hash, created_at, roles)
    SELECT 'Anand Menon', %s, password_hash, now(), roles FROM admin WHERE email = %s
"""
_NOTES = "SELECT order_id, text, written_by FROM order_note WHERE order_id = ANY(%s)"
_DESKS = """
    SELECT shop_order.id, coalesce(version, 0) AS version, admin_id, (
        SELECT count(*) FROM order_note WHERE order_note.order_id = shop_order.id
    ) AS notes
    FROM shop_order LEFT JOIN order_assignment ON order_assignment.order_id = shop_order.id
    WHERE shop_order.id = ANY(%s)
"""
_STEPS = "SELECT order_item_id, version, to_status, changed_by FROM status_change WHERE version > 1"
_ITEMS = "SELECT id, status, version FROM order_item"
_OPEN = """
    SELECT admin_id, count(*) AS orders
    FROM shop_order LEFT JOIN order_assignment ON order_assignment.order_id = shop_order.id
    WHERE EXISTS (
        SELECT FROM order_item WHERE order_id = shop_order.id AND status NOT IN ('delivered', 'cancelled')
    )
    GROUP BY admin_id
"""


async def run(folder: Path, *, seed: int, orders: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    async with chaos_shop(folder, seed=seed, shoppers=4, pages=0) as chaos:
        order_ids = await _place(chaos, orders)
        async with _workers(chaos) as workers:
            killing = asyncio.create_task(_kill(chaos, workers, orders=orders, kills=kills))
            try:
                async with asyncio.timeout(WORK_LIMIT):
                    await asyncio.gather(*(_work(each, workers, order_ids, seed) for each in workers), killing)
            finally:
                killing.cancel()
            chaos.report.expect("healthy again after", await chaos.until_healthy(limit=90), 30)
            await _compare(chaos, workers, order_ids)
            await _compare_presence(chaos, workers, order_ids)
    return chaos.report


async def _place(chaos: ChaosShop, orders: int) -> list[int]:
    """Let the shoppers place orders. Return their ids."""
    pieces = await chaos.uncounted_products()
    piece = min((piece for piece in pieces if not piece["sizes"]), key=lambda piece: piece["ornamentPrice"])
    line = {"productId": piece["id"], "productQuantity": 1, "totalAmount": piece["ornamentPrice"]}
    amounts = {"totalQuantity": 1, "totalAmount": piece["ornamentPrice"], "items": [line], "paymentMethod": "cod"}

    async def place(shopper: Browser, number: int) -> list[int]:
        body = amounts | {"customerId": shopper.person["id"]}
        keys = ({"Idempotency-Key": str(uuid4())} for _ in range(number))
        orders = [await until_answered(partial(shopper.post, "/api/order/", body, headers=key)) for key in keys]
        return [attempts[-1].data()["id"] for attempts in orders]

    share = -(-orders // len(chaos.shoppers))
    placed = await asyncio.gather(*(place(shopper, share) for shopper in chaos.shoppers))
    return [order_id for each in placed for order_id in each][:orders]


@asynccontextmanager
async def _workers(chaos: ChaosShop) -> AsyncIterator[list[DeskWorker]]:
    """Sign in the two members of the desk, and open a board for them and for the first owner."""
    async with await psycopg.AsyncConnection.connect(driver_url(chaos.shop.database_url)) as connection:
        await connection.execute(_SECOND_DESK, (DESKS[1], DESKS[0]))
    browsers = [await Browser.of(chaos.shop.url, "admin", email, PASSWORD) for email in DESKS]
    people = [*browsers, chaos.admins[0]]
    workers = [DeskWorker(each, OpenPage(each.person["name"], each, is_admin=True)) for each in people]
    saying = [asyncio.create_task(each.say_where()) for each in workers]
    try:
        for worker in workers:
            await worker.page.open()
        yield workers
    finally:
        for task in saying:
            task.cancel()
        await asyncio.gather(*saying, return_exceptions=True)
        for worker in workers:
            with suppress(Exception):
                await worker.socket.shutdown()
            await worker.page.close()
        for browser in browsers:
            await browser.close()


async def _work(worker: DeskWorker, workers: list[DeskWorker], order_ids: list[int], seed: int) -> None:
    rng = random.Random(f"{seed} {worker.id}")
    colleagues = [each.id for each in workers if each is not worker]
    await worker.work(rng.sample(order_ids, len(order_ids)), colleagues, rng)


async def _kill(chaos: ChaosShop, workers: list[DeskWorker], *, orders: int, kills: int) -> None:
    """Kill a process whenever the three workers have done another share of their work."""
    for number in range(1, kills + 1):
        moment = number * orders * len(workers) // (kills + 1)
        while sum(len(each.notes) for each in workers) < moment:  # noqa: ASYNC110 - polls
            await asyncio.sleep(0.05)
        await chaos.kill(chaos.rng.choice(KILLED))


async def _compare(chaos: ChaosShop, workers: list[DeskWorker], order_ids: list[int]) -> None:
    """Compare the responses that the three workers got, and the contents of their pages, with the database."""
    report, url = chaos.report, chaos.shop.database_url
    ledger = await settled(url, lambda kept: kept.last and not kept.unpublished, seconds=SETTLED_LIMIT)
    await asyncio.gather(
        *(each.page.until(lambda each=each: (each.page.position or 0) >= ledger.last, seconds=60) for each in workers)
    )
    async with await psycopg.AsyncConnection.connect(driver_url(url), row_factory=dict_row) as connection:

        async def read(query: str, *parameters: Any) -> list[dict[str, Any]]:
            return await (await connection.execute(query, parameters or None)).fetchall()

        notes, desks = await read(_NOTES, order_ids), await read(_DESKS, order_ids)
        steps, items, opened = await read(_STEPS), await read(_ITEMS), await read(_OPEN)
    for worker in workers:
        report.faults += worker.faults
        report.faults += [f"the page of {worker.name}: {fault}" for fault in _page_faults(worker.page, desks, items)]
    report.faults += _note_faults(workers, notes)
    report.faults += _assignment_faults(workers, desks)
    kept = Counter((step["order_item_id"], step["version"], step["to_status"]) for step in steps)
    moved = Counter(step for worker in workers for step in worker.moved)
    report.faults += [f"the status {step} is in the history {kept[step]} times" for step in moved if kept[step] != 1]
    report.faults += [f"the status {step} was acknowledged {n} times" for step, n in moved.items() if n > 1]
    report.faults += await _count_faults(workers[0].browser, items, opened)
    report.acknowledged = sum(len(each.notes) + len(each.assigned) + len(each.moved) for each in workers)
    report.sent_again = sum(each.repeated for each in workers)
    taken = [seconds for each in workers for seconds in each.seconds]
    report.figures |= {
        "orders": f"{len(order_ids)}, by {len(workers)} people at once",
        "notes": f"{len(notes)}",
        "assignments": f"{sum(len(each.assigned) for each in workers)}",
        "statuses": f"{sum(moved.values())}",
        "somebody was faster": f"{sum(each.stale for each in workers)} times",
        "requests": f"{len(taken)}, p99 {p99(taken) * 1000:.0f} ms",
    }


def _note_faults(workers: list[DeskWorker], notes: list[dict[str, Any]]) -> Iterator[str]:
    kept = Counter((note["order_id"], note["text"], note["written_by"]) for note in notes)
    written = Counter(note for worker in workers for note in worker.notes)
    if kept != written:
        yield f"{(written - kept).total()} notes are lost, {(kept - written).total()} are there that nobody wrote"


def _assignment_faults(workers: list[DeskWorker], desks: list[dict[str, Any]]) -> Iterator[str]:
    """Yield assignments that were acknowledged twice, and orders whose last one is not in the database."""
    acknowledged: dict[tuple[int, int], int | None] = {}
    for worker in workers:
        for order_id, version, admin_id in worker.assigned:
            if (order_id, version) in acknowledged:
                yield f"assignment {version} of order {order_id} was acknowledged twice"
            acknowledged[order_id, version] = admin_id
    for desk in desks:
        own = [version for order_id, version in acknowledged if order_id == desk["id"]]
        last = max(own, default=0)
        if last > desk["version"] or (
            last == desk["version"] and acknowledged.get((desk["id"], last)) != desk["admin_id"]
        ):
            yield f"order {desk['id']}: the assignment {last} is not the one in the database: {desk}"


def _page_faults(page: OpenPage, desks: list[dict[str, Any]], items: list[dict[str, Any]]) -> Iterator[str]:
    """Yield the differences between a page that has applied its events and the database."""
    shown: dict[int, dict[str, Any]] = {}
    for event in page.received:
        if event.type in {"desk.assigned", "desk.note_added"}:
            shown.setdefault(event.data["orderId"], {}).update(event.data)
    if page.resyncs:
        yield f"had to load its lists again {page.resyncs} times"
    for desk in desks:
        of_order = shown.get(desk["id"], {})
        seen = (of_order.get("version", 0), (of_order.get("assignee") or {}).get("id"), of_order.get("notes", 0))
        if seen != (desk["version"], desk["admin_id"], desk["notes"]):
            yield f"shows {seen} at order {desk['id']}, the database has {desk}"
    for item in items:
        row = page.rows.get(item["id"])
        if row and (row["status"], row["version"]) != (item["status"], item["version"]):
            yield f"shows item {item['id']} as {row['status']}, it is {item['status']}"


async def _count_faults(browser: Browser, items: list[dict[str, Any]], opened: list[dict[str, Any]]) -> list[str]:
    """Return the differences between the counts of the board and of the assignment menu and the database."""
    standing = (await browser.get("/api/order/?flag=figures"))["standing"]
    counted = Counter(item["status"] for item in items)
    faults = [
        f"{entry['items']} items are counted as {status}, there are {counted[status]}"
        for status, entry in standing.items()
        if entry["items"] != counted[status]
    ]
    people = await browser.get("/api/order/assignment/")
    held = {row["admin_id"]: row["orders"] for row in opened}
    told = {each["id"]: each["openOrders"] for each in people["people"]} | {None: people["unassigned"]}
    return faults + [
        f"{told.get(person, 0)} open orders are counted for {person}, there are {held.get(person, 0)}"
        for person in told.keys() | held.keys()
        if told.get(person, 0) != held.get(person, 0)
    ]


async def _compare_presence(chaos: ChaosShop, workers: list[DeskWorker], order_ids: list[int]) -> None:
    """Let the three look at one order, then one of them leave. The others must see both."""
    for worker in workers:
        worker.looks_at = order_ids[0]
    everyone = {(worker.id, order_ids[0]) for worker in workers}
    seconds = await _until(lambda: all(worker.sees() == everyone for worker in workers))
    chaos.report.expect("present after", seconds, GONE_WITHIN)
    leaver, *others = workers
    leaver.looks_at = None
    left = {each for each in everyone if each[0] != leaver.id}
    seconds = await _until(lambda: all(worker.sees() == left for worker in others))
    chaos.report.expect("gone after", seconds, GONE_WITHIN)


async def _until(holds: Callable[[], bool], limit: float = 30.0) -> float:
    began = time.monotonic()
    while time.monotonic() - began < limit and not holds():  # noqa: ASYNC110 - polls
        await asyncio.sleep(0.05)
    return time.monotonic() - began


if __name__ == "__main__":
    main(__doc__, run, orders=200, kills=8)
