"""Measure a page of 24 products from the response cache, and from PostgreSQL with 100,000 products.

Our side is the API process as it runs in production. The rivals use the same database and get the same load: a bare
uvicorn that returns the same bytes, express with node-postgres, and FastAPI with SQLAlchemy's ORM and response_model.

    make bench B=catalogue
"""

import argparse
import sys
from urllib.request import urlopen

from bench.parts import page, report, rivals
from bench.parts.page import CONNECTIONS
from bench.parts.report import Goal
from tests.support import large_catalogue
from tests.support.bench_stack import BenchStack, ServerProcess, bench_stack
from tests.support.http_load import in_turn


def main() -> int:
    """Measure and print."""
    parser = argparse.ArgumentParser(description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter)
    parser.add_argument("--products", type=int, default=large_catalogue.PRODUCTS)
    parser.add_argument("--seconds", type=float, default=3.0, help="length of each round")
    options = parser.parse_args()
    with bench_stack() as stack:
        page.fill(options.products)
        report.head(f"A page of 24 of {options.products:,} products, {CONNECTIONS} connections")
        ours, express, orm = stack.api(), rivals.start(stack, "express"), stack.asgi("orm", "bench.rivals.orm:app")
        cached = _cached(stack, ours, express, options.seconds)
        return cached | _uncached(ours, express, orm, options.seconds)


def _cached(stack: BenchStack, ours: ServerProcess, express: ServerProcess, seconds: float) -> int:
    body = stack.folder / "page.json"
    body.write_bytes(urlopen(ours.url + page.PATH).read())
    bare = stack.asgi("bare", "bench.rivals.bare:app", BODY=str(body))
    same = page.again()
    sides = {"ours, cached": (ours, same), "bare uvicorn": (bare, same), "express + pg": (express, same)}
    made = in_turn(sides, seconds=seconds)
    report.rates(made)
    rate = made["ours, cached"].rate
    return report.goals(
        Goal("cached page, to bare uvicorn", rate / made["bare uvicorn"].rate, least=0.8, floor=0.6),
        Goal("cached page, to express + pg", rate / made["express + pg"].rate, least=28, floor=18),
    )


def _uncached(ours: ServerProcess, express: ServerProcess, orm: ServerProcess, seconds: float) -> int:
    new = page.never_asked()
    sides = {"ours, uncached": (ours, new), "express + pg": (express, new), "ORM, response_model": (orm, new)}
    made = in_turn(sides, seconds=seconds)
    report.rates(made)
    mine, theirs = made["ours, uncached"], made["ORM, response_model"]
    return report.goals(
        Goal("uncached page, to express + pg", mine.rate / made["express + pg"].rate, least=1.06, floor=0.7),
        Goal("its CPU, to the ORM's", mine.cpu_each / theirs.cpu_each, most=0.13, floor=0.33),
    )


if __name__ == "__main__":
    sys.exit(main())
