"""Kill mail workers while mails go out to a server that refuses some.

Messages of the contact form are recorded at a steady pace, each of which must be mailed to the shop. At the end each
must have arrived; a kill may have made a second copy, which has the same Message-ID, and nothing else may.

    python -m tests.chaos.mails --seed 7 --mails 1000 --kills 20
"""

import asyncio
import re
import time
from pathlib import Path

from sqlalchemy import create_engine
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - all tables must be known
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.events import outbox
from tests.chaos.command import main
from tests.support.chaos_report import Report
from tests.support.chaos_scene import Scene, opened
from tests.support.event_audit import settled
from tests.support.smtp_server import Post, post_office

WORKERS = ("mail", "mail-2")
RATE = 20.0
REFUSING = 0.1
SETTLED_LIMIT = 240.0
"""Three leases of a minute and some pauses: what two kills in a row may cost a mail."""


async def run(folder: Path, *, seed: int, mails: int, kills: int) -> Report:
    """Run it in a shop of its own below `folder`."""
    with post_office(seed) as (post, url):
        environment = {"SHOP_SMTP_URL": url}
        async with opened(folder, seed=seed, shoppers=1, pages=0, counts={"mail": 2}, environment=environment) as scene:
            post.refusing = REFUSING
            await asyncio.gather(asyncio.to_thread(_record, scene.shop.database_url, mails), _kill(scene, mails, kills))
            post.refusing = 0.0
            await _compare(scene, post, mails=mails, kills=kills)
    return scene.report


def _record(database_url: str, mails: int) -> None:
    """Write messages as the contact form does, which itself takes a few an hour from one address."""
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


async def _kill(scene: Scene, mails: int, kills: int) -> None:
    """Kill a worker now and then, as the mails go out."""
    seconds = mails / RATE
    for _ in range(kills):
        await asyncio.sleep(seconds / kills * scene.drawn.uniform(0.5, 1.5))
        await scene.kill(scene.drawn.choice(WORKERS))


async def _compare(scene: Scene, post: Post, *, mails: int, kills: int) -> None:
    ledger = await settled(scene.shop.database_url, lambda kept: not kept.unfinished, seconds=SETTLED_LIMIT)
    report = scene.report
    due = [delivery for delivery in ledger.deliveries if delivery.consumer == "mail_contact"]
    arrived = {int(found[1]) for id_ in post.taken if (found := re.match(r"<delivery-(\d+)@", id_))}
    report.faults += [f"mail {delivery.id} did not arrive" for delivery in due if delivery.id not in arrived]
    report.faults += [f"delivery {id_} is {how}" for id_, how in ledger.unfinished.items()]
    if len(due) != mails:
        report.faults.append(f"{len(due)} mails follow from {mails} messages")
    if post.copies > kills:
        report.faults.append(f"{post.copies} copies for {kills} kills")
    report.figures |= {
        "mails": f"{len(arrived)} of {mails} arrived",
        "refused with a 4xx": f"{post.refused}",
        "second copies": f"{post.copies}, at most {kills}",
        "the slowest": f"{max((delivery.took.total_seconds() for delivery in due if delivery.took), default=0):.0f} s",
    }


if __name__ == "__main__":
    main(__doc__, run, mails=1000, kills=20)
