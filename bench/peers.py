"""How fast a page of 24 products is, beside whole shops that others built: Vendure, and django-oscar with its API.

Each stands on the same durable PostgreSQL with the products that our API lists, and serves them from one process. The
Shop API of Vendure is asked both ways that it has: its search, and its products. That of django-oscar is asked for its
list, which tells names alone, and for that list with pictures and prices, as its guide shows.

    make bench B=peers
"""

import argparse
import functools
import json
import operator
import sys
from collections.abc import Iterator, Sequence
from dataclasses import dataclass
from pathlib import Path
from typing import Any
from urllib.request import Request, urlopen

from bench.parts import page, report, rivals
from bench.parts.report import Goal
from local.ports import free_port
from tests.support.http_load import in_turn, request
from tests.support.processes import Ground, Running, ground

SEARCH = f"""{{ search(input: {{ take: {page.SIZE}, groupByProduct: true }}) {{ items {{
    productId productName slug description sku inStock currencyCode productAsset {{ id preview }}
    priceWithTax {{ ... on SinglePrice {{ value }} ... on PriceRange {{ min max }} }} }} }} }}"""
PRODUCTS = f"""{{ products(options: {{ take: {page.SIZE}, sort: {{ createdAt: DESC }} }}) {{ items {{
    id name slug description featuredAsset {{ id preview }}
    variants {{ id sku stockLevel currencyCode priceWithTax }} }} }} }}"""
GUNICORN = (
    "django.core.wsgi:get_wsgi_application()",
    "--bind=127.0.0.1:{port}",
    "--workers=1",
    "--worker-class=gthread",
    "--threads=2",
    "--keep-alive=75",
)


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--products", type=int, default=1000)
    parser.add_argument("--seconds", type=float, default=2.0, help="of each round")
    options = parser.parse_args()
    with ground() as place:
        page.fill(options.products)
        ours = place.api()
        listed = _listed(ours)
        file = place.folder / "products.json"
        file.write_text(json.dumps(listed))
        vendure, oscar = _vendure(place, file), _oscar(place, file)
        report.head(f"A page of {page.SIZE} of {len(listed):,} products, {page.CONNECTIONS} connections")
        return _measure(ours, vendure, oscar, options.seconds)


@dataclass(frozen=True)
class Side:
    """Whom a page is asked of, how, and the way to its products within the answer."""

    server: Running
    url: str
    way: Sequence[str]
    body: bytes = b""

    def browsers(self) -> Sequence[Iterator[bytes]]:
        """Return browsers for the page.

        :raises RuntimeError: where it is not a whole page.
        """
        headers = {"Content-Type": "application/json"} if self.body else {}
        answer = _json(Request(self.server.url + self.url, data=self.body or None, headers=headers))
        found = functools.reduce(operator.getitem, self.way, answer)
        if len(found) != page.SIZE:
            raise RuntimeError(f"{len(found)} products, where {page.SIZE} were asked for: {str(answer)[:500]}")
        return page.again(request(self.url, method="POST" if self.body else "GET", body=self.body))


def _measure(ours: Running, vendure: Running, oscar: Running, seconds: float) -> int:
    asked = {
        "ours, kept": Side(ours, page.PATH, ["data"]),
        "Vendure, search": Side(vendure, "/shop-api", ["data", "search", "items"], _graphql(SEARCH)),
        "Vendure, products": Side(vendure, "/shop-api", ["data", "products", "items"], _graphql(PRODUCTS)),
        "django-oscar, names": Side(oscar, f"/api/products/?limit={page.SIZE}", ["results"]),
        "django-oscar, cards": Side(oscar, f"/cards/?limit={page.SIZE}", ["results"]),
    }
    sides = {name: (side.server, side.browsers()) for name, side in asked.items()}
    made = in_turn(sides | {"ours, new": (ours, page.never_asked())}, seconds=seconds)
    report.rates(made)
    rate = made["ours, kept"].rate
    return report.goals(
        *(
            Goal(f"kept page, to {name}", rate / made[name].rate, least=least, floor=floor)
            for name, least, floor in (
                ("Vendure, search", 100, 60),
                ("Vendure, products", 100, None),
                ("django-oscar, names", 200, None),
                ("django-oscar, cards", 200, None),
            )
        )
    )


def _listed(ours: Running) -> list[Any]:
    """Return the products that our API lists."""
    listed, cursor = [], ""
    while cursor is not None:
        answer = _json(f"{ours.url}/api/product/customer/?limit=100{cursor and f'&cursor={cursor}'}")
        listed += answer["data"]
        cursor = answer["nextCursor"]
    return listed


def _vendure(place: Ground, file: Path) -> Running:
    packages = rivals.packages(Path("vendure"))
    given = {"DATABASE_URL": place.database("vendure"), "VENDURE_DISABLE_TELEMETRY": "true"}
    fill = [rivals.node(), str(rivals.RIVALS / "vendure" / "fill.cjs"), str(file)]
    rivals.finish(place, fill, NODE_PATH=packages, PORT=str(free_port()), **given)
    return rivals.start(place, "vendure/serve", **given)


def _oscar(place: Ground, file: Path) -> Running:
    programs = rivals.environment("oscar")
    given = {"DATABASE_URL": place.database("oscar"), "DJANGO_SETTINGS_MODULE": "bench.rivals.oscar.settings"}
    python = str(programs / "python")
    rivals.finish(place, [python, "-m", "django", "migrate"], **given)
    rivals.finish(place, [python, "-m", "bench.rivals.oscar.fill", str(file)], **given)
    return place.start("oscar", [str(programs / "gunicorn"), *GUNICORN], **given)


def _graphql(query: str) -> bytes:
    return json.dumps({"query": query}).encode()


def _json(asked: str | Request) -> Any:
    with urlopen(asked) as answer:
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main())
