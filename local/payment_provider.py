"""A local demo payment provider: the calls, signatures and webhooks of Razorpay's payment links, without money.

Its page has the buttons Pay, Fail and Do nothing. Its records (the book) are stored in a file and survive restarts.
Tests read the book at ``/demo/book``. They set how webhooks are sent with ``/demo/manner?is=``: ``lose``, ``double``,
``delay``, ``reorder``, ``forge``, or ``away``, which also refuses calls. With ``bounce``, refunds are accepted and fail
later. With ``busy``, they are refused for now. By default each webhook is sent once, immediately.
"""

import argparse
import base64
import hashlib
import hmac
import html
import json
import os
import secrets
import signal
import sqlite3
import sys
import threading
import time
import urllib.request
from contextlib import suppress
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import Any
from urllib.parse import SplitResult, parse_qs, urlencode, urlsplit

DELAY_SECONDS = 3.0
WEBHOOK_TRIES = 5
DEMO_PAYMENT = "pay_demo"
"""The prefix of the ids of the payments in the demo data."""
BUSY = "Request failed because another payment operation is in progress."
TOO_MUCH = "The refund is more than the payment"
_DIRECT = urllib.request.build_opener(urllib.request.ProxyHandler({}))
"""Sends a request without the proxy of the environment."""
PAGE = """<!doctype html><html lang="en"><meta charset="utf-8"><meta name="viewport" content="width=device-width">
<title>Demo payment provider</title><style>body{{font:17px/1.5 system-ui;max-width:26rem;margin:10vh auto;padding:1rem}}
button{{font:inherit;padding:.6rem 1.2rem;margin:.2rem}}</style><h1>Demo payment provider</h1>
<p>{about}</p><p><b>&#8377;{rupees}</b></p><form method="post">{buttons}</form><p>No money moves here.</p></html>"""


class Provider:
    """The provider's records (its book), and the webhooks to the shop. A row of the book is the JSON of an entity."""

    def __init__(self, file: Path, webhook_url: str) -> None:
        self.manner = ""
        self._held: list[tuple[bytes, str]] = []
        self.lock = threading.RLock()
        self._webhook_url = webhook_url
        self._book = sqlite3.connect(file, check_same_thread=False, isolation_level=None)
        self._book.execute("PRAGMA journal_mode = WAL")
        self._book.execute("CREATE TABLE IF NOT EXISTS row (id TEXT PRIMARY KEY, key TEXT UNIQUE, data TEXT)")

    def all(self, kind: str) -> list[dict[str, Any]]:
        """Return all entities of a kind: ``plink``, ``pay`` or ``rfnd``."""
        with self.lock:
            found = self._book.execute("SELECT data FROM row WHERE id LIKE ? ORDER BY rowid", [f"{kind}_%"]).fetchall()
        return [json.loads(data) for (data,) in found]

    def get(self, id_or_key: str) -> dict[str, Any] | None:
        """Return an entity by its id or its key."""
        with self.lock:
            query = "SELECT data FROM row WHERE id = ? OR key = ?"
            found = self._book.execute(query, [id_or_key, id_or_key]).fetchone()
        return json.loads(found[0]) if found else None

    def store(self, *entities: dict[str, Any], key: str | None = None) -> None:
        """Store entities in the book in one transaction. Only a single entity may have a key."""
        rows = [(entity["id"], key or entity["id"], json.dumps(entity)) for entity in entities]
        with self.lock:
            self._book.execute("BEGIN")
            self._book.executemany(
                "INSERT INTO row VALUES (?, ?, ?) ON CONFLICT (id) DO UPDATE SET data = excluded.data", rows
            )
            self._book.execute("COMMIT")

    def create_link(self, wanted: dict[str, Any], own_url: str) -> dict[str, Any] | None:
        """Create a link. Return None if its reference is already used."""
        if self.get(wanted["reference_id"]):
            return None
        id_ = _new_id("plink")
        link = wanted | {"id": id_, "short_url": f"{own_url}/pay/{id_}", "status": "created", "payments": []}
        link |= {"entity": "payment_link", "amount_paid": 0, "created_at": int(time.time())}
        self.store(link, key=wanted["reference_id"])
        return link

    def pay(self, link: dict[str, Any], *, works: bool) -> str:
        """Record a payment or a failure, send the webhook, and return the URL to redirect the browser to."""
        payment = {
            "id": _new_id("pay"),
            "entity": "payment",
            "amount": link["amount"],
            "currency": "INR",
            "status": "captured" if works else "failed",
            "notes": link["notes"],
            "created_at": int(time.time()),
        }
        if works:
            link |= {"status": "paid", "amount_paid": link["amount"]}
        link["payments"] = [*link["payments"], {**payment, "payment_id": payment["id"]}]
        self.store(payment, link)
        entities = {"payment": {"entity": payment}}
        if works:
            entities["payment_link"] = {"entity": link}
        self.send_webhook("payment_link.paid" if works else "payment.failed", entities)
        return _callback(link, payment["id"]) if works else _my_orders(link)

    def payment(self, id_: str) -> dict[str, Any] | None:
        """Return a payment. Payments of the demo data are not in the book; the shop knows their amounts."""
        return {"id": id_, "amount": sys.maxsize} if id_.startswith(DEMO_PAYMENT) else self.get(id_)

    def refund(self, payment: dict[str, Any], amount: int, key: str, receipt: str = "") -> dict[str, Any] | None:
        """Refund once for each key. Return None if the refunds would exceed the payment."""
        with_key = self.get(f"key {key}")
        if with_key:
            return with_key
        sent = sum(
            refund["amount"]
            for refund in self.all("rfnd")
            if refund["payment_id"] == payment["id"] and refund["status"] != "failed"
        )
        if amount < 1 or sent + amount > payment["amount"]:
            return None
        refund = {"id": _new_id("rfnd"), "entity": "refund", "amount": amount, "payment_id": payment["id"]}
        fails = self.manner == "bounce"
        refund |= {"currency": "INR", "receipt": receipt, "created_at": int(time.time()), "status": "pending"}
        done = refund | {"status": "failed" if fails else "processed"}
        self.store(done, key=f"key {key}")
        self.send_webhook("refund.failed" if fails else "refund.processed", {"refund": {"entity": done}})
        return refund if fails else done

    def cancel(self, link: dict[str, Any]) -> dict[str, Any] | None:
        """Close a payment page. Return None if it is paid or closed."""
        if link["status"] != "created":
            return None
        link |= {"status": "cancelled"}
        self.store(link)
        self.send_webhook("payment_link.cancelled", {"payment_link": {"entity": link}})
        return link

    def send_webhook(self, event: str, payload: dict[str, Any]) -> None:
        """Send a webhook as `manner` says: normally, or with a fault such as a delay or a forged signature."""
        content = {"entity": "event", "event": event, "payload": payload, "created_at": int(time.time())}
        body = json.dumps(content).encode()
        secret = os.environ["SHOP_RAZORPAY_WEBHOOK_SECRET"] if self.manner != "forge" else "forged"
        signed = (body, hmac.new(secret.encode(), body, hashlib.sha256).hexdigest())
        if self.manner == "reorder" and not self._held:
            self._held.append(signed)
            return
        waiting = {"lose": [], "double": [signed, signed]}.get(self.manner, [signed])
        waiting, self._held = [*waiting, *self._held], []
        pause = DELAY_SECONDS if self.manner == "delay" else 0.0
        for each in waiting:
            threading.Thread(target=self._send, args=(*each, pause), daemon=True).start()

    def _send(self, body: bytes, signature: str, pause: float) -> None:
        headers = {"Content-Type": "application/json", "X-Razorpay-Signature": signature}
        request = urllib.request.Request(self._webhook_url, body, headers)  # noqa: S310 - the shop's own address
        for tried in range(WEBHOOK_TRIES):
            time.sleep(pause + tried)
            with suppress(OSError), _DIRECT.open(request, timeout=10):
                return


def _callback(link: dict[str, Any], payment_id: str) -> str:
    signed = [link["id"], link["reference_id"], link["status"], payment_id]
    secret = os.environ["SHOP_RAZORPAY_KEY_SECRET"].encode()
    names = ("payment_link_id", "payment_link_reference_id", "payment_link_status", "payment_id")
    query = {f"razorpay_{name}": value for name, value in zip(names, signed, strict=True)}
    query["razorpay_signature"] = hmac.new(secret, "|".join(signed).encode(), hashlib.sha256).hexdigest()
    return f"{link['callback_url']}?{urlencode(query)}"


def _my_orders(link: dict[str, Any]) -> str:
    return str(link["callback_url"]).partition("/api/")[0] + "/my-orders"


def _new_id(kind: str) -> str:
    return f"{kind}_{secrets.token_hex(7)}"


class Handler(BaseHTTPRequestHandler):
    """Handles the documented calls, the payment page, and the calls of tests."""

    provider: Provider

    def do_GET(self) -> None:
        path, query = urlsplit(self.path).path.strip("/"), parse_qs(urlsplit(self.path).query)
        if path == "demo/book":
            return self._json(200, {kind: self.provider.all(kind) for kind in ("plink", "pay", "rfnd")})
        link = self.provider.get(path.rpartition("/")[2])
        if path.startswith("pay/") and link:
            return self._page(link)
        if self.provider.manner == "away" or not self._is_allowed():
            return self._turn_away()
        if path == "v1/payment_links":
            found = self.provider.get(query.get("reference_id", [""])[0])
            return self._json(200, {"payment_links": [found] if found else []})
        return self._json(200, link) if link else self._refuse("The id does not exist")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers.get("Content-Length") or 0))
        with self.provider.lock:  # so that a page is not closed while it is paid
            self._post(urlsplit(self.path), body)

    def _post(self, address: SplitResult, body: bytes) -> None:
        path = address.path.strip("/")
        if path == "demo/manner":
            self.provider.manner = parse_qs(address.query).get("is", [""])[0]
            return self._json(200, {})
        if path.startswith("pay/"):
            return self._pay(self.provider.get(path.removeprefix("pay/")), parse_qs(body.decode()).get("do", [""])[0])
        if self.provider.manner == "away" or not self._is_allowed():
            return self._turn_away()
        wanted = json.loads(body or b"{}")
        if path == "v1/payment_links":
            made = self.provider.create_link(wanted, f"http://{self.headers['Host']}")
            return self._json(200, made) if made else self._refuse("A payment link with this reference_id exists")
        if path.startswith("v1/payment_links/") and path.endswith("/cancel"):
            link = self.provider.get(path.split("/")[2])
            closed = self.provider.cancel(link) if link else None
            return self._json(200, closed) if closed else self._refuse("The link is paid or closed")
        payment = self.provider.payment(path.split("/")[2]) if path.endswith("/refund") else None
        key = self.headers.get("X-Refund-Idempotency") or secrets.token_hex(10)
        receipt = wanted.get("receipt") or ""
        is_busy = self.provider.manner == "busy"
        refund = self.provider.refund(payment, wanted["amount"], key, receipt) if payment and not is_busy else None
        return self._json(200, refund) if refund else self._refuse(BUSY if is_busy else TOO_MUCH)

    def _pay(self, link: dict[str, Any] | None, wanted: str) -> None:
        if link is None or wanted not in {"pay", "fail", "nothing"}:
            return self._refuse("This link cannot be paid")
        if link["status"] != "created":
            return self._page(link, status=400)
        back = _my_orders(link) if wanted == "nothing" else self.provider.pay(link, works=wanted == "pay")
        self.send_response(303)
        self.send_header("Location", back)
        self.send_header("Content-Length", "0")
        return self.end_headers()

    def _page(self, link: dict[str, Any], *, status: int = 200) -> None:
        names = {"pay": "Pay", "fail": "Fail", "nothing": "Do nothing"} if link["status"] == "created" else {}
        buttons = "".join(f'<button name="do" value="{name}">{label}</button>' for name, label in names.items())
        buttons = buttons or f'<a href="{html.escape(_my_orders(link))}">Back to the shop</a>'
        about = html.escape(link["description"]) + ("" if names else f": {link['status']}")
        page = PAGE.format(about=about, rupees=f"{link['amount'] / 100:,.2f}", buttons=buttons)
        self._send(status, "text/html; charset=utf-8", page.encode())

    def _is_allowed(self) -> bool:
        key = f"{os.environ['SHOP_RAZORPAY_KEY_ID']}:{os.environ['SHOP_RAZORPAY_KEY_SECRET']}"
        return self.headers.get("Authorization", "") == f"Basic {base64.b64encode(key.encode()).decode()}"

    def _turn_away(self) -> None:
        if self.provider.manner == "away":
            self._json(503, {})
        else:
            self._refuse("Authentication failed", status=401)

    def _refuse(self, description: str, *, status: int = 400) -> None:
        self._json(status, {"error": {"code": "BAD_REQUEST_ERROR", "description": description}})

    def _json(self, status: int, content: dict[str, Any]) -> None:
        self._send(status, "application/json", json.dumps(content).encode())

    def _send(self, status: int, kind: str, data: bytes) -> None:
        self.send_response(status)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(data)))
        self.end_headers()
        self.wfile.write(data)

    def log_message(self, *_: object) -> None:
        """Log nothing: the shop's log has everything."""


def main() -> None:
    """Serve until SIGTERM."""
    parser = argparse.ArgumentParser(description="A demo payment provider without money.")
    parser.add_argument("--port", type=int, required=True)
    parser.add_argument("--book", type=Path, required=True)
    parser.add_argument("--webhook-url", required=True)
    options = parser.parse_args()
    signal.signal(signal.SIGTERM, lambda *_: sys.exit(0))
    Handler.provider = Provider(options.book, options.webhook_url)
    with ThreadingHTTPServer(("127.0.0.1", options.port), Handler) as server, suppress(KeyboardInterrupt):
        server.serve_forever()


if __name__ == "__main__":
    main()
