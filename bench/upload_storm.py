"""What hostile uploads cost others: the API's answers before them, and while they come in and are worked on.

A whole shop. Every hostile file of :mod:`tests.hostile`, more than 60, is uploaded by an admin over some connections at
once. A shopper asks for the product list and for their orders all the while, on one connection at a steady pace, and
goes on while the worker is busy with what was taken. What becomes of each file, the tests show.

    python -m bench.upload_storm --seconds 30
"""

import argparse
import multiprocessing
import os
import statistics
import tempfile
import threading
import time
from collections.abc import Callable
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path

import httpx2

from demo import ADMIN, SHOPPER
from tests import hostile
from tests.stack import ShopStack

MOVES = 0.1
CONNECTIONS = 4
EVERY = 0.02
"""Seconds from one call of the shopper to the next."""


def storm(url: str, product_id: int, seconds: float, told: "multiprocessing.Queue[tuple[int, int]]") -> None:
    """Upload every file, let the worker go on until these seconds are over, and tell how many were refused and taken.

    In a process of its own: its work is no part of what the shopper waits for.
    """
    sources = (hostile.refused_at_the_door, hostile.refused_by_the_worker, hostile.served_clean)
    files = [content for source in sources for _, content in source()]
    with httpx2.Client(base_url=f"{url}/api", timeout=120) as admin:
        sign_in(admin, "/admin/login/", ADMIN)
        told.put((0, len(files)))
        ends = time.monotonic() + seconds

        def upload(content: bytes) -> int:
            form = {"productId": str(product_id), "type": "gallery"}
            return admin.post("/productimage/", data=form, files={"imageUrl": ("ring.jpg", content)}).status_code

        with ThreadPoolExecutor(CONNECTIONS) as hands:
            statuses = list(hands.map(upload, files))
        time.sleep(max(0.0, ends - time.monotonic()))
        if not set(statuses) <= {200, 413, 422}:
            raise SystemExit(f"answers: {sorted(set(statuses))}")
        told.put((sum(status != 200 for status in statuses), sum(status == 200 for status in statuses)))


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


def measure(shop: ShopStack, seconds: float) -> bool:
    """Print the figures; return whether they moved by no more than they may."""
    told: multiprocessing.Queue[tuple[int, int]] = multiprocessing.Queue()
    product_id = httpx2.get(f"{shop.url}/api/product/customer/?limit=1").json()["data"][0]["id"]
    ends = time.monotonic() + seconds
    before = watch(shop.url, lambda: time.monotonic() > ends)
    uploading = multiprocessing.Process(target=storm, args=(shop.url, product_id, seconds, told), daemon=True)
    uploading.start()
    _, files = told.get()  # they are made, and may come
    over = threading.Event()
    threading.Thread(target=lambda: (uploading.join(), over.set()), daemon=True).start()
    began = time.monotonic()
    meanwhile = watch(shop.url, over.is_set)
    refused, taken = told.get()
    print(f"{files} hostile files in {time.monotonic() - began:.0f} s: {refused} refused at the door, {taken} taken")
    kept = [_compare(name, before[name], meanwhile[name]) for name in before]
    return all(kept)


def _compare(name: str, before: list[float], meanwhile: list[float]) -> bool:
    was, is_now = _p99(before), _p99(meanwhile)
    middle = f"p50 {statistics.median(before):.1f} to {statistics.median(meanwhile):.1f} ms"
    print(f"{name}: {middle}, p99 {was:.1f} to {is_now:.1f} ms ({is_now / was - 1:+.0%}), {len(meanwhile)} answers")
    return is_now <= was * (1 + MOVES)


def _p99(took: list[float]) -> float:
    return statistics.quantiles(took, n=100, method="inclusive")[98]


def main() -> int:
    """Start a shop, measure and print; return 1 where the promise is broken."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=40)
    options = parser.parse_args()
    multiprocessing.set_start_method("spawn")
    settings = {"SHOP_DEMO_RENDITIONS": "no"}
    with (
        tempfile.TemporaryDirectory(prefix="swarna-bench-") as folder,
        ShopStack(Path(folder), with_demo=True, postgres_settings={}, environment=settings) as shop,
    ):
        print(f"load {os.getloadavg()[0]:.1f} on {os.cpu_count()} cores")
        kept = measure(shop, options.seconds)
    print(f"goal: p99 moves by {MOVES:.0%} at most")
    return 0 if kept else 1


if __name__ == "__main__":
    raise SystemExit(main())
