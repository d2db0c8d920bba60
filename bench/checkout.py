"""Measure how many orders of three lines can be placed a second. Each is durable before its response.

Our side runs the full checkout: session, XSRF token, idempotency key, product locks, server-side prices, address,
order, lines with their history, cart, event. Express with node-postgres, and FastAPI with SQLAlchemy's ORM, write
order, lines and event in one transaction and check none of the rules.

    make bench B=checkout
"""

import argparse
import itertools
import json
import sys
from collections.abc import Iterator, Sequence

from sqlalchemy import select
from sqlalchemy.orm import Session

from bench.parts import report, rivals
from bench.parts.report import Goal
from shop.catalogue.model import Product
from shop.db.engine import make_engine
from shop.settings import settings
from tests.support import bench_people, factories
from tests.support.bench_people import Person
from tests.support.bench_stack import bench_stack
from tests.support.http_load import in_turn, request

CONNECTIONS = 32
LINES = 3


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="length of each round")
    options = parser.parse_args()
    with bench_stack() as stack:
        _, shoppers = bench_people.create_people(shoppers=CONNECTIONS, lines=30)
        baskets = _baskets()
        report.head(f"Place orders of {LINES} lines, {CONNECTIONS} shoppers at once")
        browsers = [_orders(shopper, baskets, number) for number, shopper in enumerate(shoppers)]
        sides = {
            "ours, all rules": (stack.api(), browsers),
            "express + pg": (rivals.start(stack, "express"), browsers),
            "ORM": (stack.asgi("orm", "bench.rivals.orm:app"), browsers),
        }
        made = in_turn(sides, seconds=options.seconds)
        report.rates(made)
        ours, express, orm = (figures.rate for figures in made.values())
        return report.goals(
            Goal("orders, to express + pg", ours / express, least=0.63, floor=0.4),
            Goal("orders, to the plain ORM", ours / orm, least=5.8, floor=3.5),
        )


def _baskets() -> list[list[dict[str, object]]]:
    """Return carts as the web sends them, each with different products."""
    engine = make_engine(settings(), "bench")
    with Session(engine) as session, session.begin():
        factories.set_gold_rate(session)
        lines = [_line(product) for product in session.scalars(select(Product).order_by(Product.id))]
    engine.dispose()
    return [lines[start : start + LINES] for start in range(0, len(lines) - LINES, LINES)]


def _line(product: Product) -> dict[str, object]:
    price = product.price_at(factories.RATE)
    return {
        "productId": product.id,
        "productQuantity": 1,
        "weight": float(price.weight),
        "goldRate": float(price.gold_rate),
        "productRate": float(price.metal_value),
        "makingCharge": float(price.making_charge),
        "wastageCharge": float(price.wastage_charge),
        "discount": float(price.discount),
        "totalAmount": float(price.ornament_price),
    }


def _orders(shopper: Person, baskets: Sequence[list[dict[str, object]]], start: int) -> Iterator[bytes]:
    """Place one order after the other, each with its own idempotency key."""
    bodies = []
    for lines in baskets:
        total = sum(float(str(line["totalAmount"])) for line in lines)
        order = {"customerId": shopper.id, "totalQuantity": len(lines), "totalAmount": total, "items": lines}
        bodies.append(json.dumps(order).encode())
    for number in itertools.count(start):
        headers = {**shopper.headers, "Idempotency-Key": f"{shopper.id}-{number}"}
        yield request("/api/order/", method="POST", body=bodies[number % len(bodies)], headers=headers)


if __name__ == "__main__":
    sys.exit(main())
