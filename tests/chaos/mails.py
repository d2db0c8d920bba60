"""Kill mail workers while mails are sent to a server that refuses some.

Messages of the contact form are recorded at a fixed rate, each of which must be mailed to the shop. Every mail must
arrive. Only a kill may cause a second copy, with the same Message-ID.

    python -m tests.chaos.mails --seed 7 --mails 1000 --kills 20
"""

import asyncio
import re
import time
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - registers all tables
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from tests.chaos.command import main
from tests.support.chaos_report import Report
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.event_audit import settled
from tests.support.smtp_server import UnreliableMailServer, unreliable_mail_server

WORKERS = ("mail", "mail-2")
RATE = 20.0
REFUSING = 0.1
SETTLED_LIMIT = 240.0
"""Three leases of one minute plus back-off: the delay after two kills of the same mail."""


async def run(folder: Path, *, seed: int, mails: int, kills: int) -> Report:
    """Run the test in a shop below `folder`."""
    with unreliable_mail_server(seed) as (mail_server, url):
        environment = {"SHOP_SMTP_URL": url}
        async with chaos_shop(
            folder, seed=seed, shoppers=1, pages=0, counts={"mail": 2}, environment=environment
        ) as chaos:
            mail_server.refusing = REFUSING
            await asyncio.gather(asyncio.to_thread(_record, chaos.shop.database_url, mails), _kill(chaos, mails, kills))
            mail_server.refusing = 0.0
            await _compare(chaos, mail_server, mails=mails, kills=kills)
    return chaos.report


def _record(database_url: str, mails: int) -> None:
    """Write messages directly; the contact form accepts only a few an hour from one address."""
    engine = create_engine(database_url)
    for number in range(mails):
        with Session(engine) as session, session.begin():
            at = now()
            said = {"phone": "", "company": "", "message": f"Message {number}", "received_at": at}
            message = ContactMessage(name=f"Writer {number}", email=f"writer{number}@mail.example", **said)
            session.add(message)
            session.flush()
            outbox.record_sync(session, ContactMessageReceived(message_id=message.id), at=at)
        time.sleep(1 / RATE)
    engine.dispose()


async def _kill(chaos: ChaosShop, mails: int, kills: int) -> None:
    """Kill workers at random moments while mails are sent."""
    seconds = mails / RATE
    for _ in range(kills):
        await asyncio.sleep(seconds / kills * chaos.rng.uniform(0.5, 1.5))
        await chaos.kill(chaos.rng.choice(WORKERS))


async def _compare(chaos: ChaosShop, mail_server: UnreliableMailServer, *, mails: int, kills: int) -> None:
    ledger = await settled(chaos.shop.database_url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT)
    report = chaos.report
    due = [delivery for delivery in ledger.deliveries if delivery.consumer == "mail_contact"]
    arrived = {int(found[1]) for id_ in mail_server.accepted if (found := re.match(r"<delivery-(\d+)@", id_))}
    report.faults += [f"mail {delivery.id} did not arrive" for delivery in due if delivery.id not in arrived]
    report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
    if len(due) != mails:
        report.faults.append(f"{len(due)} mail deliveries for {mails} messages")
    if mail_server.copies > kills:
        report.faults.append(f"{mail_server.copies} copies for {kills} kills")
    report.figures |= {
        "mails": f"{len(arrived)} of {mails} arrived",
        "refused with a 4xx": f"{mail_server.refused}",
        "second copies": f"{mail_server.copies}, at most {kills}",
        "slowest mail": f"{max((delivery.took.total_seconds() for delivery in due if delivery.took), default=0):.0f} s",
    }


if __name__ == "__main__":
    main(__doc__, run, mails=1000, kills=20)
