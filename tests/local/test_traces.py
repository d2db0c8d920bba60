"""What a collector of traces gets of one change of a status: one trace, through every process that had a part in it."""

import json
import threading
import time
from collections.abc import Iterator
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import httpx2
import pytest

from shop.settings import Settings
from tests.stack import ShopStack


@dataclass
class Collector:
    """A collector of OTLP over HTTP that keeps what it is told: each span with the service that it came from."""

    url: str = ""
    spans: list[dict[str, Any]] = field(default_factory=list)

    def take(self, told: dict[str, Any]) -> None:
        for resource in told["resourceSpans"]:
            [service] = [
                a["value"]["stringValue"] for a in resource["resource"]["attributes"] if a["key"] == "service.name"
            ]
            for scope in resource["scopeSpans"]:
                self.spans += [span | {"service": service} for span in scope["spans"]]


@pytest.fixture(scope="module")
def collector() -> Iterator[Collector]:
    kept = Collector()

    class Handler(BaseHTTPRequestHandler):
        def do_POST(self) -> None:
            assert self.path == "/v1/traces"
            kept.take(json.loads(self.rfile.read(int(self.headers["Content-Length"]))))
            self.send_response(200)
            self.send_header("Content-Length", "2")
            self.end_headers()
            self.wfile.write(b"{}")

        def log_message(self, *_: object) -> None:
            pass

    with ThreadingHTTPServer(("127.0.0.1", 0), Handler) as server:
        kept.url = f"http://127.0.0.1:{server.server_port}"
        threading.Thread(target=server.serve_forever, daemon=True).start()
        yield kept
        server.shutdown()


@pytest.fixture(scope="module")
def shop(shop_stack, demo_folder, collector) -> Iterator[ShopStack]:
    with shop_stack(demo_folder(), environment={"SHOP_OTLP_URL": collector.url}) as started:
        yield started


def test_one_trace_runs_from_the_request_to_the_socket(shop, collector):
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as admin:
        admin.post("/admin/login/", json={"email": "admin@swarna.example", "password": "Swarna@2026"})
        item = admin.get("/order/?flag=allOrders&limit=1").json()["data"][0]["items"][0]
        change = {"id": item["id"], "status": "packed" if item["status"] != "packed" else "shipped"}
        xsrf = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
        assert admin.post("/order/?flag=updateStatus", json=change, headers=xsrf).status_code == 200
    name = "POST /api/order/?flag=updateStatus"
    wanted = {name, "relay", "deliver push", "on the sockets"}
    deadline = time.monotonic() + 60
    while True:
        root = next((span for span in collector.spans if span["name"] == name), None)
        trace = [span for span in collector.spans if root and span["traceId"] == root["traceId"]]
        if {span["name"] for span in trace} >= wanted:
            break
        assert time.monotonic() < deadline, collector.spans
        time.sleep(0.1)
    by_name = {span["name"]: span for span in trace}
    assert "parentSpanId" not in root
    assert {span["parentSpanId"] for span in trace if span is not root} == {root["spanId"]}
    assert len({span["spanId"] for span in trace}) == len(trace)
    assert by_name["relay"]["service"] == "swarna-relay"
    assert by_name["deliver push"]["service"] == "swarna-worker"
    assert root["service"] == by_name["on the sockets"]["service"] == "swarna-web"
    assert all(int(span["startTimeUnixNano"]) <= int(span["endTimeUnixNano"]) for span in trace)
    assert {"key": "http.response.status_code", "value": {"intValue": "200"}} in root["attributes"]
    assert len(root["traceId"]) == 32
    assert len(root["spanId"]) == 16


def test_a_collector_that_is_no_address_is_refused_at_the_start():
    with pytest.raises(ValueError, match="SHOP_OTLP_URL must start with"):
        Settings(database_url="postgresql://x/y", secret_key="t" * 40, otlp_url="127.0.0.1:4318")
