"""The demo payment provider sends its webhooks to the shop of this machine."""

import asyncio

from starlette.responses import Response
from starlette.types import Receive, Scope, Send

from local.payment_provider import Provider
from tests.support.asgi_server import serving
from tests.support.payment_provider import KEYS


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
