"""Kill the workers that send webhooks, and Redis, while endpoints are dead, slow and unreliable.

Status changes of many orders are recorded at a fixed rate. Ten endpoints get each of them: one is dead, one answers
after nine seconds, two answer 500 at random. Every endpoint that answers must get every event, and the events of an
order in sequence. Another copy, with the same `webhook-id`, may only follow an attempt that failed or was interrupted.

    python -m tests.chaos.webhooks --seed 7 --changes 5000 --kills 10 --outages 3
"""

import asyncio
import random
from collections import defaultdict
from pathlib import Path

import psycopg
from aiohttp import web
from sqlalchemy import create_engine
from sqlalchemy.orm import Session

from local.ports import free_port
from shop.integrations import signing
from shop.text.urls import driver_url
from tests.chaos.command import main
from tests.support import factories
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.environment import shop_environment
from tests.support.webhook_receiver import Received, Receiver

WORKERS = ("webhooks", "webhooks-2")
GOOD, UNRELIABLE, SLOW = [f"/good-{number}" for number in range(6)], ["/unreliable-0", "/unreliable-1"], "/slow"
SLOW_SECONDS = 9.0
REFUSING = 0.1
RATE = 200
EVENTS_OF_AN_ORDER = 5
SETTLED_SECONDS = 1500.0
"""The slow endpoint takes 450 s for 5,000 changes, a hundred at once, and up to 30 s more for each kill."""

_RECORD = """
    WITH written AS (
        INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
        SELECT 'order.status_changed', 'order:' || 900000 + n %% %(orders)s, 'admins', NULL,
            jsonb_build_object('orderId', 900000 + n %% %(orders)s, 'number', n), now()
        FROM generate_series(%(first)s::int, %(last)s::int) AS n ORDER BY n RETURNING id
    )
    SELECT pg_notify('domain_event', '') FROM written LIMIT 1
"""
_OURS = "type = 'order.status_changed' AND aggregate ~ '^order:9[0-9]{5}$'"
_OPEN = f"""
    SELECT endpoint.name, count(*) FROM webhook_endpoint AS endpoint
    JOIN webhook_delivery AS about ON about.endpoint_id = endpoint.id AND about.is_open
    WHERE endpoint.name <> 'dead' GROUP BY endpoint.name
    UNION ALL SELECT 'fan-out', count(*) FROM domain_event, webhook_endpoint AS endpoint
    WHERE {_OURS} AND (domain_event.position IS NULL OR domain_event.position > endpoint.position)
    HAVING count(*) > 0
"""
_TRIES = """
    SELECT endpoint.name, sum(delivery.attempts - 1)::int,
        sum((SELECT count(*) FROM jsonb_array_elements(about.tries) AS t WHERE t ->> 'error' IS NOT NULL))::int
    FROM webhook_delivery AS about JOIN delivery ON delivery.id = about.delivery_id
    JOIN webhook_endpoint AS endpoint ON endpoint.id = about.endpoint_id GROUP BY endpoint.name
"""


async def run(folder: Path, *, seed: int, changes: int, kills: int, outages: int) -> Report:
    """Run the test in a shop below `folder`."""
    chance = random.Random(seed)
    with Receiver(factories.WEBHOOK_SECRET) as receiver:
        for path in UNRELIABLE:
            receiver.answers[path] = lambda _: web.Response(status=500 if chance.random() < REFUSING else 200)
        receiver.answers[SLOW] = _slowly
        async with chaos_shop(folder, seed=seed, shoppers=1, pages=0, counts={"webhooks": 2}) as chaos:
            await asyncio.to_thread(_add_endpoints, chaos, receiver)
            trouble = _trouble(chaos, changes / RATE, kills, outages)
            await asyncio.gather(asyncio.to_thread(_record, chaos.shop.database_url, changes), trouble)
            await _settled(chaos)
            _compare(chaos, receiver, changes)
    return chaos.report


async def _slowly(_: Received) -> web.Response:
    await asyncio.sleep(SLOW_SECONDS)
    return web.Response()


def _add_endpoints(chaos: ChaosShop, receiver: Receiver) -> None:
    paths = {path.strip("/"): receiver.url(path) for path in [*GOOD, *UNRELIABLE, SLOW]}
    urls = paths | {"dead": f"http://127.0.0.1:{free_port()}/"}
    engine = create_engine(chaos.shop.database_url)
    with shop_environment(**chaos.shop.environment), Session(engine) as session:
        for name, url in urls.items():
            encrypted = signing.encrypt(factories.WEBHOOK_SECRET)
            factories.add_webhook(session, url, name=name, types=["order.status_changed"], secret=encrypted)
        session.commit()
    engine.dispose()


def _record(database_url: str, changes: int) -> None:
    """Record changes ten times a second."""
    step = RATE // 10
    with psycopg.connect(driver_url(database_url), autocommit=True) as database:
        for first in range(0, changes, step):
            last = min(first + step, changes) - 1
            orders = max(1, changes // EVENTS_OF_AN_ORDER)
            database.execute(_RECORD, {"first": first, "last": last, "orders": orders})
            database.execute("SELECT pg_sleep(0.1)")


async def _trouble(chaos: ChaosShop, seconds: float, kills: int, outages: int) -> None:
    """Kill workers and Redis at random moments while changes are recorded and sent."""
    faults = ["worker"] * kills + ["redis"] * outages
    chaos.rng.shuffle(faults)
    for fault in faults:
        await asyncio.sleep(max(1.5, seconds / len(faults)) * chaos.rng.uniform(0.5, 1.5))
        await chaos.kill("redis" if fault == "redis" else chaos.rng.choice(WORKERS))


async def _settled(chaos: ChaosShop) -> None:
    """Wait until every endpoint that answers has received every event."""
    until = asyncio.get_running_loop().time() + SETTLED_SECONDS
    async with await psycopg.AsyncConnection.connect(driver_url(chaos.shop.database_url), autocommit=True) as database:
        while rows := await (await database.execute(_OPEN)).fetchall():
            if asyncio.get_running_loop().time() > until:
                chaos.report.faults += [f"{name}: {count} were not sent" for name, count in rows]
                return
            await asyncio.sleep(0.5)


def _compare(chaos: ChaosShop, receiver: Receiver, changes: int) -> None:
    report = chaos.report
    with psycopg.connect(driver_url(chaos.shop.database_url)) as database:
        due = {row[0] for row in database.execute(f"SELECT position FROM domain_event WHERE {_OURS}")}
        tries = {name: (again, failed or 0) for name, again, failed in database.execute(_TRIES)}
    if len(due) != changes:
        report.faults.append(f"{len(due)} events of {changes} changes")
    copies = cut_off = 0
    for path in [*GOOD, *UNRELIABLE, SLOW]:
        got = receiver.at(path)
        again, failed = tries[path.strip("/")]
        missing = due - {one.body["position"] for one in got}
        report.faults += [f"{path}: {len(missing)} events are missing"] if missing else []
        report.faults += [f"{path}: {wrong}" for wrong in _disorder(got)]
        extra = len(got) - len({one.message_id for one in got})
        copies, cut_off = copies + extra, cut_off + again - failed
        if extra > again:
            report.faults.append(f"{path}: {extra} copies for {again} tries that failed or were cut off")
    if receiver.unverified:
        report.faults.append(f"{receiver.unverified} messages have no valid signature")
    report.figures |= {
        "events": f"{len(due)} to each of {len(GOOD) + len(UNRELIABLE) + 1} endpoints that answer, and one dead",
        "received": f"{len(receiver.received)}, {copies} of them copies",
        "tries cut off by kills": f"{cut_off}",
    }


def _disorder(got: list[Received]) -> list[str]:
    """Return the faults: an event that arrived after a later event of its order, or a copy with another id."""
    seen: dict[int, str] = {}
    last: dict[int, int] = defaultdict(int)
    wrong = []
    for one in got:
        position, order = one.body["position"], one.body["data"]["orderId"]
        if position in seen:
            if seen[position] != one.message_id:
                wrong.append(f"position {position} has two ids")
        elif position < last[order]:
            wrong.append(f"position {position} came after {last[order]} of the order {order}")
        seen.setdefault(position, one.message_id)
        last[order] = max(last[order], position)
    return wrong


if __name__ == "__main__":
    main(__doc__, run, changes=5000, kills=10, outages=3)
