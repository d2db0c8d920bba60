"""Measure the memory of the whole shop at rest, and the time of its first start.

A fresh clone of the newest commit is started by `make run`. Once the renditions of the demo are made, the shop stays
idle for half a minute. Memory is proportional: a page shared by several processes counts for each by its share.
Packages come from the caches of uv, pip and npm if they are there.

    make bench B=memory
    make bench B="memory --here"    # this clone, with its installed packages
"""

import argparse
import os
import shlex
import signal
import subprocess
import sys
import tempfile
import time
from collections import defaultdict
from collections.abc import Iterator
from contextlib import contextmanager, suppress
from pathlib import Path

import psutil
import psycopg

from bench.parts import report
from bench.parts.report import Goal
from local import health
from local.ports import free_port
from shop.text.urls import driver_url
from tests.support.process_memory import proportional

REST_SECONDS = 30.0
START_LIMIT = 600.0
ROOT = Path(__file__).resolve().parent.parent
KINDS = ("postgres", "redis-server")


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--here", action="store_true", help="start this clone instead, with its development tools")
    parser.add_argument("--rest", type=float, default=REST_SECONDS, help="seconds of rest before memory is read")
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-") as folder:
        clone = ROOT if options.here else _clone(Path(folder))
        report.head("The whole shop at rest")
        with _started(clone, Path(folder) / "data") as (shop, seconds):
            _wait_for_the_work(Path(folder) / "data" / "environment")
            time.sleep(options.rest)
            held = _held(shop)
    report.table(("process", "MB", "processes"), [(kind, sum(of), len(of)) for kind, of in held.items()])
    megabytes = sum(map(sum, held.values()))
    goals = [Goal("the whole shop at rest", megabytes, most=550, floor=650, unit=" MB")]
    if not options.here:
        goals.append(Goal("first start", seconds, most=40, floor=52, unit=" s"))
    return report.goals(*goals)


def _clone(folder: Path) -> Path:
    subprocess.run(["git", "clone", "--quiet", "--no-hardlinks", ROOT, folder / "clone"], check=True)
    return folder / "clone"


@contextmanager
def _started(clone: Path, data: Path) -> Iterator[tuple[psutil.Process, float]]:
    """Run the shop. Yield its supervisor process and the seconds until it was healthy."""
    port = free_port()
    # Copy packages: a hard link into a cache would share its pages with other programs on the machine.
    environment = os.environ | {"PORT": str(port), "DATA_DIR": str(data), "UV_LINK_MODE": "copy"}
    began = time.monotonic()
    with subprocess.Popen(["make", "--silent", "run"], cwd=clone, env=environment, stdout=subprocess.DEVNULL) as make:
        try:
            while lack := health.missing("127.0.0.1", port) or _lack_of(data / "environment"):
                if make.poll() is not None or time.monotonic() - began > START_LIMIT:
                    raise SystemExit(f"The shop did not start: {lack}")
                time.sleep(0.1)
            yield psutil.Process(make.pid), time.monotonic() - began
        finally:
            with suppress(psutil.NoSuchProcess):
                for child in psutil.Process(make.pid).children():
                    child.send_signal(signal.SIGTERM)
            make.send_signal(signal.SIGTERM)


def _lack_of(file: Path) -> str | None:
    """Return the name of a missing part, or None. The supervisor writes this file just after the shop is healthy."""
    return None if file.exists() else f"no {file.name} yet"


def _held(shop: psutil.Process) -> dict[str, list[float]]:
    """Return the megabytes of each process of the shop, by kind."""
    held = defaultdict(list)
    for process in [shop, *shop.children(recursive=True)]:
        held[_kind(process)].append(proportional(process.pid) / 1e6)
    return dict(sorted(held.items(), key=lambda item: -sum(item[1])))


def _kind(process: psutil.Process) -> str:
    line = " ".join(process.cmdline())
    if line.endswith("-m local"):
        return "supervisor"
    name = process.name()  # the supervisor names the forks of the template
    if line.endswith("-m local.template") and name.startswith("python"):
        return "template"
    return next((kind for kind in KINDS if kind in line), name)


def _wait_for_the_work(environment: Path) -> None:
    """Wait until all deliveries of the demo's events are done."""
    values = dict(line.split("=", 1) for line in environment.read_text().splitlines())
    [url] = shlex.split(values["SHOP_OWNER_DATABASE_URL"])
    with psycopg.connect(driver_url(url), autocommit=True) as database:
        while database.execute("SELECT EXISTS (SELECT FROM delivery WHERE done_at IS NULL)").fetchone() != (False,):
            time.sleep(1)


if __name__ == "__main__":
    sys.exit(main())
