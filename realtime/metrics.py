"""What Prometheus can ask a realtime process, and the log's line for each event that went out."""

from collections.abc import Callable
from datetime import datetime

import structlog
from prometheus_client import Gauge, Histogram

from shop import metrics, traces
from shop.clock import now
from shop.events.wire import Entry
from shop.logs import is_traced

log = structlog.get_logger()

_SOCKETS = Gauge("shop_sockets", "Sockets that this process holds open.")
_SECONDS = Histogram(
    "shop_event_to_socket_seconds",
    "From when an event happened until it was put on the sockets.",
    buckets=(0.005, 0.01, 0.02, 0.03, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 30),
)


def serve(sockets: Callable[[], int]) -> None:
    """Answer for this process; ``sockets`` counts those that are open."""
    if metrics.are_wanted():
        _SOCKETS.set_function(sockets)
        metrics.serve()


def watch() -> Callable[[Entry], None]:
    """Return what is to be done with each event once it is out: nothing, where nobody wants to know."""
    return _watch if metrics.are_wanted() or is_traced() or traces.are_wanted() else _look_away


def _watch(entry: Entry) -> None:
    took = (now() - datetime.fromisoformat(entry.at)).total_seconds() if entry.at else 0.0
    if metrics.are_wanted():
        _SECONDS.observe(max(0.0, took))
    about: dict[str, str | int] = {"shop.event": entry.type, "shop.position": entry.position}
    traces.note(entry.request_id, "on the sockets", 0.0, about=about)
    ms = round(took * 1000, 1)
    log.debug("on the sockets", position=entry.position, type=entry.type, request_id=entry.request_id, ms=ms)


def _look_away(_: Entry) -> None:
    pass
