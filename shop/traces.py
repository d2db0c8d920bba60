"""Traces for OpenTelemetry: one for each request, with all that follows from it, across every process.

Off unless ``SHOP_OTLP_URL`` names a collector. A trace needs no column and no header of its own: its ids follow from
the request's number, which the event carries anyway. So the relay, a worker or a realtime process that comes to an
event a day later still adds to the trace of the click that it came from.

Spans go out as OTLP over HTTP in JSON (https://opentelemetry.io/docs/specs/otlp/), from a thread, in batches. A
collector that is away or slow costs spans and nothing else.
"""

import hashlib
import json
import os
import queue
import secrets
import threading
import time
import urllib.request
from functools import lru_cache
from typing import Any

import structlog

from shop import logs
from shop.settings import settings

EVERY_SECONDS = 1.0
MOST_WAITING = 5_000
LARGEST_BATCH = 500
TIMEOUT = 3.0
SERVER, CONSUMER = 2, 5
"""Kinds of span: what answers a request, and what works on a message."""

log = structlog.get_logger()


def are_wanted() -> bool:
    """Whether there is a collector."""
    return bool(settings().otlp_url)


def note_request(request_id: str, name: str, seconds: float, *, failed: bool, about: dict[str, str | int]) -> None:
    """Note a request that has just been answered: the root of its trace."""
    if are_wanted():
        _note(
            _span(request_id, name, SERVER, seconds, failed=failed, about=about, span_id=_ids(request_id)[1], root=True)
        )


def note(
    request_id: str | None, name: str, seconds: float, *, about: dict[str, str | int], failed: bool = False
) -> None:
    """Note something that followed from a request and has just ended; what came from no request is left out."""
    if request_id and are_wanted():
        _note(_span(request_id, name, CONSUMER, seconds, failed=failed, about=about, span_id=secrets.token_hex(8)))


def _span(
    request_id: str,
    name: str,
    kind: int,
    seconds: float,
    *,
    failed: bool,
    about: dict[str, str | int],
    span_id: str,
    root: bool = False,
) -> dict[str, Any]:
    trace_id, root_id = _ids(request_id)
    end = time.time_ns()
    span = {
        "traceId": trace_id,
        "spanId": span_id,
        "name": name,
        "kind": kind,
        "startTimeUnixNano": str(end - int(seconds * 1e9)),
        "endTimeUnixNano": str(end),
        "attributes": [_attribute(key, value) for key, value in about.items()],
        "status": {"code": 2} if failed else {},
    }
    return span if root else span | {"parentSpanId": root_id}


def _ids(request_id: str) -> tuple[str, str]:
    """Return the ids of a request's trace and of its root."""
    digest = hashlib.sha256(f"trace {request_id}".encode()).hexdigest()
    return digest[:32], digest[32:48]


def _attribute(key: str, value: str | int) -> dict[str, Any]:
    return {"key": key, "value": {"stringValue": value} if isinstance(value, str) else {"intValue": str(value)}}


def _note(span: dict[str, Any]) -> None:
    _sender(os.getpid()).put(span)


@lru_cache(maxsize=1)
def _sender(_process: int) -> "Sender":
    """Return this process's sender; a forked child, whose parent's thread did not come along, gets its own."""
    sender = Sender(settings().otlp_url, logs.process)
    sender.start()
    return sender


class Sender(threading.Thread):
    """Sends spans to a collector for as long as the process lives."""

    def __init__(self, url: str, service: str) -> None:
        super().__init__(daemon=True, name="traces")
        self._address = f"{url.rstrip('/')}/v1/traces"
        self._resource = {"attributes": [_attribute("service.name", f"swarna-{service}")]}
        self._waiting: queue.Queue[dict[str, Any]] = queue.Queue(MOST_WAITING)
        self._is_heard = True

    def put(self, span: dict[str, Any]) -> None:
        """Queue a span; where too many wait, it is lost."""
        try:
            self._waiting.put_nowait(span)
        except queue.Full:
            self._tell(heard=False, reason="too many spans wait")

    def run(self) -> None:
        """Send what came together, once a second."""
        while True:
            spans = [self._waiting.get()]
            time.sleep(EVERY_SECONDS)
            while len(spans) < LARGEST_BATCH and not self._waiting.empty():
                spans.append(self._waiting.get_nowait())
            self._send(spans)

    def _send(self, spans: list[dict[str, Any]]) -> None:
        scope = {"scope": {"name": "swarna"}, "spans": spans}
        body = json.dumps({"resourceSpans": [{"resource": self._resource, "scopeSpans": [scope]}]}).encode()
        request = urllib.request.Request(self._address, body, {"Content-Type": "application/json"})  # noqa: S310
        try:
            with urllib.request.urlopen(request, timeout=TIMEOUT):  # noqa: S310 - the operator's own address
                self._tell(heard=True)
        except OSError as error:
            self._tell(heard=False, reason=type(error).__name__)

    def _tell(self, *, heard: bool, reason: str = "") -> None:
        """Log the first loss, and the return."""
        if heard != self._is_heard:
            self._is_heard = heard
            if heard:
                log.info("traces are heard again")
            else:
                log.warning("traces are lost: the collector does not take them", reason=reason)
