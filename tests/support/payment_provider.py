"""The demo payment provider in this process, for tests of how the shop handles its responses."""

import hashlib
import hmac
import json
from collections.abc import Iterator
from contextlib import contextmanager
from http.server import ThreadingHTTPServer
from pathlib import Path
from threading import Thread
from typing import Any
from unittest.mock import patch
from urllib.parse import urlsplit

from local.payment_provider import Handler, Provider
from local.ports import free_port
from shop.settings import Settings
from tests.support.environment import shop_environment

KEYS = {
    "SHOP_RAZORPAY_KEY_ID": "test",
    "SHOP_RAZORPAY_KEY_SECRET": "key secret",
    "SHOP_RAZORPAY_WEBHOOK_SECRET": "webhook secret",
}
_STOPS_WITHIN = 0.02
"""Seconds. The default of `serve_forever` is half a second, which each test would wait."""


class TestProvider(Provider):
    """A provider that stores its webhooks for the test instead of sending them."""

    __test__ = False

    def __init__(self, file: Path) -> None:
        super().__init__(file, "")
        self.webhooks: list[bytes] = []

    def send_webhook(self, event: str, payload: dict[str, Any]) -> None:
        self.webhooks.append(json.dumps({"event": event, "payload": payload}).encode())

    def act(self, pay_url: str, *, works: bool = True) -> str:
        """Pay on a page, or fail to pay. Return the callback path below ``/api``."""
        link = self.get(pay_url.rpartition("/")[2])
        assert link is not None
        back = urlsplit(self.pay(link, works=works))
        return f"{back.path.removeprefix('/api')}?{back.query}"


def signed(body: bytes, secret: str = KEYS["SHOP_RAZORPAY_WEBHOOK_SECRET"]) -> dict[str, str]:
    """Return the signature header of a webhook."""
    return {"X-Razorpay-Signature": hmac.new(secret.encode(), body, hashlib.sha256).hexdigest()}


@contextmanager
def payment_provider(folder: Path, given: Settings) -> Iterator[TestProvider]:
    """Serve a provider, and configure the shop for online payments through it."""
    made, port = TestProvider(folder / "book.sqlite3"), free_port()
    kept = {
        "SHOP_DATABASE_URL": given.database_url,
        "SHOP_REDIS_URL": given.redis_url,
        "SHOP_SMTP_URL": given.smtp_url,
        "SHOP_SECRET_KEY": given.secret_key.get_secret_value(),
        "SHOP_PUBLIC_URL": given.public_url,
        "SHOP_UPI_ID": given.upi_id,
    }
    handler = type("TestHandler", (Handler,), {"provider": made})
    with (
        patch.dict("os.environ", KEYS),
        ThreadingHTTPServer(("127.0.0.1", port), handler) as server,
        shop_environment(
            **kept, **KEYS, SHOP_RAZORPAY_URL=f"http://127.0.0.1:{port}", SHOP_ENVIRONMENT=given.environment
        ),
    ):
        Thread(target=server.serve_forever, args=[_STOPS_WITHIN], daemon=True).start()
        yield made
        server.shutdown()
