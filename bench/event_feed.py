"""Measure how many events a second readers get from the feed, and whether each gets every event once and in order.

A shop has a backlog of events, and more are written at a fixed rate. Three readers, each with its own key, read pages
of 500 from the oldest event, then wait for new events. Each stores a page with the position to continue from in one
write. Each is killed several times while it reads, and continues from the end of its file.

    make bench B="event_feed --events 100000 --rate 200"
"""

import argparse
import json
import os
import random
import signal
import subprocess
import sys
import tempfile
import threading
import time
from itertools import pairwise
from pathlib import Path
from typing import Never

import httpx2
import psycopg

from bench.parts import report
from bench.parts.report import Goal
from shop.api_keys.model import ApiKey, Scope
from shop.clock import now
from shop.text.urls import driver_url
from tests.support.running_shop import ShopStack

READERS = 3
PAGE = 500
WITHIN_SECONDS = 300.0

_BACKLOG = """
    WITH made AS (
        INSERT INTO domain_event (position, type, aggregate, reach, customer_id, data, admin_data, occurred_at)
        SELECT stream.position + n, 'order.status_changed', 'order:' || n %% 5000, 'customer_and_admins', 1,
            jsonb_build_object('orderId', n %% 5000, 'itemId', n %% 5000, 'customerId', 1, 'from', 'ordered',
                'status', 'packed', 'orderedAt', '2026-11-24T10:00:00.000Z', 'packedAt', '2026-11-24T11:00:00.000Z',
                'shippedAt', NULL, 'deliveredAt', NULL, 'version', n, 'currentStatus', 'packed'),
            '{"changedBy": "Karthik Rao"}', now()
        FROM (SELECT position FROM event_stream FOR UPDATE) AS stream, generate_series(1, %s) AS n RETURNING position
    )
    UPDATE event_stream SET position = (SELECT max(position) FROM made)
"""
_WRITE = """
    WITH written AS (
        INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
        SELECT 'order.changed', 'order:' || n, 'admins', jsonb_build_object('orderId', n), now()
        FROM generate_series(1, %s) AS n RETURNING id
    )
    SELECT pg_notify('domain_event', '') FROM written LIMIT 1
"""
_PUBLIC = "SELECT position FROM domain_event WHERE reach <> 'nobody' AND position <= %s ORDER BY position"


def read(url: str, key: str, kept: Path) -> Never:
    """Read the feed until killed. Each line of ``kept`` is a page: its positions, and the position to continue from."""
    lines = kept.read_bytes().splitlines(keepends=True) if kept.exists() else []
    whole = [line for line in lines if line.endswith(b"\n")]
    os.truncate(kept, sum(map(len, whole))) if lines else kept.touch()
    after = json.loads(whole[-1])["after"] if whole else 0
    out = os.open(kept, os.O_WRONLY | os.O_APPEND)
    with httpx2.Client(base_url=url, headers={"Authorization": f"Bearer {key}"}, timeout=40) as client:
        while True:
            response = client.get("/api/events/", params={"after": after, "limit": PAGE, "wait": 20})
            if response.status_code == 429:
                time.sleep(float(response.headers["retry-after"]))
                continue
            page = response.raise_for_status().json()
            after = page["nextAfter"]
            positions = [event["position"] for event in page["data"]]
            os.write(out, json.dumps({"positions": positions, "after": after, "at": time.time()}).encode() + b"\n")


def pages_of(kept: Path) -> list[dict]:
    """Return the whole pages of a reader's file."""
    lines = kept.read_bytes().splitlines(keepends=True) if kept.exists() else []
    return [json.loads(line) for line in lines if line.endswith(b"\n")]


def main() -> int:
    """Measure and print the figures. Return 1 if a goal was missed."""
    options = argparse.ArgumentParser(description=__doc__.partition("\n")[0])
    options.add_argument("--events", type=int, default=100_000, help="the backlog")
    options.add_argument("--rate", type=int, default=200, help="events a second that are written meanwhile")
    options.add_argument("--kills", type=int, default=4, help="how often each reader is killed")
    options.add_argument("--seed", type=int, default=7)
    options.add_argument("--reader", nargs=3, help=argparse.SUPPRESS)
    given = options.parse_args()
    if given.reader:
        read(given.reader[0], given.reader[1], Path(given.reader[2]))
    with tempfile.TemporaryDirectory() as folder, ShopStack(Path(folder) / "shop", with_demo=True) as shop:
        return measure(shop, Path(folder), given)


def measure(shop: ShopStack, folder: Path, given: argparse.Namespace) -> int:
    """Let the readers read the backlog while events are written and readers are killed, then print the figures."""
    dsn = driver_url(shop.database_url)
    chance = random.Random(given.seed)
    with psycopg.connect(dsn, autocommit=True) as database:
        database.execute(_BACKLOG, [given.events])
        keys = [make_key(database, f"Reader {number}") for number in range(READERS)]
        stopped, writer = threading.Event(), None
        files = [folder / f"reader-{number}" for number in range(READERS)]
        began = time.time()
        writer = threading.Thread(target=write, args=(dsn, given.rate, stopped))
        writer.start()
        readers = [start(shop.url, key, kept) for key, kept in zip(keys, files, strict=True)]
        kills = 0
        for _ in range(given.kills):
            for number in range(READERS):
                time.sleep(chance.uniform(0.2, 0.8))
                readers[number].send_signal(signal.SIGKILL)
                readers[number].wait()
                readers[number] = start(shop.url, keys[number], files[number])
                kills += 1
        backlog_end = given.events
        await_all(files, backlog_end)
        stopped.set()
        writer.join()
        (last,) = database.execute("SELECT max(position) FROM domain_event WHERE reach <> 'nobody'").fetchone()
        await_all(files, last)
        for reader in readers:
            reader.send_signal(signal.SIGKILL)
            reader.wait()
        expected = [row[0] for row in database.execute(_PUBLIC, [last])]
        return print_figures(files, expected, given, began, kills)


def print_figures(files: list[Path], expected: list[int], given: argparse.Namespace, began: float, kills: int) -> int:
    """Print what each reader got, and the goals. Return 1 if one was missed."""
    failures, rates = 0, []
    report.head(f"{len(expected)} events, {given.rate} a second written meanwhile, {kills} kills of {READERS} readers")
    for number, kept in enumerate(files):
        pages = pages_of(kept)
        got = [position for page in pages for position in page["positions"] if position <= expected[-1]]
        skipped, doubled = len(set(expected) - set(got)), len(got) - len(set(got))
        in_order = got == sorted(got)
        full = [page for page in pages if len(page["positions"]) == PAGE]
        between = sum(min(b["at"] - a["at"], 1.0) for a, b in pairwise(full))
        rates.append(PAGE * (len(full) - 1) / between)
        backlog = next(page["at"] for page in pages if page["after"] >= given.events) - began
        failures += skipped + doubled + (not in_order)
        print(
            f"  reader {number}: skipped {skipped}, doubled {doubled}, in order {in_order},"
            f" {rates[-1]:,.0f} events a second in full pages, the backlog after {backlog:.1f} s with its kills"
        )
    print()
    return report.goals(
        Goal("events skipped, doubled or out of order", failures, most=0),
        Goal("events a second in full pages, of all readers", sum(rates), least=5000),
    )


def start(url: str, key: str, kept: Path) -> subprocess.Popen:
    """Start a reader in its own process."""
    return subprocess.Popen([sys.executable, "-m", "bench.event_feed", "--reader", url, key, str(kept)])


def make_key(database: psycopg.Connection, name: str) -> str:
    """Store a key that reads events, and return it."""
    row, key = ApiKey.make(name, [Scope.EVENTS_READ], expires_at=None, created_by="bench", admin_id=1, at=now())
    database.execute(
        "INSERT INTO api_key (name, start, key_hash, scopes, created_at, created_by, admin_id)"
        " VALUES (%s, %s, %s, %s, %s, %s, %s)",
        [row.name, row.start, row.key_hash, row.scopes, row.created_at, row.created_by, row.admin_id],
    )
    return key


def write(dsn: str, rate: int, stopped: threading.Event) -> None:
    """Write events at a fixed rate, in ten transactions a second."""
    with psycopg.connect(dsn, autocommit=True) as database:
        while not stopped.wait(0.1):
            database.execute(_WRITE, [rate // 10])


def await_all(files: list[Path], position: int) -> None:
    """Wait until every reader has reached a position."""
    until = time.monotonic() + WITHIN_SECONDS
    while not all((pages := pages_of(kept)) and pages[-1]["after"] >= position for kept in files):
        if time.monotonic() > until:
            sys.exit(f"The readers did not come to {position} within {WITHIN_SECONDS:.0f} s.")
        time.sleep(0.2)


if __name__ == "__main__":
    sys.exit(main())
