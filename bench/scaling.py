"""What one more process of a kind brings: each kind alone, first one process, then two.

The processes are started by the commands of compose.yaml, on one durable PostgreSQL and one Redis. API and realtime get
a load that is shared out among them. Relay and workers find a pile that was recorded at once, and are timed until its
last event has its place (relay), or its last delivery is done. The mail server takes a tenth of a second for a mail, as
one far away does. All share the cores of one machine: what is bound by them grows no further than they reach.

    make bench B=scaling
"""

import argparse
import asyncio
import io
import itertools
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass

import uvloop
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as Talk
from sqlalchemy import Engine, TextClause, text
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - all tables must be known
from bench.fanout import to_all
from bench.images import photograph
from bench.parts import report
from local.ports import free_port
from shop.catalogue.events import ProductImageUploaded
from shop.catalogue.model import ProductImage
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.db.engine import make_engine
from shop.events import outbox
from shop.media.media import media
from shop.settings import settings
from tests.support import factories, large_catalogue
from tests.support.event_emitter import Ours
from tests.support.http_load import load, request
from tests.support.processes import Ground, ground
from tests.support.socket_load import Crowd, allow_many

COUNTS = (1, 2)
PRODUCTS = 2_000
CONNECTIONS = 32
PAGES = 1_000
SMTP_SECONDS = 0.1
LIMIT = 120.0

_READY = text("SELECT count(*) FROM process WHERE :kind = ANY(kinds) AND started_at > :since")
_LEFT = text("""
    SELECT (SELECT count(*) FROM domain_event WHERE position IS NULL)
        + (SELECT count(*) FROM delivery WHERE queue = :queue AND done_at IS NULL AND dead_at IS NULL)
""")
_LAST = text("SELECT max(leased_at) AS leased, max(done_at) AS done FROM delivery WHERE queue = :queue")

Record = Callable[[Session], None]


@dataclass(frozen=True)
class Pile:
    """So many pieces of work of a kind, recorded in one transaction."""

    kind: str
    size: int
    record: Record
    queue: str
    unit: str


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each load on api and realtime")
    options = parser.parse_args()
    allow_many()
    with ground() as place, _slow_post() as smtp_url:
        place.environment["SHOP_SMTP_URL"] = smtp_url
        engine = make_engine(settings(), "bench")
        large_catalogue.stock(engine, count=PRODUCTS)
        report.head("One more of a kind")
        rows: list[tuple[object, ...]] = [
            _row("api, new pages/s", [_api(place, count, options.seconds) for count in COUNTS]),
            _row("realtime, messages/s", [_realtime(place, count, options.seconds) for count in COUNTS]),
        ]
        rows += [
            _row(f"{pile.kind}, {pile.unit}/s", [_rate(place, engine, pile, count) for count in COUNTS])
            for pile in _piles(engine)
        ]
        engine.dispose()
        report.table(("", *(f"{count} process{'es' * (count > 1)}" for count in COUNTS), "times"), rows)
    return 0


def _row(name: str, rates: list[float]) -> tuple[object, ...]:
    return name, *rates, rates[-1] / rates[0]


def _api(place: Ground, count: int, seconds: float) -> float:
    """Return the pages of products a second that none has kept."""
    servers = [place.api(f"api-{count}-{number}") for number in range(count)]
    numbers = itertools.count()
    path = "/api/product/customer/?limit=24&facets=false&search={}.{}&search="  # the last value counts
    browsers = [(request(path.format(next(numbers), count)) for _ in numbers) for _ in range(CONNECTIONS)]
    load(*servers, browsers=browsers, seconds=1.0).check()
    rate = load(*servers, browsers=browsers, seconds=seconds).check().rate
    for server in servers:
        server.stop()
    return rate


def _realtime(place: Ground, count: int, seconds: float) -> float:
    return uvloop.run(_messages(place, count, seconds))


async def _messages(place: Ground, count: int, seconds: float) -> float:
    """Return the messages a second that come out at all pages together."""
    servers = [await asyncio.to_thread(place.realtime, f"realtime-{count}-{number}") for number in range(count)]
    sender, crowd = Ours(place.dsn, place.redis.url), Crowd()
    for server in servers:
        await crowd.open(server, [""] * (PAGES // count))
    await crowd.until(PAGES)  # each is told where it begins
    await to_all(sender, crowd, PAGES, 1.0)
    rate = await to_all(sender, crowd, PAGES, seconds)
    await crowd.close()
    for server in servers:
        server.stop()
    return rate


def _piles(engine: Engine) -> list[Pile]:
    original = _photograph()
    with Session(engine) as session, session.begin():
        product_id = factories.stock_product(session, pictures=0).id

    def events(session: Session) -> None:
        for number in range(5_000):
            factories.record(session, number=number)

    def mails(session: Session) -> None:
        for number in range(60):
            about = {"phone": "", "company": "", "message": f"Message {number}", "received_at": now()}
            message = ContactMessage(name="Asha", email="asha@bench.example", **about)
            session.add(message)
            session.flush()
            outbox.record_sync(session, ContactMessageReceived(message_id=message.id), at=now())

    def pictures(session: Session) -> None:
        for position in range(10):
            image = ProductImage(product_id=product_id, position=position, type="gallery")
            image.set_upload(original)
            session.add(image)
            session.flush()
            outbox.record_sync(session, ProductImageUploaded(image_id=image.id), at=now())

    return [
        Pile("relay", 5_000, events, "fanout", "events"),
        Pile("worker-fanout", 5_000, events, "fanout", "events"),
        Pile("worker-mail", 60, mails, "mail", "mails"),
        Pile("worker-images", 10, pictures, "images", "photographs"),
    ]


def _photograph() -> str:
    """Keep an original of twelve megapixels and return its key."""
    stream = io.BytesIO()
    photograph(4000, 3000).save(stream, "JPEG", quality=90)
    return media().store_original(stream, ".jpg")


def _rate(place: Ground, engine: Engine, pile: Pile, count: int) -> float:
    """Return how many pieces of a pile so many processes get done in a second."""
    relays, workers = (count, 1) if pile.kind == "relay" else (1, count)
    since = now()
    parts = [place.relay(f"{pile.kind}-{count}-relay-{number}") for number in range(relays)]
    parts += [place.worker(pile.queue, f"{pile.kind}-{count}-{number}") for number in range(workers)]
    _wait(lambda: _one(engine, _READY, kind="relay", since=since) == relays)
    _wait(lambda: _one(engine, _READY, kind=pile.queue, since=since) == workers)
    with Session(engine) as session, session.begin():
        pile.record(session)
    recorded = now()
    _wait(lambda: _one(engine, _LEFT, queue=pile.queue) == 0)
    with engine.connect() as connection:
        last = connection.execute(_LAST, {"queue": pile.queue}).one()
    for part in parts:
        part.stop()
    ended = last.leased if pile.kind == "relay" else last.done
    return pile.size / (ended - recorded).total_seconds()


def _one(engine: Engine, query: TextClause, **about: object) -> int:
    with engine.connect() as connection:
        found: int = connection.execute(query, about).scalar_one()
        return found


def _wait(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("the processes are not ready, or the pile does not shrink")
        time.sleep(0.1)


class _Slow:
    """Takes every mail, after a while."""

    async def handle_DATA(self, _server: SMTP, _talk: Talk, _envelope: Envelope) -> str:  # noqa: N802 - its name
        await asyncio.sleep(SMTP_SECONDS)
        return "250 Kept"


@contextmanager
def _slow_post() -> Iterator[str]:
    server = Controller(_Slow(), hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        yield f"smtp://127.0.0.1:{server.port}"
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
