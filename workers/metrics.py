"""Metrics of a worker: deliveries by consumer and result, and their durations.

The children of a worker write their metrics to files, which the worker reads and serves. Celery replaces children, so
the worker keeps the figures of those that ended, and deletes their files. prometheus_client reads the folder's name on
import, so the folder is created first. Whether metrics are wanted is read from the environment: the
settings must not be read on import, as :mod:`local.template` imports this module.
"""

import os
import shutil
import tempfile
import threading
from atexit import register
from collections import defaultdict
from collections.abc import Iterable
from pathlib import Path

_FOLDER = "PROMETHEUS_MULTIPROC_DIR"
_WANTED = os.environ.get("SHOP_METRICS_PORT", "0") not in {"", "0"}

if _WANTED and _FOLDER not in os.environ:
    os.environ[_FOLDER] = tempfile.mkdtemp(prefix="swarna-metrics-")

from prometheus_client import CollectorRegistry, Counter, Histogram, Metric  # noqa: E402 - after the folder is known
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

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
        registry.register(ProcessesCollector(Path(os.environ[_FOLDER])))
        metrics.serve(registry)
        register(_tidy, os.getpid())


class ProcessesCollector(Collector):
    """Collects the metrics of processes that write to a folder. Each scrape reads the files of live processes only."""

    def __init__(self, folder: Path) -> None:
        self._folder = folder
        self._ended: list[Metric] = []
        self._lock = threading.Lock()

    def collect(self) -> list[Metric]:
        """Return the sums over all processes. Take over the figures of those that ended, and delete their files."""
        with self._lock:  # a concurrent scrape must not count a file twice, or miss it
            live: list[Path] = []
            ended: list[Path] = []
            for file in self._folder.glob("*.db"):
                (live if _is_running(int(file.stem.rpartition("_")[2])) else ended).append(file)
            self._ended = _add([*self._ended, *_read(ended)])
            for file in ended:
                file.unlink()
            return _add([*self._ended, *_read(live)])


def _read(files: Iterable[Path]) -> Iterable[Metric]:
    families: Iterable[Metric] = MultiProcessCollector.merge(map(str, files))  # type: ignore[no-untyped-call]
    return families


def _add(families: Iterable[Metric]) -> list[Metric]:
    """Add the samples of counters and histograms. Buckets are cumulative in each histogram, and so in the sum."""
    totals: dict[str, Metric] = {}
    values: dict[str, dict[tuple[str, tuple[tuple[str, str], ...]], float]] = defaultdict(lambda: defaultdict(float))
    for family in families:
        totals.setdefault(family.name, Metric(family.name, family.documentation, family.type))
        for sample in family.samples:
            values[family.name][sample.name, tuple(sample.labels.items())] += sample.value
    for name, total in totals.items():
        for (sample_name, labels), value in values[name].items():
            total.add_sample(sample_name, dict(labels), value)
    return list(totals.values())


def _is_running(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except (ProcessLookupError, PermissionError):  # a process of another user has the pid of an ended one
        return False
    return True


def _tidy(pid: int) -> None:
    if os.getpid() == pid:
        shutil.rmtree(os.environ[_FOLDER], ignore_errors=True)
