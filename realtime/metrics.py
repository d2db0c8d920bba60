"""Metrics, traces and log lines of a realtime process: open sockets and sent events."""

from collections.abc import Callable
from datetime import datetime

import structlog
from prometheus_client import Gauge, Histogram

from shop.clock import now
from shop.events.wire_format import StreamEvent
from shop.observability import metrics, traces
from shop.observability.logs import is_traced

log = structlog.get_logger()

_SOCKETS = Gauge("shop_sockets", "Sockets that this process holds open.")
_SECONDS = Histogram(
    "shop_event_to_socket_seconds",
    "Seconds from when an event happened until it was written to the sockets.",
    buckets=(0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)


def serve(sockets: Callable[[], int]) -> None:
    """Serve the metrics of this process. ``sockets`` returns the number of open sockets."""
    if metrics.are_enabled():
        _SOCKETS.set_function(sockets)
        metrics.serve()


def observer() -> Callable[[StreamEvent], None]:
    """Return the function to call for each sent event. It does nothing if metrics, traces and debug logs are off."""
    return _observe if metrics.are_enabled() or is_traced() or traces.is_enabled() else _ignore


def _observe(event: StreamEvent) -> None:
    took = (now() - datetime.fromisoformat(event.at)).total_seconds() if event.at else 0.0
    if metrics.are_enabled():
        _SECONDS.observe(max(0.0, took))
    attributes: traces.Attributes = {"shop.event": event.type, "shop.position": event.position}
    traces.record(event.request_id, "on the sockets", 0.0, attributes=attributes)
    ms = round(took * 1000, 1)
    log.debug("on the sockets", position=event.position, type=event.type, request_id=event.request_id, ms=ms)


def _ignore(_: StreamEvent) -> None:
    pass
