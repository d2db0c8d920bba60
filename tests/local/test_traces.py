"""A status change yields one trace at the collector, with a span from every process that took part in it."""

import subprocess
import sys
import time
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer

import httpx2
import pytest

from shop.settings import Settings


def test_one_trace_runs_from_the_request_to_the_socket(demo_shop, collector):
    with httpx2.Client(base_url=f"{demo_shop.url}/api", timeout=30) as admin:
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
        trace = [span for span in collector.spans if root and span["trace"] == root["trace"]]
        if {span["name"] for span in trace} >= wanted:
            break
        assert time.monotonic() < deadline, collector.spans
        time.sleep(0.1)
    by_name = {span["name"]: span for span in trace}
    assert root["parent"] == ""
    assert {span["parent"] for span in trace if span is not root} == {root["id"]}
    assert len({span["id"] for span in trace}) == len(trace)
    assert by_name["relay"]["service"] == "swarna-relay"
    assert by_name["deliver push"]["service"] == "swarna-worker"
    assert root["service"] == by_name["on the sockets"]["service"] == "swarna-web"
    assert all(0 < span["start"] <= span["end"] for span in trace)
    assert root["status"] == 200


def test_a_collector_that_is_no_address_is_refused_at_the_start():
    with pytest.raises(ValueError, match="SHOP_OTLP_URL must start with"):
        Settings(database_url="postgresql://x/y", secret_key="t" * 40, otlp_url="127.0.0.1:4318")


def test_no_exporter_is_imported_without_a_collector():
    assert _run(
        "",
        "print([m for m in ('opentelemetry.sdk.trace', 'opentelemetry.exporter') if m in sys.modules])",
        before="import asgi, workers.relay",
    ) == ["[]"]


def test_a_missing_extra_is_logged_once_and_costs_only_the_traces():
    lines = _run("http://127.0.0.1:9", "pass", before="sys.modules['opentelemetry.sdk'] = None")
    assert len(lines) == 1
    assert "the extra 'otel' is not installed" in lines[0]


def test_a_collector_that_is_away_is_logged_once():
    with ThreadingHTTPServer(("127.0.0.1", 0), BaseHTTPRequestHandler) as unserved:
        port = unserved.server_port
    lines = _run(
        f"http://127.0.0.1:{port}",
        "import time; time.sleep(6); traces.record('r-1', 'b', 0.1, attributes={}); time.sleep(6)",
    )
    assert len(lines) == 1
    assert "traces are lost" in lines[0]


def _run(url: str, then: str, before: str = "pass") -> list[str]:
    """Record a request and two spans in a process of its own and return the lines that it wrote."""
    code = f"""
import sys
{before}
from shop.observability import traces
traces.record_request("r-1", "GET /", 0.1, failed=False, attributes={{}})
traces.record("r-1", "a", 0.1, attributes={{}})
{then}
"""
    environment = {"SHOP_DATABASE_URL": "postgresql://x/y", "SHOP_SECRET_KEY": "t" * 40, "SHOP_OTLP_URL": url}
    done = subprocess.run([sys.executable, "-c", code], env=environment, capture_output=True, text=True, check=True)
    return (done.stdout + done.stderr).splitlines()
