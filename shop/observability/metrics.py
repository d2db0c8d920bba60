"""The Prometheus endpoint of a process, on its own port, which shoppers cannot reach.

It is off unless ``SHOP_METRICS_PORT`` is set. It listens at ``SHOP_METRICS_HOST``, by default on loopback.
"""

import threading

import structlog
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server

from shop.settings import settings

log = structlog.get_logger()

_opened = threading.Lock()


def are_enabled() -> bool:
    """Whether metrics are enabled. Otherwise nothing is measured."""
    return settings().metrics_port > 0


def serve(registry: CollectorRegistry = REGISTRY) -> None:
    """Serve ``/metrics`` from a thread, once in a process. If the port is taken, the process runs without metrics."""
    if not are_enabled() or not _opened.acquire(blocking=False):
        return
    port, host = settings().metrics_port, settings().metrics_host
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        log.warning("no metrics: the port cannot be opened", port=port, host=host, reason=error.strerror)
