"""Prometheus metrics of every process, and the log lines of one request in all processes."""

import json
import re
import time
from collections.abc import Callable

import httpx2
import psycopg
import pytest

from shop.text.urls import driver_url
from tests.support.running_shop import ShopStack

NAMES = ("web", "relay", "fanout", "mail", "images")


@pytest.fixture(scope="module")
def request_id(demo_shop) -> str:
    """Change a status as the demo's admin, and wait until all reactions are done. Return the request id."""
    with httpx2.Client(base_url=f"{demo_shop.url}/api", timeout=30) as admin:
        admin.post("/admin/login/", json={"email": "admin@swarna.example", "password": "Swarna@2026"})
        item = admin.get("/order/?flag=allOrders&limit=1").json()["data"][0]["items"][0]
        xsrf = {"X-XSRF-TOKEN": admin.cookies["XSRF-TOKEN"]}
        change = {"id": item["id"], "status": "packed" if item["status"] != "packed" else "shipped"}
        answer = admin.post("/order/?flag=updateStatus", json=change, headers=xsrf)
        assert answer.status_code == 200, answer.text
        _message(admin)
    _until_done(demo_shop)
    return answer.headers["x-request-id"]


def test_every_process_tells_its_own_figures(metrics_port, request_id):
    def check() -> None:
        figures = {name: _figures(metrics_port + place) for place, name in enumerate(NAMES)}
        route = 'shop_request_seconds_count{method="POST",route="/api/order/?flag=updateStatus",status="200"}'
        assert figures["web"][route] == 1
        assert figures["web"]["shop_sockets"] == 0
        assert figures["web"]["shop_event_to_socket_seconds_count"] >= 1
        assert figures["relay"]['shop_queue_oldest_seconds{queue="mail"}'] >= 0
        assert figures["fanout"]['shop_deliveries_total{consumer="push",result="done"}'] >= 1
        assert figures["mail"]['shop_deliveries_total{consumer="mail_contact",result="done"}'] == 1
        assert figures["mail"]['shop_delivery_seconds_count{consumer="mail_contact"}'] == 1

    _eventually(check)


def test_the_outbox_is_told_empty_as_soon_as_it_is(metrics_port, request_id):
    """Event probes are recorded all the time, so an event may be pending at any single read."""
    relay, deadline = metrics_port + NAMES.index("relay"), time.monotonic() + 60
    while True:
        figures = _figures(relay)
        if (figures["shop_outbox_events"], figures["shop_outbox_lag_seconds"]) == (0, 0):
            return
        assert time.monotonic() < deadline, figures
        time.sleep(0.05)


def test_figures_are_told_on_loopback_and_not_at_the_shops_own_address(demo_shop):
    answer = httpx2.get(f"{demo_shop.url}/metrics", timeout=10)
    assert "shop_request_seconds" not in answer.text


def test_one_number_runs_through_the_logs_from_the_request_to_the_socket(demo_shop, request_id):
    def check() -> None:
        lines = [line for line in _lines(demo_shop) if line.get("request_id") == request_id]
        by_event = {line["event"]: line for line in lines}
        assert {"request", "delivered", "on the sockets"} <= by_event.keys()
        request, shown = by_event["request"], by_event["on the sockets"]
        assert (request["method"], request["route"]) == ("POST", "/api/order/?flag=updateStatus")
        [pushed] = [line for line in lines if line.get("consumer") == "push"]
        assert (pushed["position"], pushed["type"]) == (shown["position"], "order.status_changed")

    _eventually(check)


def _message(client: httpx2.Client) -> None:
    said = {"name": "Ravi", "email": "ravi@mail.example", "phone": "", "company": "", "message": "Hello"}
    assert client.post("/order/?flag=sendMailForUser", json=said).status_code == 200


def _until_done(shop: ShopStack) -> None:
    waiting = "SELECT count(*) FROM delivery WHERE consumer IN ('push', 'mail_contact') AND done_at IS NULL"
    deadline = time.monotonic() + 60
    with psycopg.connect(driver_url(shop.database_url), autocommit=True) as connection:
        while connection.execute(waiting).fetchone() != (0,) or not list(shop.mail_dir.glob("*.eml")):
            assert time.monotonic() < deadline, "what follows from the request is not done"
            time.sleep(0.2)


def _eventually(check: Callable[[], None]) -> None:
    """Repeat a check until it passes: a process updates metrics and logs a moment after the work is done."""
    deadline = time.monotonic() + 60
    while True:
        try:
            return check()
        except (AssertionError, KeyError, ValueError, httpx2.TransportError):
            if time.monotonic() > deadline:
                raise
        time.sleep(0.2)


def _figures(port: int) -> dict[str, float]:
    text = httpx2.get(f"http://127.0.0.1:{port}/metrics", timeout=20).text
    return {name: float(value) for name, value in re.findall(r"^(shop_\S+) (\S+)$", text, re.MULTILINE)}


def _lines(shop: ShopStack) -> list[dict]:
    found = re.findall(r"\| (\{.*\})$", shop.log.read_text(), re.MULTILINE)
    return [json.loads(line) for line in found]
