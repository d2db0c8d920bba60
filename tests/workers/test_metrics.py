"""A worker serves the metrics of its children, also of those that ended, and deletes the files of these."""

import os
import subprocess
import sys
from collections.abc import Iterator
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import pytest
from prometheus_client import CollectorRegistry

from workers.metrics import ProcessesCollector

ROOT = Path(__file__).resolve().parents[2]
CHILD = """
import sys
from workers import metrics
for line in sys.stdin:
    metrics.delivered("mail_contact", int(line), 0.3)
    print(flush=True)
"""
FIGURES = (
    ("shop_deliveries_total", {"result": "done"}),
    ("shop_delivery_seconds_count", {}),
    ("shop_delivery_seconds_bucket", {"le": "0.2"}),
    ("shop_delivery_seconds_bucket", {"le": "0.5"}),
    ("shop_delivery_seconds_bucket", {"le": "+Inf"}),
)


class Child:
    """A process that counts deliveries, as a child of a worker does."""

    def __init__(self, folder: Path) -> None:
        environment = os.environ | {"SHOP_METRICS_PORT": "1", "PROMETHEUS_MULTIPROC_DIR": str(folder)}
        self.process = subprocess.Popen(
            [sys.executable, "-c", CHILD],
            cwd=ROOT,
            env=environment,
            stdin=subprocess.PIPE,
            stdout=subprocess.PIPE,
            text=True,
        )

    def count(self, number: int) -> None:
        self.process.stdin.write(f"{number}\n")
        self.process.stdin.flush()
        self.process.stdout.readline()

    def kill(self) -> None:
        self.process.kill()
        self.process.communicate()


@pytest.fixture
def children(tmp_path) -> Iterator[list[Child]]:
    made = [Child(tmp_path) for _ in range(3)]
    yield made
    for child in made:
        child.kill()


def test_the_figures_of_ended_children_stay_and_their_files_go(tmp_path, children):
    registry = CollectorRegistry()
    registry.register(ProcessesCollector(tmp_path))

    def figures() -> list[float | None]:
        return [registry.get_sample_value(name, {"consumer": "mail_contact"} | labels) for name, labels in FIGURES]

    def pids() -> set[int]:
        return {int(file.stem.rpartition("_")[2]) for file in tmp_path.iterdir()}

    for number, child in enumerate(children, 1):
        child.count(number)
    assert figures() == [6, 3, 0, 3, 3]
    assert len(pids()) == 3
    *ended, live = children
    for child in ended:
        child.kill()
    with ThreadPoolExecutor(8) as scrapes:
        assert [scrape.result() for scrape in [scrapes.submit(figures) for _ in range(8)]] == [[6, 3, 0, 3, 3]] * 8
    assert pids() == {live.process.pid}
    live.count(4)
    assert figures() == [10, 4, 0, 4, 4]
    live.kill()
    for _ in range(2):
        assert figures() == [10, 4, 0, 4, 4]
    assert pids() == set()
