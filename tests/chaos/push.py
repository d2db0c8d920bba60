"""Kill workers while devices are notified through a push service that fails one call in ten.

Orders change status several times. Each device must be notified of the newest status of its order, and of no older
status afterwards. A kill or a failure may cause a second copy.

    python -m tests.chaos.push --seed 7 --devices 1000 --kills 5
"""

import asyncio
import secrets
from pathlib import Path

from sqlalchemy import create_engine, select
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - registers all tables
from shop.catalogue.model import Product
from shop.orders.model import OrderItem
from tests.chaos.command import main
from tests.support import factories
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.event_audit import settled
from tests.support.push_service import PushService, to_base64
from workers.reactions.web_push.order_news import version_of

WORKERS = ("images", "images-2", "fanout", "relay")
"""The processes that are killed. On one machine the image workers also send the notifications."""
DEVICES_OF_ONE = 20
STATUSES = ("packed", "shipped", "packed", "shipped", "delivered")
FAILING = 0.1
PAUSE = 2.0
"""Seconds between two changes of one order."""
SETTLED_LIMIT = 600.0


async def run(folder: Path, *, seed: int, devices: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    environment = {"SHOP_VAPID_PRIVATE_KEY": to_base64(secrets.token_bytes(32)), "SHOP_LONGEST_PAUSE": "5"}
    with PushService(fails=FAILING, seed=seed).running() as service:
        options = {"counts": {"images": 2}, "environment": environment}
        async with chaos_shop(folder, seed=seed, shoppers=1, pages=0, **options) as chaos:
            items = await asyncio.to_thread(_subscribe, chaos.shop.database_url, service, devices)
            await asyncio.gather(_change(chaos, list(items)), _kill(chaos, kills))
            ledger = await settled(chaos.shop.database_url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT)
            chaos.report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
            newest = await asyncio.to_thread(_versions, chaos.shop.database_url)
            _compare(chaos.report, service, items, newest)
    return chaos.report


def _subscribe(database_url: str, service: PushService, devices: int) -> dict[int, int]:
    """Give each of some shoppers an order and devices; return the order lines with the number of the first device."""
    engine = create_engine(database_url)
    items = {}
    with Session(engine) as session, session.begin():
        product = session.scalars(select(Product).order_by(Product.id).limit(1)).one()
        for first in range(0, devices, DEVICES_OF_ONE):
            shopper = factories.register_shopper(session, f"Shopper {first}", f"shopper{first}@push.example")
            items[factories.order(session, shopper, [product]).items[0].id] = first
            for _ in range(DEVICES_OF_ONE):
                session.add(service.subscribe().row(shopper.id))
    engine.dispose()
    return items


async def _change(chaos: ChaosShop, items: list[int]) -> None:
    admin = chaos.admins[0]
    for status in STATUSES:
        for item in items:
            await admin.change_status(item, status)
        await asyncio.sleep(PAUSE)


async def _kill(chaos: ChaosShop, kills: int) -> None:
    for _ in range(kills):
        await asyncio.sleep(PAUSE * chaos.rng.uniform(0.8, 2.0))
        await chaos.kill(chaos.rng.choice(WORKERS[:2]) if chaos.rng.random() < 0.7 else chaos.rng.choice(WORKERS[2:]))


def _versions(database_url: str) -> dict[int, int]:
    engine = create_engine(database_url)
    with Session(engine) as session:
        found = {item.id: version_of(item) for item in session.scalars(select(OrderItem))}
    engine.dispose()
    return found


def _compare(report: Report, service: PushService, items: dict[int, int], newest: dict[int, int]) -> None:
    copies = told = 0
    for item, first in items.items():
        for number in range(first, first + DEVICES_OF_ONE):
            versions = [message["version"] for message in service.devices[number].told]
            told += len(versions)
            copies += len(versions) - len(set(versions))
            if not versions or versions[-1] != newest[item]:
                report.faults.append(f"device {number} was told of {versions}, not of {newest[item]} last")
            if versions != sorted(versions):
                report.faults.append(f"device {number} was told of an older status after a newer one: {versions}")
    report.figures |= {
        "devices": f"{len(service.devices)}, of {len(items)} orders with {len(STATUSES)} changes each",
        "calls of the push service": f"{service.calls}",
        "notifications": f"{told}, of them second copies: {copies}",
    }


if __name__ == "__main__":
    main(__doc__, run, devices=1000, kills=5)
