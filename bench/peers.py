"""Measure a page of 24 products beside two complete shops: Vendure, and django-oscar with its API.

Each runs on the same durable PostgreSQL with the products that our API lists, and serves them from one process.
Vendure's Shop API is queried in two ways: its search and its products. For django-oscar, two lists are measured: its
standard list, which has names only, and a list with pictures and prices, made as its guide shows.

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
from tests.support.bench_stack import BenchStack, ServerProcess, bench_stack
from tests.support.http_load import in_turn, request

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
    parser.add_argument("--seconds", type=float, default=2.0, help="length of each round")
    options = parser.parse_args()
    with bench_stack() as stack:
        page.fill(options.products)
        ours = stack.api()
        listed = _listed(ours)
        file = stack.folder / "products.json"
        file.write_text(json.dumps(listed))
        vendure, oscar = _vendure(stack, file), _oscar(stack, file)
        report.head(f"A page of {page.SIZE} of {len(listed):,} products, {page.CONNECTIONS} connections")
        return _measure(ours, vendure, oscar, options.seconds)


@dataclass(frozen=True)
class Side:
    """A server, the request, and the path to the products in its response."""

    server: ServerProcess
    url: str
    way: Sequence[str]
    body: bytes = b""

    def browsers(self) -> Sequence[Iterator[bytes]]:
        """Return load generators for the page.

        :raises RuntimeError: if the response has fewer products than a page.
        """
        headers = {"Content-Type": "application/json"} if self.body else {}
        answer = _json(Request(self.server.url + self.url, data=self.body or None, headers=headers))
        found = functools.reduce(operator.getitem, self.way, answer)
        if len(found) != page.SIZE:
            raise RuntimeError(f"{len(found)} products, where {page.SIZE} were asked for: {str(answer)[:500]}")
        return page.again(request(self.url, method="POST" if self.body else "GET", body=self.body))


def _measure(ours: ServerProcess, vendure: ServerProcess, oscar: ServerProcess, seconds: float) -> int:
    asked = {
        "ours, cached": Side(ours, page.PATH, ["data"]),
        "Vendure, search": Side(vendure, "/shop-api", ["data", "search", "items"], _graphql(SEARCH)),
        "Vendure, products": Side(vendure, "/shop-api", ["data", "products", "items"], _graphql(PRODUCTS)),
        "django-oscar, names": Side(oscar, f"/api/products/?limit={page.SIZE}", ["results"]),
        "django-oscar, cards": Side(oscar, f"/cards/?limit={page.SIZE}", ["results"]),
    }
    sides = {name: (side.server, side.browsers()) for name, side in asked.items()}
    made = in_turn(sides | {"ours, uncached": (ours, page.never_asked())}, seconds=seconds)
    report.rates(made)
    rate = made["ours, cached"].rate
    return report.goals(
        *(
            Goal(f"cached page, to {name}", rate / made[name].rate, least=least, floor=floor)
            for name, least, floor in (
                ("Vendure, search", 100, 60),
                ("Vendure, products", 100, None),
                ("django-oscar, names", 200, None),
                ("django-oscar, cards", 200, None),
            )
        )
    )


def _listed(ours: ServerProcess) -> list[Any]:
    """Return the products that our API lists."""
    listed, cursor = [], ""
    while cursor is not None:
        answer = _json(f"{ours.url}/api/product/customer/?limit=100{cursor and f'&cursor={cursor}'}")
        listed += answer["data"]
        cursor = answer["nextCursor"]
    return listed


def _vendure(stack: BenchStack, file: Path) -> ServerProcess:
    packages = rivals.packages(Path("vendure"))
    given = {"DATABASE_URL": stack.database("vendure"), "VENDURE_DISABLE_TELEMETRY": "true"}
    fill = [rivals.node(), str(rivals.RIVALS / "vendure" / "fill.cjs"), str(file)]
    rivals.finish(stack, fill, NODE_PATH=packages, PORT=str(free_port()), **given)
    return rivals.start(stack, "vendure/serve", **given)


def _oscar(stack: BenchStack, file: Path) -> ServerProcess:
    programs = rivals.environment("oscar")
    given = {"DATABASE_URL": stack.database("oscar"), "DJANGO_SETTINGS_MODULE": "bench.rivals.oscar.settings"}
    python = str(programs / "python")
    rivals.finish(stack, [python, "-m", "django", "migrate"], **given)
    rivals.finish(stack, [python, "-m", "bench.rivals.oscar.fill", str(file)], **given)
    return stack.start("oscar", [str(programs / "gunicorn"), *GUNICORN], **given)


def _graphql(query: str) -> bytes:
    return json.dumps({"query": query}).encode()


def _json(asked: str | Request) -> Any:
    with urlopen(asked) as answer:
        return json.load(answer)


if __name__ == "__main__":
    sys.exit(main())
