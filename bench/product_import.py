"""Measure the import of a file of 10,000 products: time, and memory of the worker and the API.

Starts a whole shop with a durable PostgreSQL. The file is sent as the portal sends it: previewed, imported by the
worker, and previewed again, which must find no changes. Last, a file with one changed figure in every row is imported.
A visitor requests the product list ten times a second during the import, which shows its effect on others. Memory is
the peak of each process.

    make bench B="product_import --rows 10000"
"""

import argparse
import statistics
import sys
import tempfile
import threading
import time
from pathlib import Path
from typing import Any

import httpx2

from bench.parts import report
from bench.parts.report import Goal
from demo import ADMIN
from shop.product_imports.columns import COLUMNS
from tests.support.process_memory import children_of
from tests.support.running_shop import ShopStack

MEGABYTES = {"web": 350, "images": 200}
"""The maximum memory of the API, and of the worker that imports."""


def file(rows: int, *, making: int, vendor: str) -> bytes:
    """Return a CSV file of products that are not in the demo shop."""
    lines = [",".join(column.heading for column in COLUMNS)]
    for number in range(rows):
        figures = f"{5 + number % 40}.{number % 1000:03},{making},900,0,22k,active,yes,60000,7000,2026-10-01"
        text = f"Piece number {number} of a long list: worked by hand as its drawing shows."
        lines.append(f"BN-{number:05},Piece {number},{text},Rings,general,{vendor},{figures}")
    return "\n".join(lines).encode()


class ListReader(threading.Thread):
    """Requests the product list repeatedly and records each response time in milliseconds."""

    def __init__(self, url: str) -> None:
        super().__init__(daemon=True)
        self.took: list[float] = []
        self._url = url
        self._ending = threading.Event()

    def run(self) -> None:
        """Send requests until stopped."""
        with httpx2.Client(base_url=self._url, timeout=30) as client:
            while not self._ending.wait(0.1):
                began = time.perf_counter()
                client.get("/api/product/customer/?limit=20").raise_for_status()
                self.took.append(1000 * (time.perf_counter() - began))

    def stop(self) -> None:
        """Stop, and wait for the last response."""
        self._ending.set()
        self.join()


def preview(admin: httpx2.Client, content: bytes) -> tuple[float, dict[str, Any]]:
    """Upload a file. Return the seconds until the response, and its data."""
    began = time.perf_counter()
    answer = admin.post("/product/import/", files={"file": ("bench.csv", content, "text/csv")}).raise_for_status()
    return time.perf_counter() - began, answer.json()["data"]


def run_import(admin: httpx2.Client, import_id: int) -> tuple[float, dict[str, Any]]:
    """Start an import. Return the seconds until it was done, and its result."""
    began = time.perf_counter()
    admin.post(f"/product/import/?id={import_id}").raise_for_status()
    while True:
        state = admin.get(f"/product/import/?id={import_id}").raise_for_status().json()["data"]
        if state["status"] == "done":
            return time.perf_counter() - began, state
        time.sleep(0.1)


def peak(shop: ShopStack, name: str) -> float:
    """Return the peak memory in megabytes of a process or of its largest child."""
    pids = [shop.pid(name), *(child.pid for child in children_of(shop.pid(name)))]
    return max(_peak(pid) for pid in pids) / 1024


def _peak(pid: int | None) -> int:
    status = Path(f"/proc/{pid}/status").read_text()
    [line] = [line for line in status.splitlines() if line.startswith("VmHWM")]
    return int(line.split()[1])


def measure(shop: ShopStack, rows: int) -> int:
    """Print a line for each step, and the goals, which are those of 10,000 rows. Return 1 if one was missed."""
    before = {name: peak(shop, name) for name in MEGABYTES}
    previews, imports = [], []
    with httpx2.Client(base_url=f"{shop.url}/api", timeout=60) as admin:
        admin.post("/admin/login/", json={"email": ADMIN[0], "password": ADMIN[1]}).raise_for_status()
        admin.headers["X-XSRF-TOKEN"] = admin.cookies["XSRF-TOKEN"]
        vendor = admin.get("/vendor/?status=active").json()["data"][0]["name"]
        for title, making in (("new", 2500), ("every row changed", 2600)):
            content = file(rows, making=making, vendor=vendor)
            visitor = ListReader(shop.url)
            visitor.start()
            previewed, foreseen = preview(admin, content)
            took, done = run_import(admin, foreseen["id"])
            previews.append(previewed)
            imports.append(took)
            visitor.stop()
            written = done["created"] + done["updated"]
            cuts = statistics.quantiles(visitor.took, n=100, method="inclusive")
            print(f"{title}: {len(content) / 2**20:.1f} MB previewed in {previewed:.1f} s,")
            print(f"  {written} rows imported in {took:.1f} s")
            print(f"  product list during the import: p50 {cuts[49]:.0f} ms, p95 {cuts[94]:.0f} ms")
        previewed, again = preview(admin, content)
        print(f"the same file again: previewed in {previewed:.1f} s, {again['unchanged']} rows unchanged")
    peaks = {name: peak(shop, name) for name in MEGABYTES}
    for name, least in before.items():
        print(f"memory of {name}: {least:.0f} MB before, {peaks[name]:.0f} MB at most")
    return report.goals(
        Goal("a preview", max(previews), most=5, unit=" s"),
        Goal("an import", max(imports), most=60, unit=" s"),
        *(Goal(f"memory of {name}", peaks[name], most=most, unit=" MB") for name, most in MEGABYTES.items()),
    )


def main() -> int:
    """Start a shop, measure and print. Return 1 if a goal was missed."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--rows", type=int, default=10_000)
    options = parser.parse_args()
    with (
        tempfile.TemporaryDirectory(prefix="swarna-bench-") as folder,
        ShopStack(
            Path(folder), with_demo=True, postgres_settings={}, environment={"SHOP_DEMO_RENDITIONS": "no"}
        ) as shop,
    ):
        report.head(f"The import of {options.rows} products")
        return measure(shop, options.rows)


if __name__ == "__main__":
    sys.exit(main())
