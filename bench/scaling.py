"""Measure the throughput of each kind of process: first one process, then two.

The processes are started by the commands of compose.yaml, on one durable PostgreSQL and one Redis. The load on API and
realtime is divided among their processes. For relay and workers a backlog is recorded in one transaction. The time
ends when its last event is sequenced (relay) or its last delivery is done (workers). The mail server takes 0.1 s for a
mail, and so does the push service for a notification; the receiver of webhooks answers at once. All processes share the
cores of one machine, so throughput that is bound by CPU does not grow beyond them.

    make bench B=scaling
"""

import argparse
import asyncio
import io
import itertools
import secrets
import sys
import time
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from functools import partial

import uvloop
from aiosmtpd.controller import Controller
from aiosmtpd.smtp import SMTP, Envelope
from aiosmtpd.smtp import Session as SmtpSession
from sqlalchemy import Engine, TextClause, text, update
from sqlalchemy.orm import Session

import shop.db.models  # noqa: F401 - all tables must be known
from bench.fanout import to_all
from bench.images import photograph
from bench.parts import report
from bench.webhooks import receiver
from local.ports import free_port
from shop.clock import now
from shop.contact.events import ContactMessageReceived
from shop.contact.model import ContactMessage
from shop.db.engine import make_engine
from shop.events import outbox
from shop.integrations.model import WebhookEndpoint
from shop.media.media import media
from shop.notifications.events import PushDue
from shop.orders.model import Order, OrderItem, Status
from shop.product_images.events import ProductImageUploaded
from shop.product_images.model import ProductImage
from shop.settings import settings
from tests.support import factories, large_catalogue
from tests.support.bench_stack import BenchStack, bench_stack
from tests.support.event_emitter import ShopEventEmitter
from tests.support.http_load import load, request
from tests.support.push_service import PushService, to_base64
from tests.support.socket_load import SocketClients, raise_socket_limit

COUNTS = (1, 2)
PRODUCTS = 2_000
CONNECTIONS = 32
PAGES = 1_000
SMTP_SECONDS = PUSH_SECONDS = 0.1
ENDPOINTS = 4
LIMIT = 120.0

_READY = text("SELECT count(*) FROM process WHERE :kind = ANY(kinds) AND started_at > :since")
_LEFT = text("""
    SELECT (SELECT count(*) FROM domain_event WHERE position IS NULL)
        + (SELECT count(*) FROM webhook_endpoint CROSS JOIN event_stream AS stream
            WHERE is_on AND webhook_endpoint.position < stream.position)
        + (SELECT count(*) FROM delivery WHERE queue = :queue AND done_at IS NULL AND dead_at IS NULL)
""")
_LAST = text("SELECT max(leased_at) AS leased, max(done_at) AS done FROM delivery WHERE queue = :queue")

Record = Callable[[Session], None]


@dataclass(frozen=True)
class Backlog:
    """Work items of one kind, recorded in one transaction."""

    kind: str
    size: int
    record: Record
    queue: str
    unit: str


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each load on api and realtime")
    options = parser.parse_args()
    raise_socket_limit()
    push_service = PushService(seconds=PUSH_SECONDS)
    with bench_stack() as stack, _slow_mail_server() as smtp_url, push_service.running(), receiver() as receiver_url:
        stack.environment["SHOP_SMTP_URL"] = smtp_url
        stack.environment["SHOP_VAPID_PRIVATE_KEY"] = to_base64(secrets.token_bytes(32))
        engine = make_engine(settings(), "bench")
        large_catalogue.stock(engine, count=PRODUCTS)
        report.head("Throughput of one and of two processes")
        rows: list[tuple[object, ...]] = [
            _row("api, new pages/s", [_api(stack, count, options.seconds) for count in COUNTS]),
            _row("realtime, messages/s", [_realtime(stack, count, options.seconds) for count in COUNTS]),
        ]
        rows += [
            _row(f"{backlog.kind}, {backlog.unit}/s", [_rate(stack, engine, backlog, count) for count in COUNTS])
            for backlog in _backlogs(engine, push_service, receiver_url)
        ]
        engine.dispose()
        report.table(("", *(f"{count} process{'es' * (count > 1)}" for count in COUNTS), "times"), rows)
    return 0


def _row(name: str, rates: list[float]) -> tuple[object, ...]:
    return name, *rates, rates[-1] / rates[0]


def _api(stack: BenchStack, count: int, seconds: float) -> float:
    """Return the uncached product pages a second."""
    servers = [stack.api(f"api-{count}-{number}") for number in range(count)]
    numbers = itertools.count()
    path = "/api/product/customer/?limit=24&facets=false&search={}.{}&search="  # the API uses the last value
    browsers = [(request(path.format(next(numbers), count)) for _ in numbers) for _ in range(CONNECTIONS)]
    load(*servers, browsers=browsers, seconds=1.0).check()
    rate = load(*servers, browsers=browsers, seconds=seconds).check().rate
    for server in servers:
        server.stop()
    return rate


def _realtime(stack: BenchStack, count: int, seconds: float) -> float:
    return uvloop.run(_messages(stack, count, seconds))


async def _messages(stack: BenchStack, count: int, seconds: float) -> float:
    """Return the messages a second that all pages receive together."""
    servers = [await asyncio.to_thread(stack.realtime, f"realtime-{count}-{number}") for number in range(count)]
    emitter, clients = ShopEventEmitter(stack.dsn, stack.redis.url), SocketClients()
    for server in servers:
        await clients.open(server, [""] * (PAGES // count))
    await clients.wait_for_events(PAGES)  # each gets one message with its position
    await to_all(emitter, clients, PAGES, 1.0)
    rate = await to_all(emitter, clients, PAGES, seconds)
    await clients.close()
    for server in servers:
        server.stop()
    return rate


def _backlogs(engine: Engine, push_service: PushService, receiver_url: str) -> list[Backlog]:
    original = _photograph()
    with Session(engine) as session, session.begin():
        product = factories.stock_product(session, pictures=0)
        line = factories.order(session, factories.register_shopper(session), [product]).items[0]
        line.status, line.version = Status.PACKED, 1
        session.flush()
        product_id, line_id = product.id, line.id

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
        Backlog("relay", 5_000, events, "fanout", "events"),
        Backlog("worker-fanout", 5_000, events, "fanout", "events"),
        Backlog("worker-mail", 60, mails, "mail", "mails"),
        Backlog("worker-images", 10, pictures, "images", "photographs"),
        Backlog("worker-push", 60, partial(_notify, push_service, line_id), "push", "notifications"),
        Backlog("worker-webhooks", ENDPOINTS * 500, partial(_call, receiver_url), "webhooks", "calls"),
    ]


def _notify(service: PushService, line_id: int, session: Session) -> None:
    """Record a due notification about an order line for each of 60 new devices."""
    order_id = session.get_one(OrderItem, line_id).order_id
    customer_id = session.get_one(Order, order_id).customer_id
    for _ in range(60):
        session.add(device := service.subscribe().row(customer_id))
        session.flush()
        outbox.record_sync(session, PushDue(device_id=device.id, item_id=line_id), at=now())


def _call(url: str, session: Session) -> None:
    """Record 500 events for each of some new endpoints, and switch the earlier ones off."""
    session.execute(update(WebhookEndpoint).values(is_on=False))
    for number in range(ENDPOINTS):
        factories.add_webhook(session, f"{url}/{number}")
    for number in range(500):
        factories.record(session, number=number, aggregate=f"product:{number}")


def _photograph() -> str:
    """Store an original of twelve megapixels and return its key."""
    stream = io.BytesIO()
    photograph(4000, 3000).save(stream, "JPEG", quality=90)
    return media().store_original(stream, ".jpg")


def _rate(stack: BenchStack, engine: Engine, backlog: Backlog, count: int) -> float:
    """Return the items of a backlog that this number of processes handles a second."""
    relays, workers = (count, 1) if backlog.kind == "relay" else (1, count)
    since = now()
    parts = [stack.relay(f"{backlog.kind}-{count}-relay-{number}") for number in range(relays)]
    parts += [stack.worker(backlog.queue, f"{backlog.kind}-{count}-{number}") for number in range(workers)]
    _wait(lambda: _one(engine, _READY, kind="relay", since=since) == relays)
    _wait(lambda: _one(engine, _READY, kind=backlog.queue, since=since) == workers)
    with Session(engine) as session, session.begin():
        backlog.record(session)
    recorded = now()
    _wait(lambda: _one(engine, _LEFT, queue=backlog.queue) == 0)
    with engine.connect() as connection:
        last = connection.execute(_LAST, {"queue": backlog.queue}).one()
    for part in parts:
        part.stop()
    ended = last.leased if backlog.kind == "relay" else last.done
    return backlog.size / (ended - recorded).total_seconds()


def _one(engine: Engine, query: TextClause, **about: object) -> int:
    with engine.connect() as connection:
        found: int = connection.execute(query, about).scalar_one()
        return found


def _wait(holds: Callable[[], bool]) -> None:
    deadline = time.monotonic() + LIMIT
    while not holds():
        if time.monotonic() > deadline:
            raise TimeoutError("the processes did not get ready, or the backlog was not done in time")
        time.sleep(0.1)


class SlowMailHandler:
    """Accepts every mail after a delay."""

    async def handle_DATA(self, _server: SMTP, _session: SmtpSession, _envelope: Envelope) -> str:  # noqa: N802 - its name
        await asyncio.sleep(SMTP_SECONDS)
        return "250 Kept"


@contextmanager
def _slow_mail_server() -> Iterator[str]:
    server = Controller(SlowMailHandler(), hostname="127.0.0.1", port=free_port())
    server.start()
    try:
        yield f"smtp://127.0.0.1:{server.port}"
    finally:
        server.stop()


if __name__ == "__main__":
    sys.exit(main())
