"""What hostile uploads cost others: the API's answers before them, and while they come in and are worked on.

A whole shop. Every hostile file of :mod:`tests.hostile`, more than 60, is uploaded by an admin over some connections at
once, in rounds, each to a product of its own. A shopper asks for products, for the first page, which shows what was
uploaded and else is kept, and for their orders all the while, on one connection at a steady pace. Quiet and storm,
which ends when the worker is through with what was taken, take turns, and their rounds are put together: a p99 of a few
hundred answers moves by a third by itself, and machines have moods. What becomes of each file, the tests show.

    python -m bench.upload_storm --seconds 20 --rounds 5
"""

import argparse
import multiprocessing
import os
import statistics
import tempfile
import time
from collections import Counter, defaultdict
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from itertools import count, repeat
from multiprocessing.queues import Queue
from pathlib import Path
from typing import TypeAlias

import httpx2
import psycopg

from demo import ADMIN, SHOPPER
from tests import hostile
from tests.faults.people import dsn
from tests.stack import ShopStack

MOVES = 0.1
CONNECTIONS = 4
EVERY = 0.02
"""Seconds from one call of the shopper to the next."""
LOOK_SECONDS = 0.5
_AT_WORK = "SELECT id FROM delivery WHERE queue = 'images' AND done_at IS NULL AND dead_at IS NULL"

Numbers: TypeAlias = "Queue[list[int]]"
Figures = defaultdict[str, list[float]]
"""How many milliseconds each answer took, by what was asked for."""


def storm(url: str, product_ids: Numbers, told: Numbers) -> None:
    """For each product whose number comes, upload every file to it and tell the statuses; first tell that it may come.

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
            while True:
                [product_id] = product_ids.get()
                told.put(list(hands.map(upload, repeat(product_id), files)))


def sign_in(browser: httpx2.Client, address: str, who: tuple[str, str]) -> int:
    """Sign in, and return the person's number."""
    answer = browser.post(address, json={"email": who[0], "password": who[1]}).raise_for_status()
    browser.headers["X-XSRF-TOKEN"] = browser.cookies["XSRF-TOKEN"]
    person: int = answer.json()["data"]["id"]
    return person


class Shopper:
    """Someone who asks by turns, at a steady pace: for products, other ones each time, the first page, and orders."""

    def __init__(self, browser: httpx2.Client) -> None:
        own = sign_in(browser, "/customer/login/", SHOPPER)
        self._browser = browser
        self._addresses = {
            "catalogue": "/product/customer/?limit=20&search={turn:x}",
            "first page": "/product/customer/?limit=20",
            "orders": f"/order/?customerId={own}&limit=20",
        }
        self._turns = count()

    def watch(self, took: Figures, is_over: Callable[[], bool]) -> None:
        """Note how long each answer takes until something is over."""
        due = time.perf_counter()
        while not is_over():
            turn = next(self._turns)
            for name, address in self._addresses.items():
                time.sleep(max(0.0, due - time.perf_counter()))
                began = time.perf_counter()
                self._browser.get(address.format(turn=turn)).raise_for_status()
                took[name].append(1000 * (time.perf_counter() - began))
                due = max(due + EVERY, began)

    def watch_for(self, took: Figures, seconds: float) -> None:
        """Note how long each answer takes for some time."""
        ends = time.monotonic() + seconds
        self.watch(took, lambda: time.monotonic() > ends)


def measure(shop: ShopStack, seconds: float, rounds: int) -> bool:
    """Print the figures; return whether they moved by no more than they may."""
    product_ids: Numbers = multiprocessing.Queue()
    told: Numbers = multiprocessing.Queue()
    uploading = multiprocessing.Process(target=storm, args=(shop.url, product_ids, told), daemon=True)
    uploading.start()
    told.get()  # the files are made, and may come
    quiet, amid, statuses = Figures(list), Figures(list), Counter[int]()
    with (
        httpx2.Client(base_url=f"{shop.url}/api", timeout=30) as browser,
        psycopg.connect(dsn(shop.database_url), autocommit=True) as connection,
    ):
        shopper = Shopper(browser)
        for one in browser.get(f"/product/customer/?limit={rounds}").json()["data"]:
            shopper.watch_for(quiet, seconds)
            product_ids.put([one["id"]])
            shopper.watch(amid, lambda: not told.empty())
            statuses.update(told.get())
            while connection.execute(_AT_WORK).fetchall():
                shopper.watch_for(amid, LOOK_SECONDS)
    uploading.terminate()
    answered = ", ".join(f"{number} answered {status}" for status, number in sorted(statuses.items()))
    print(f"{statuses.total()} hostile files in {rounds} rounds: {answered}")
    kept = _compare(quiet, amid)
    return kept and set(statuses) <= {200, 413, 422}


def _compare(quiet: Figures, amid: Figures) -> bool:
    for name, took in quiet.items():
        middle = f"p50 {statistics.median(took):.1f} to {statistics.median(amid[name]):.1f} ms"
        change = _p99(amid[name]) / _p99(took) - 1
        tail = f"p99 {_p99(took):.1f} to {_p99(amid[name]):.1f} ms ({change:+.0%})"
        print(f"  {name}: {middle}, {tail}, {len(took)} and {len(amid[name])} answers")
    return all(_p99(amid[name]) <= _p99(quiet[name]) * (1 + MOVES) for name in quiet)


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100, method="inclusive")[98]


def main() -> int:
    """Start a shop, measure and print; return 1 where the promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=20, help="of quiet before each round")
    parser.add_argument("--rounds", type=int, default=5)
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
