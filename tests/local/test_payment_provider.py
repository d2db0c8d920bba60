"""The demo payment provider, as the shop of this machine and a browser see it."""

import asyncio
from http.server import ThreadingHTTPServer
from threading import Thread
from urllib.error import HTTPError
from urllib.request import ProxyHandler, build_opener

import pytest
from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from local.payment_provider import Handler, Provider
from tests.support.asgi_server import serving
from tests.support.payment_provider import KEYS, TestProvider


async def test_a_webhook_does_not_go_to_a_proxy(tmp_path, monkeypatch):
    hosts: asyncio.Queue[str] = asyncio.Queue()

    async def answer(scope: Scope, receive: Receive, send: Send) -> None:
        await hosts.put("shop")
        await Response()(scope, receive, send)

    async def forward(scope: Scope, receive: Receive, send: Send) -> None:
        await hosts.put("proxy")
        await Response()(scope, receive, send)

    for name, value in KEYS.items():
        monkeypatch.setenv(name, value)
    async with serving(forward, lifespan="off") as proxy, serving(answer, lifespan="off") as shop:
        monkeypatch.setenv("http_proxy", f"http://127.0.0.1:{proxy}")
        monkeypatch.setenv("no_proxy", "")
        Provider(tmp_path / "book.sqlite3", f"http://127.0.0.1:{shop}/").send_webhook("payment_link.paid", {})
        assert await asyncio.wait_for(hosts.get(), 30) == "shop"


def test_a_link_that_was_withdrawn_before_its_payer_pressed_pay_shows_a_page_with_the_way_back(tmp_path):
    shop = "http://127.0.0.1:8000"
    wanted = {"reference_id": "SW1", "amount": 9_000_000, "description": "Order 1", "notes": {}}
    wanted["callback_url"] = f"{shop}/api/payment/return/razorpay/"
    provider = TestProvider(tmp_path / "book.sqlite3")
    handler = type("TestHandler", (Handler,), {"provider": provider})
    with ThreadingHTTPServer(("127.0.0.1", 0), handler) as server:
        Thread(target=server.serve_forever, args=[0.02], daemon=True).start()
        link = provider.create_link(wanted, f"http://127.0.0.1:{server.server_port}")
        assert link is not None
        provider.cancel(link)
        with pytest.raises(HTTPError) as refused:
            build_opener(ProxyHandler({})).open(link["short_url"], b"do=pay")
        page = refused.value.read().decode()
        server.shutdown()
    assert (refused.value.code, refused.value.headers["Content-Type"]) == (400, "text/html; charset=utf-8")
    assert "Order 1: cancelled" in page
    assert f'<a href="{shop}/my-orders">Back to the shop</a>' in page
    assert "<button" not in page
    assert provider.all("pay") == []
