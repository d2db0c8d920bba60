"""Measure the order board with 5,000 orders in a browser.

Starts a whole shop with the demo data and copies of its orders. The page measures, with its own clock:

    first rows   time from opening /admin/order-management until a row is drawn, with a warm browser cache
    live change  time from the event on the page's socket until its row is drawn, with all orders loaded
    a frame      time between two frames while the page scrolls through all orders

    make bench B="board --orders 5000"
"""

import argparse
import json
import statistics
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from typing import Any

import psycopg

from bench.parts import report
from bench.parts.report import Goal
from demo import ADMIN
from shop.text.urls import driver_url
from tests.support.running_shop import ShopStack

E2E = Path(__file__).parents[1] / "tests" / "e2e"

# Each copy has the fields of an existing order, and its own number and time.
_CLONE = """
    CREATE TEMP TABLE model AS
        SELECT id, row_number() OVER (ORDER BY id) - 1 AS place, count(*) OVER () AS many FROM shop_order;
    CREATE TEMP TABLE clone AS
        SELECT (SELECT max(id) FROM shop_order) + number AS id, model.id AS of, number
        FROM generate_series(1, {count}) AS number JOIN model ON place = number % many;
    INSERT INTO shop_order (id, customer_id, name, email, phone, address, total_quantity, total_amount, ordered_at,
            delivery_date, status_text)
        OVERRIDING SYSTEM VALUE
        SELECT clone.id, customer_id, name, email, phone, address, total_quantity, total_amount,
            now() - make_interval(mins => {count} - number), delivery_date, status_text
        FROM clone JOIN shop_order ON shop_order.id = clone.of;
    INSERT INTO order_item (order_id, line, product_id, product_name, product_image_url, purity, quantity, weight,
            gold_rate, making_charge, wastage_charge, discount, total_amount, status, ordered_at, packed_at,
            shipped_at, delivered_at, version, changed_by)
        SELECT clone.id, line, product_id, product_name, product_image_url, purity, quantity, weight, gold_rate,
            making_charge, wastage_charge, discount, total_amount, status, ordered_at, packed_at, shipped_at,
            delivered_at, version, changed_by
        FROM clone JOIN order_item ON order_item.order_id = clone.of;
    INSERT INTO status_change (order_item_id, version, from_status, to_status, at, changed_by)
        SELECT new.id, step.version, from_status, to_status, at, step.changed_by
        FROM clone JOIN order_item AS new ON new.order_id = clone.id
            JOIN order_item AS old ON old.order_id = clone.of AND old.line = new.line
            JOIN status_change AS step ON step.order_item_id = old.id;
    SELECT setval(pg_get_serial_sequence('shop_order', 'id'), (SELECT max(id) FROM shop_order));
    ANALYZE shop_order, order_item, status_change;
"""


def main() -> int:
    """Measure and print. Return 1 if a floor was missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--orders", type=int, default=5000)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-") as folder, ShopStack(Path(folder), with_demo=True) as shop:
        with psycopg.connect(driver_url(shop.database_url), autocommit=True) as connection:
            connection.execute(_CLONE.format(count=options.orders))
        seen = _measure(shop.url)
        report.head(f"The order board with {options.orders} orders, {seen['items']} items; milliseconds")
        live, frames = seen["live"], seen["frames"]
        measured = {"first rows": seen["first"], "live change": live["taken"], "a frame": frames["taken"]}
        report.table(("", "p50", "p95", "max"), [(name, *_figures(times)) for name, times in measured.items()])
        slow = sum(time > 1000 / 60 * 1.5 for time in frames["taken"])
        print(f"CPU of the main thread: {live['cpu']:.1f} ms a change, {frames['cpu']:.1f} ms a scrolled frame")
        print(f"{slow} of {len(frames['taken'])} frames were late\n")
        medians = {name: statistics.median(times) for name, times in measured.items()}
        return report.goals(
            Goal("first rows, p50", medians["first rows"], most=1000, unit=" ms"),
            Goal("a live change, p50", medians["live change"], most=50, unit=" ms"),
            Goal("a frame, p50", round(medians["a frame"], 1), most=16.7, unit=" ms"),
        )


def _measure(url: str) -> dict[str, Any]:
    command = ["../../local/bin/npm", "run", "--silent", "measure:board", "--", url, *ADMIN]
    result = subprocess.run(command, cwd=E2E, capture_output=True, text=True, timeout=600, check=False)
    if result.returncode:
        raise RuntimeError(f"the browser run failed:\n{result.stderr[-3000:]}")
    seen: dict[str, Any] = json.loads(result.stdout.splitlines()[-1])
    return seen


def _figures(times: Sequence[float]) -> tuple[float, float, float]:
    """Return p50, p95 and the maximum."""
    ordered = sorted(times)
    return statistics.median(ordered), ordered[int(len(ordered) * 0.95)], ordered[-1]


if __name__ == "__main__":
    sys.exit(main())
