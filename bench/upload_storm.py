"""What hostile uploads cost others: the API's answers before them, and while they come in and are worked on.

A whole shop. Every hostile file of :mod:`tests.hostile`, more than 60, is uploaded by an admin over some connections at
once, in rounds, each to a product of its own: a p99 of a few hundred answers moves by a third by itself. A shopper asks
for the product list and for their orders all the while, on one connection at a steady pace, and goes on while the
worker is busy with what was taken. What becomes of each file, the tests show.

    python -m bench.upload_storm --seconds 60 --rounds 3
"""

import argparse
import multiprocessing
import os
import statistics
import tempfile
import time
from collections import Counter
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import product
from pathlib import Path

import httpx2

from demo import ADMIN, SHOPPER
from tests import hostile
from tests.stack import ShopStack

MOVES = 0.1
CONNECTIONS = 4
EVERY = 0.02
"""Seconds from one call of the shopper to the next."""


def storm(url: str, products: list[int], told: "multiprocessing.Queue[list[int]]") -> None:
    """Upload every file to each product and tell the statuses; before the first one, tell that it comes.

    In a process of its own: its work is no part of what the shopper waits for.
    """
    sources = (hostile.refused_at_the_door, hostile.refused_by_the_worker, hostile.served_clean)
    files = [content for source in sources for _, content in source()]
    with httpx2.Client(base_url=f"{url}/api", timeout=120) as admin:
        sign_in(admin, "/admin/login/", ADMIN)
        told.put([])

        def upload(product_id: int, content: bytes) -> int:
            form = {"productId": str(product_id), "type": "gallery"}
            return admin.post("/productimage/", data=form, files={"imageUrl": ("ring.jpg", content)}).status_code

        with ThreadPoolExecutor(CONNECTIONS) as hands:
            told.put(list(hands.map(upload, *zip(*product(products, files), strict=True))))


def sign_in(browser: httpx2.Client, address: str, who: tuple[str, str]) -> int:
    """Sign in, and return the person's number."""
    answer = browser.post(address, json={"email": who[0], "password": who[1]}).raise_for_status()
    browser.headers["X-XSRF-TOKEN"] = browser.cookies["XSRF-TOKEN"]
    person: int = answer.json()["data"]["id"]
    return person


def watch(url: str, is_over: Callable[[], bool]) -> dict[str, list[float]]:
    """Ask by turns, at a steady pace, and return how many milliseconds each answer took, by what was asked for."""
    with httpx2.Client(base_url=f"{url}/api", timeout=30) as shopper:
        own = sign_in(shopper, "/customer/login/", SHOPPER)
        addresses = {
            "catalogue": "/product/customer/?limit=20&search={turn:x}",
            "orders": f"/order/?customerId={own}&limit=20",
        }
        took: dict[str, list[float]] = {name: [] for name in addresses}
        turn, due = 0, time.perf_counter()
        while not is_over():
            for name, address in addresses.items():
                time.sleep(max(0.0, due - time.perf_counter()))
                began = time.perf_counter()
                shopper.get(address.format(turn=turn)).raise_for_status()
                took[name].append(1000 * (time.perf_counter() - began))
                due = max(due + EVERY, began)
            turn += 1
        return took


def measure(shop: ShopStack, seconds: float, rounds: int) -> bool:
    """Print the figures; return whether they moved by no more than they may."""
    told: multiprocessing.Queue[list[int]] = multiprocessing.Queue()
    listed = httpx2.get(f"{shop.url}/api/product/customer/?limit={rounds}").json()["data"]
    before = _watch_for(shop, seconds)
    uploading = multiprocessing.Process(target=storm, args=(shop.url, [one["id"] for one in listed], told), daemon=True)
    uploading.start()
    told.get()  # the files are made, and may come
    began = time.monotonic()
    coming = watch(shop.url, lambda: not told.empty())
    statuses = told.get()
    print(f"{len(statuses)} hostile files within {time.monotonic() - began:.1f} s,", end=" ")
    print(", ".join(f"{count} answered {status}" for status, count in sorted(Counter(statuses).items())))
    worked_on = _watch_for(shop, seconds)
    whole = {name: coming[name] + worked_on[name] for name in before}
    _compare("while they came in", before, coming)
    kept = _compare("in all, with the worker's part", before, whole)
    return kept and set(statuses) <= {200, 413, 422}


def _watch_for(shop: ShopStack, seconds: float) -> dict[str, list[float]]:
    ends = time.monotonic() + seconds
    return watch(shop.url, lambda: time.monotonic() > ends)


def _compare(title: str, before: dict[str, list[float]], now: dict[str, list[float]]) -> bool:
    print(f"{title}:")
    for name, took in before.items():
        middle = f"p50 {statistics.median(took):.1f} to {statistics.median(now[name]):.1f} ms"
        change = _p99(now[name]) / _p99(took) - 1
        tail = f"p99 {_p99(took):.1f} to {_p99(now[name]):.1f} ms ({change:+.0%})"
        print(f"  {name}: {middle}, {tail}, {len(now[name])} answers")
    return all(_p99(now[name]) <= _p99(before[name]) * (1 + MOVES) for name in before)


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100, method="inclusive")[98]


def main() -> int:
    """Start a shop, measure and print; return 1 where the promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=60)
    parser.add_argument("--rounds", type=int, default=3)
    options = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    settings = {"SHOP_DEMO_RENDITIONS": "no"}
    with (
        tempfile.TemporaryDirectory(prefix="swarna-bench-") as folder,
        ShopStack(Path(folder), with_demo=True, postgres_settings={}, environment=settings) as shop,
    ):
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        kept = measure(shop, options.seconds, options.rounds)
    print(f"goal: p99 moves by {MOVES:.0%} at most")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
