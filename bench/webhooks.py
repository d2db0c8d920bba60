"""Measure whether webhook endpoints delay pages or mails: p50 and p99 of both, without and with ten endpoints.

An admin changes statuses at a fixed rate, as in bench/click_to_page.py, while messages of the contact form are
recorded, each of which is mailed. Rounds without and with endpoints alternate, and each second pair is in reverse
order. So both kinds of rounds have the same background load: of the machine, and of invoices, which are issued half a
minute after a change. The endpoints get every event. One is dead, one answers after nine seconds, the others answer at
once.

A page is measured from just before the POST until its socket has the event, a mail from the recorded message until the
mail server has accepted it.

    make bench B="webhooks --rate 20 --rounds 3"
"""

import argparse
import asyncio
import multiprocessing
import os
import statistics
import sys
import tempfile
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from pathlib import Path

import psycopg
from aiohttp import web
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from bench.click_to_page import WARM_UP, click, latencies, open_pages
from bench.parts import report
from bench.parts.report import Goal
from local.ports import free_port
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from shop.integrations import signing
from shop.text.urls import driver_url
from tests.support import factories
from tests.support.environment import shop_environment
from tests.support.running_shop import ShopStack

ENDPOINTS = 10
SLOW_SECONDS = 9.0
MAILS_A_SECOND = 2.0
MAILED_WITHIN = 30.0

_SWITCH = "UPDATE webhook_endpoint SET is_on = %s, position = (SELECT position FROM event_stream)"
_SENT = "SELECT count(*) FROM delivery WHERE queue = 'webhooks' AND done_at IS NOT NULL"
_MAILS = """
    SELECT 1000 * extract(epoch FROM done_at - recorded_at)::float
    FROM domain_event JOIN delivery ON event_id = domain_event.id AND consumer = 'mail_contact'
    WHERE aggregate = ANY(%s)
"""


def serve(port: int) -> None:
    """Answer all calls, those of /slow after a delay. Other machines would do this work, so its priority is lowest."""
    os.nice(19)

    async def answer(request: web.Request) -> web.Response:
        await request.read()
        if request.path == "/slow":
            await asyncio.sleep(SLOW_SECONDS)
        return web.Response()

    app = web.Application(client_max_size=2**24)
    app.router.add_route("POST", "/{path:.*}", answer)
    web.run_app(app, host="127.0.0.1", port=port, print=None, shutdown_timeout=0.2, access_log=None)


@contextmanager
def receiver() -> Iterator[str]:
    """Run a receiver in its own process; yield its URL."""
    port = free_port()
    process = multiprocessing.get_context("spawn").Process(target=serve, args=[port], daemon=True)
    process.start()
    try:
        yield f"http://127.0.0.1:{port}"
    finally:
        process.kill()


def add_endpoints(shop: ShopStack, receiver_url: str) -> None:
    """Add the endpoints, switched off."""
    urls = [f"http://127.0.0.1:{free_port()}/", f"{receiver_url}/slow"]
    urls += [f"{receiver_url}/{number}" for number in range(ENDPOINTS - len(urls))]
    engine = create_engine(shop.database_url)
    with shop_environment(**shop.environment), Session(engine) as session:
        for number, url in enumerate(urls):
            encrypted = signing.encrypt(factories.WEBHOOK_SECRET)
            factories.add_webhook(session, url, name=f"Endpoint {number}", is_on=False, secret=encrypted)
        session.commit()
    engine.dispose()


async def send_mails(database_url: str, seconds: float) -> list[str]:
    """Record messages at a fixed rate. Return the aggregates of their events."""
    engine = create_engine(database_url)

    def record() -> str:
        with Session(engine) as session, session.begin():
            at = now()
            said = {"phone": "", "company": "", "message": "When do you open?", "received_at": at}
            message = ContactMessage(name="Writer", email="writer@mail.example", **said)
            session.add(message)
            session.flush()
            event = ContactMessageReceived(message_id=message.id)
            outbox.record_sync(session, event, at=at)
            return event.aggregate

    made = []
    for _ in range(max(1, round(seconds * MAILS_A_SECOND))):
        made.append(await asyncio.to_thread(record))
        await asyncio.sleep(1 / MAILS_A_SECOND)
    engine.dispose()
    return made


async def mail_latencies(database: psycopg.AsyncConnection, aggregates: list[str]) -> list[float]:
    """Return the milliseconds of each mail, when all of them are sent."""
    until = asyncio.get_running_loop().time() + MAILED_WITHIN
    while True:
        rows = await (await database.execute(_MAILS, [aggregates])).fetchall()
        if len(rows) == len(aggregates) and all(taken is not None for (taken,) in rows):
            return [taken for (taken,) in rows]
        if asyncio.get_running_loop().time() > until:
            raise TimeoutError(f"not all of {len(aggregates)} mails were sent within {MAILED_WITHIN:.0f} s")
        await asyncio.sleep(0.2)


async def measure(shop: ShopStack, given: argparse.Namespace) -> dict[bool, tuple[list[float], list[float]]]:
    """Return the milliseconds of pages and of mails, by whether endpoints are on."""
    figures: dict[bool, tuple[list[float], list[float]]] = {False: ([], []), True: ([], [])}
    dsn = driver_url(shop.database_url)
    async with (
        await psycopg.AsyncConnection.connect(dsn, autocommit=True) as database,
        open_pages(shop) as (admin, pages, listener),
    ):
        await click(admin, pages, changes=WARM_UP, rate=given.rate)
        for number in range(given.rounds):
            for is_on in (False, True) if number % 2 == 0 else (True, False):
                page_figures, mail_figures = figures[is_on]
                await database.execute(_SWITCH, [is_on])
                clicks, aggregates = await asyncio.gather(
                    click(admin, pages, changes=given.changes, rate=given.rate),
                    send_mails(shop.database_url, given.changes / given.rate),
                )
                page_figures.extend(change.total for change in await latencies(shop, clicks, pages, listener))
                mail_figures.extend(await mail_latencies(database, aggregates))
    return figures


def percentiles(values: Sequence[float]) -> tuple[float, float]:
    """Return p50 and p99."""
    cuts = statistics.quantiles(values, n=100, method="inclusive")
    return cuts[49], cuts[98]


def main() -> int:
    """Start a shop, measure and print. Return 1 if a goal was missed."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--rate", type=float, default=20.0, help="changes a second")
    options.add_argument("--changes", type=int, default=200, help="changes in a round")
    options.add_argument("--rounds", type=int, default=3, help="rounds without endpoints, and as many with them")
    given = options.parse_args()
    with (
        receiver() as receiver_url,
        tempfile.TemporaryDirectory(prefix="swarna-bench-") as folder,
        ShopStack(
            Path(folder), with_demo=True, postgres_settings={}, environment={"SHOP_DEMO_RENDITIONS": "no"}
        ) as shop,
    ):
        add_endpoints(shop, receiver_url)
        figures = asyncio.run(measure(shop, given))
        with psycopg.connect(driver_url(shop.database_url)) as database:
            (sent,) = database.execute(_SENT).fetchone()
    report.head(f"{given.rate:g} changes a second, without and with endpoints; {sent} calls done")
    rows, goals = [], []
    for number, name in enumerate(("pages", "mails")):
        without, having = (percentiles(figures[is_on][number]) for is_on in (False, True))
        later = [b - a for a, b in zip(without, having, strict=True)]
        rows.append((name, *without, *having, *later))
        goals.append(Goal(f"p99 of {name} later by", later[1], most=5, unit=" ms"))
    report.table(("ms", "without p50", "p99", "with p50", "p99", "later p50", "p99"), rows)
    return report.goals(*goals)


if __name__ == "__main__":
    sys.exit(main())
