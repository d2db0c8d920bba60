"""Metrics of a worker: deliveries by consumer and result, and their durations.

The children of a worker write their metrics to files, which the worker reads and serves. prometheus_client reads the
folder's name on import, so the folder is created first. Whether metrics are wanted is read from the environment: the
settings must not be read on import, as :mod:`local.template` imports this module.
"""

import os
import shutil
import tempfile
from atexit import register

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_WANTED = os.environ.get("SHOP_METRICS_PORT", "0") not in {"", "0"}

if _WANTED and _FOLDER not in os.environ:
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="swarna-metrics-")

from prometheus_client import CollectorRegistry, Counter, Histogram  # noqa: E402 - after the folder is known
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402

from shop.observability import metrics  # noqa: E402

_DELIVERIES = Counter("shop_deliveries", "Deliveries, by consumer and result.", ("consumer", "result"))
_SECONDS = Histogram(
    "shop_delivery_seconds",
    "How long a consumer worked on the deliveries of one task.",
    ("consumer",),
    buckets=(0.002, 0.005, 0.01, 0.02, 0.05, 0.1, 0.2, 0.5, 1, 2, 5, 10, 20, 60),
)


def delivered(consumer: str, count: int, seconds: float) -> None:
    """Count deliveries that were processed together."""
    if _WANTED:
        _DELIVERIES.labels(consumer, "done").inc(count)
        _SECONDS.labels(consumer).observe(seconds)


def failed(consumer: str, count: int) -> None:
    """Count deliveries that failed and will be retried."""
    if _WANTED:
        _DELIVERIES.labels(consumer, "failed").inc(count)


def serve() -> None:
    """Serve the metrics of this worker and its children."""
    if _WANTED:
        registry = CollectorRegistry()
        MultiProcessCollector(registry)  # type: ignore[no-untyped-call]
        metrics.serve(registry)
        register(_tidy, os.getpid())


def _tidy(pid: int) -> None:
    if os.getpid() == pid:
        shutil.rmtree(os.environ[_FOLDER], ignore_errors=True)
