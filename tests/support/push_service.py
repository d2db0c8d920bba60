"""A push service on loopback (RFC 8030) that decrypts the messages to its devices (RFC 8291)."""

import base64
import json
import random
import secrets
import threading
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from typing import Any

import http_ece
from cryptography.hazmat.primitives.asymmetric import ec
from cryptography.hazmat.primitives.serialization import Encoding, PublicFormat

from shop.clock import now
from shop.notifications.model import PushDevice


def to_base64(raw: bytes) -> str:
    return base64.urlsafe_b64encode(raw).decode().rstrip("=")


@dataclass
class Device:
    """A subscribed browser, with the notifications that it received, in order."""

    endpoint: str
    private: ec.EllipticCurvePrivateKey = field(default_factory=lambda: ec.generate_private_key(ec.SECP256R1()))
    secret: bytes = field(default_factory=lambda: secrets.token_bytes(16))
    told: list[dict[str, Any]] = field(default_factory=list)
    headers: list[dict[str, str]] = field(default_factory=list)

    @property
    def keys(self) -> dict[str, str]:
        public = self.private.public_key().public_bytes(Encoding.X962, PublicFormat.UncompressedPoint)
        return {"p256dh": to_base64(public), "auth": to_base64(self.secret)}

    def row(self, customer_id: int, *, push_key: str | None = None, **shown: bool) -> PushDevice:
        """Return the device's row. It is subscribed to news about orders; `shown` overrides the subscriptions."""
        wanted = {"orders": True, "payments": False, "wishlist": False} | shown
        made = {"customer_id": customer_id, "endpoint": self.endpoint, "push_key": push_key, "used_at": now()}
        return PushDevice(**made, **self.keys, **wanted)


class PushService:
    """Accepts notifications for its devices, each after a delay of `seconds`.

    ``answers`` has the statuses of the next responses, by the number of the device. A response has a line of its header
    every quarter of a second, for ``slow_seconds``, and a body of ``body_bytes``, of which ``sent_bytes`` were sent.
    """

    def __init__(self, *, fails: float = 0.0, seed: int = 0, seconds: float = 0.0) -> None:
        self.devices: list[Device] = []
        self.answers: dict[int, list[int]] = defaultdict(list)
        self.calls = 0
        self.slow_seconds = 0.0
        self.body_bytes = self.sent_bytes = 0
        self._fails = fails
        self._chance = random.Random(seed)
        self._lock = threading.Lock()
        service = self

        class Handler(BaseHTTPRequestHandler):
            protocol_version = "HTTP/1.1"

            def do_POST(self) -> None:
                body = self.rfile.read(int(self.headers["Content-Length"]))
                time.sleep(seconds)
                status = service.take(int(self.path.rsplit("/", 1)[1]), dict(self.headers), body)
                self.send_response(status)
                if status in {301, 307}:
                    self.send_header("Location", service.devices[-1].endpoint)
                self.send_header("Content-Length", str(service.body_bytes))
                with suppress(ConnectionError):
                    for number in range(int(service.slow_seconds * 4)):
                        time.sleep(0.25)
                        self.send_header(f"X-{number}", "0")
                        self.flush_headers()
                    self.end_headers()
                    while service.sent_bytes < service.body_bytes:
                        service.sent_bytes += self.wfile.write(bytes(2**16))

            def log_message(self, *_: Any) -> None:
                pass

        self._server = ThreadingHTTPServer(("127.0.0.1", 0), Handler)
        self._server.daemon_threads = True
        self.url = f"http://127.0.0.1:{self._server.server_address[1]}"

    def take(self, number: int, headers: dict[str, str], body: bytes) -> int:
        with self._lock:
            self.calls += 1
            device = self.devices[number]
            if self.answers[number]:
                status = self.answers[number].pop(0)
                if status >= 300:
                    return status
            if self._chance.random() < self._fails:
                return 503
            text = http_ece.decrypt(body, private_key=device.private, auth_secret=device.secret, version="aes128gcm")
            device.told.append(json.loads(text))
            device.headers.append({name.title(): value for name, value in headers.items()})
            return 201

    def subscribe(self) -> Device:
        device = Device(f"{self.url}/push/{len(self.devices)}")
        self.devices.append(device)
        return device

    @contextmanager
    def running(self) -> Iterator["PushService"]:
        thread = threading.Thread(target=self._server.serve_forever, daemon=True)
        thread.start()
        try:
            yield self
        finally:
            self._server.shutdown()
            self._server.server_close()
            thread.join()
