"""The door at which Prometheus asks a process for its figures: a port of its own, which shoppers never reach.

Off unless ``SHOP_METRICS_PORT`` names a port; then at ``SHOP_METRICS_HOST``, which is loopback unless told otherwise.
"""

import threading

import structlog
from prometheus_client import REGISTRY, CollectorRegistry, start_http_server

from shop.settings import settings

log = structlog.get_logger()

_opened = threading.Lock()


def are_wanted() -> bool:
    """Whether anyone will ask for figures; where nobody will, nothing is measured."""
    return settings().metrics_port > 0


def serve(registry: CollectorRegistry = REGISTRY) -> None:
    """Answer ``/metrics`` from a thread, once in a process; a port that is taken costs the figures and nothing else."""
    if not are_wanted() or not _opened.acquire(blocking=False):
        return
    port, host = settings().metrics_port, settings().metrics_host
    try:
        start_http_server(port, host, registry)
    except OSError as error:
        log.warning("no metrics: the port cannot be had", port=port, host=host, reason=error.strerror)
