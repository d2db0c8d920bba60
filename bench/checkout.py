"""How many orders of three lines are placed in a second, each durable before it is answered.

Ours goes the whole way of a shopper: session, XSRF token, idempotency key, products locked, every line priced by the
server, address, order, lines with their history, the cart, the event. Express with node-postgres, and the plain way of
FastAPI with SQLAlchemy's ORM, write order, lines and event in one transaction and look at none of the rules.

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
from tests.support.bench_people import Visitor
from tests.support.http_load import in_turn, request
from tests.support.processes import ground

CONNECTIONS = 32
LINES = 3


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--seconds", type=float, default=4.0, help="of each round")
    options = parser.parse_args()
    with ground() as place:
        _, shoppers = bench_people.admit(shoppers=CONNECTIONS, lines=30)
        baskets = _baskets()
        report.head(f"Placing orders of {LINES} lines, {CONNECTIONS} shoppers at once")
        browsers = [_orders(shopper, baskets, number) for number, shopper in enumerate(shoppers)]
        sides = {
            "ours, all rules": (place.api(), browsers),
            "express + pg": (rivals.start(place, "express"), browsers),
            "ORM": (place.asgi("orm", "bench.rivals.orm:app"), browsers),
        }
        made = in_turn(sides, seconds=options.seconds)
        report.rates(made)
        ours, express, orm = (figures.rate for figures in made.values())
        return report.goals(
            Goal("orders, to express + pg", ours / express, least=0.63, floor=0.4),
            Goal("orders, to the plain ORM", ours / orm, least=5.8, floor=3.5),
        )


def _baskets() -> list[list[dict[str, object]]]:
    """Return baskets as the web sends them, each with other products."""
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


def _orders(shopper: Visitor, baskets: Sequence[list[dict[str, object]]], start: int) -> Iterator[bytes]:
    """Order one basket after the other, each with a key of its own."""
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
