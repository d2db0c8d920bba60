"""Kill workers, provider, API, Redis and PostgreSQL during payments, cancellations and refunds, and audit the money.

Shoppers order, pay by every method, fail to pay, cancel and return; staff confirm, ship and refund. Requests without a
response are repeated. The demo provider loses, duplicates, delays and reorders some webhooks. At the end every payment
and refund in the provider's records must be in the shop's ledger once, every due refund must be sent once, and orders
and stock must match their ledgers. The numbers of invoices and credit notes must have no gaps and no duplicates, and
the month's report must match all invoices and the ledger to the paisa.

    python -m tests.chaos.money --seed 7 --orders 500 --kills 40
"""

import asyncio
import os
import random
import sys
from collections.abc import Iterator
from contextlib import suppress
from pathlib import Path
from typing import Any

import aiohttp
import psycopg

from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import money_audit
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.event_audit import Ledger, settled
from tests.support.paying_shoppers import PayingShoppers
from tests.support.status_changes import make_mails_due

KILLED = ("images", "images", "provider", "web", "postgres", "redis", "relay", "fanout", "mail")
"""The worker named images also sends refunds and issues invoices."""
MANNERS = ("", "", "lose", "double", "delay", "reorder", "away")
MANNER_SECONDS = 4.0
SHOPPERS = 10
AT_ONCE = 12
COUNTED = 6
"""How many products have a counted stock."""
FEW, MANY = 4, 50_000
HEALTHY_WITHIN = 30.0
SETTLED_LIMIT = 300.0
ENVIRONMENT = {
    "SHOP_GSTIN": "33AAACS4207Q1Z9",
    "SHOP_LEGAL_NAME": "Swarna Jewels",
    "SHOP_LEGAL_ADDRESS": "14 Car Street, Chennai",
    "SHOP_PAN_ABOVE": "0",
    "SHOP_COD_LIMIT": "100000000",
}
_TRIED_AGAIN = """
    UPDATE delivery SET due_at = now()
    WHERE consumer = 'send_refund' AND attempts > 0 AND done_at IS NULL AND taken_at IS NULL AND due_at > now()
"""


async def run(folder: Path, *, seed: int, orders: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    async with chaos_shop(folder, seed=seed, shoppers=SHOPPERS, pages=0, environment=ENVIRONMENT) as chaos:
        people = PayingShoppers(chaos.shoppers, chaos.admins, await _pieces(chaos), random.Random(seed))
        kill = asyncio.create_task(_kill(chaos, people, orders=orders, kills=kills))
        changing_manner = asyncio.create_task(_change_manner(chaos))
        try:
            await people.run(orders, at_once=AT_ONCE)
            await kill
        finally:
            kill.cancel()
            changing_manner.cancel()
        await _behave(chaos, "")
        chaos.report.expect("healthy again after", await chaos.until_healthy(limit=90), HEALTHY_WITHIN)
        await _compare(chaos, people)
    return chaos.report


async def _pieces(chaos: ChaosShop) -> list[dict[str, Any]]:
    """Return the products on sale, some with a counted stock. Half of those have few pieces."""
    listed = await chaos.shoppers[0].get("/api/product/customer/?stock=yes")
    pieces = sorted((piece for piece in listed if piece["stockLeft"] is None), key=lambda piece: piece["ornamentPrice"])
    async with await psycopg.AsyncConnection.connect(driver_url(chaos.shop.database_url)) as connection:
        counted = await (await connection.execute("SELECT id FROM product WHERE stock_quantity IS NOT NULL")).fetchall()
    sizeless = (piece for piece in pieces if (piece["id"],) in counted and not piece["sizes"])
    for number, piece in enumerate(sizeless):
        wanted = {"productId": piece["id"], "quantity": FEW if number % 2 else MANY, "reason": "Counted for the test"}
        await chaos.admins[0].post("/api/stock/", wanted)
        if number == COUNTED:
            break
    return pieces


async def _kill(chaos: ChaosShop, people: PayingShoppers, *, orders: int, kills: int) -> None:
    """Kill a random process after every few orders."""
    rng = random.Random(chaos.report.seed)
    for moment in sorted(rng.choices(range(orders * 9 // 10), k=kills)):
        while len(people.orders) + people.sold_out + len(people.faults) < moment:  # noqa: ASYNC110 - polls
            await asyncio.sleep(0.02)
        await asyncio.sleep(rng.uniform(0, 0.3))
        await chaos.kill(rng.choice(KILLED))


async def _change_manner(chaos: ChaosShop) -> None:
    """Change the faults with which the provider sends webhooks, and reset the throttles of the shoppers."""
    rng = random.Random(chaos.report.seed)
    while True:
        await _behave(chaos, rng.choice(MANNERS))
        await asyncio.sleep(MANNER_SECONDS)
        with suppress(psycopg.OperationalError):
            async with await psycopg.AsyncConnection.connect(driver_url(chaos.shop.database_url)) as connection:
                await connection.execute("DELETE FROM throttle WHERE scope NOT LIKE 'sign_in%'")


async def _behave(chaos: ChaosShop, manner: str) -> None:
    while True:
        try:
            async with (
                aiohttp.ClientSession() as session,
                session.post(f"{_provider(chaos)}/demo/manner?is={manner}", timeout=aiohttp.ClientTimeout(5)) as answer,
            ):
                answer.raise_for_status()
                return
        except (aiohttp.ClientError, OSError, TimeoutError):
            await asyncio.sleep(0.2)


async def _compare(chaos: ChaosShop, people: PayingShoppers) -> None:
    """Reconcile with the provider, wait until all deliveries are done, and run all checks."""
    report, url = chaos.report, chaos.shop.database_url
    await _command(chaos, "payments", "reconcile")
    ledger = await settled(url, lambda kept: not _unfinished(kept), seconds=SETTLED_LIMIT, meanwhile=_make_refunds_due)
    report.faults += people.faults
    report.faults += [f"delivery {id_} is {ledger.unfinished[id_]}" for id_ in _unfinished(ledger)]
    for part in ("orders", "stock", "invoices"):
        await _command(chaos, part, "verify")
    month, sums = await chaos.admins[0].get("/api/report/"), await money_audit.month_sums(url)
    report.faults += [*month["faults"], *_report_faults(month, sums)]
    async with aiohttp.ClientSession() as session, session.get(f"{_provider(chaos)}/demo/book") as answer:
        book = await answer.json()
    ledgers = await money_audit.read(url, people.orders)
    report.faults += money_audit.money_faults(book, ledgers, {id_: people.refunded[id_] for id_ in people.orders})
    report.faults += money_audit.invoice_faults(ledgers)
    report.acknowledged, report.sent_again = len(people.orders), people.sent_again
    report.figures |= {
        "stories": ", ".join(f"{number} {name}" for name, number in people.ended.most_common()),
        "sold out": f"{people.sold_out}",
        "provider's book": _in_short(book),
        "GST": f"Rs {month['gst']['tax']:,.2f} in {sums['rows']} rows of invoices and credit notes",
        "invoices": f"{len(ledgers.invoices)}, {sum(each.kind != 'invoice' for each in ledgers.invoices)} credit notes",
    }


def _report_faults(month: dict[str, Any], sums: dict[str, Any]) -> Iterator[str]:
    """Yield the differences, to the paisa, between the month's report and the invoices and the ledger."""
    gst, steps = month["gst"], month["reconciliation"]
    for name in ("taxable", "cgst", "sgst", "igst", "total"):
        found = _paise(gst["invoices"][name]) - _paise(gst["creditNotes"][name])
        if found != sums[name]:
            yield f"the report has {found} paise of {name}, the rows of all invoices make {sums[name]}"
        by_state = [(1, row) for row in gst["invoiceStates"]] + [(-1, row) for row in gst["creditNoteStates"]]
        if (of_states := sum(sign * _paise(row[name]) for sign, row in by_state)) != found:
            yield f"the report's states make {of_states} paise of {name}, its sum is {found}"
    if _paise(month["money"]["kept"]) != sums["kept"]:
        yield f"the report keeps {month['money']['kept']}, the ledger {sums['kept']} paise"
    if _paise(steps["invoiced"]) + _paise(steps["ahead"]) - _paise(steps["behind"]) != sums["kept"]:
        yield f"what was invoiced, ahead and behind does not make what is kept: {steps}"


def _paise(rupees: float) -> int:
    return round(rupees * 100)


def _unfinished(ledger: Ledger) -> list[int]:
    """Return the deliveries that are not done, except mails that wait for the hourly limit of a shopper."""
    return [
        each.id
        for each in ledger.deliveries
        if each.done_at is None and (each.dead_at is not None or not each.consumer.startswith("mail_"))
    ]


async def _make_refunds_due(database_url: str) -> None:
    """Make refunds that wait for a retry due at once. Those that wait for a possible undo keep waiting."""
    await make_mails_due(database_url)
    async with await psycopg.AsyncConnection.connect(driver_url(database_url)) as connection:
        await connection.execute(_TRIED_AGAIN)


async def _command(chaos: ChaosShop, *words: str) -> None:
    """Run a command of the shop. Output on stderr is a fault."""
    process = await asyncio.create_subprocess_exec(
        *(sys.executable, "-m", "shop.cli.app", *words),
        env=os.environ | chaos.shop.environment,
        stdout=asyncio.subprocess.PIPE,
        stderr=asyncio.subprocess.STDOUT,
    )
    said, _ = await process.communicate()
    if process.returncode:
        chaos.report.faults += [f"shop {' '.join(words)}: {line}" for line in said.decode().splitlines()]


def _provider(chaos: ChaosShop) -> str:
    return chaos.shop.environment["SHOP_RAZORPAY_URL"]


def _in_short(book: dict[str, list[dict[str, Any]]]) -> str:
    came = [pay["amount"] for pay in book["pay"] if pay["status"] == "captured"]
    went = [sent["amount"] for sent in book["rfnd"]]
    return f"{len(came)} payments of Rs {sum(came) / 100:,.2f}, {len(went)} refunds of Rs {sum(went) / 100:,.2f}"


if __name__ == "__main__":
    main(__doc__, run, orders=500, kills=40)
