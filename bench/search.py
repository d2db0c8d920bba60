"""Measure the product list with 100,000 products, for each shape of query that shoppers send.

    service   the service function alone, with its statements: page, facet counts, pictures; no cache
    app       the whole application in process: routing, identity, JSON; no cache
    next      the same, with the caches of the catalogue filled and the response cache missed
    again     the same URL again, from the response cache

At the end a new gold rate reprices all products while shoppers read.

    make bench B="search --rounds 40"
"""

import argparse
import asyncio
import itertools
import os
import secrets
import statistics
import sys
import tempfile
import time
from collections.abc import Awaitable, Callable, Sequence
from decimal import Decimal
from pathlib import Path
from urllib.parse import urlencode

import httpx2
from fastapi import FastAPI
from sqlalchemy import text

from api.app import create_app
from api.cache.store import ResponseCache
from api.catalogue.service import render_list
from bench.parts import report
from bench.parts.report import Goal
from local.postgres import Postgres
from shop.catalogue.search import Filters, Sort
from shop.clock import now, today
from shop.db.engine import make_engine, make_sessions
from shop.rates import repricing
from shop.settings import settings
from tests.support import large_catalogue
from tests.support.prepared_shop import FAST, migrate
from tests.support.search_queries import SHAPES

PAGE = 24


def main() -> int:
    """Fill a database, measure each shape of search and print the times. Return 1 if the goal was missed."""
    parser = argparse.ArgumentParser()
    parser.add_argument("--rounds", type=int, default=40, help="requests of each shape")
    parser.add_argument("--products", type=int, default=large_catalogue.PRODUCTS)
    options = parser.parse_args()
    with tempfile.TemporaryDirectory(prefix="swarna-") as folder:
        postgres = Postgres(Path(folder) / "postgres", settings=FAST | {"shared_buffers": "256MB"})
        postgres.start()
        try:
            postgres.create_database("search")
            url = postgres.url_of("search")
            os.environ |= {
                "SHOP_DATABASE_URL": url,
                "SHOP_SECRET_KEY": secrets.token_urlsafe(48),
                "SHOP_ENVIRONMENT": "local",
            }
            migrate(url)
            _fill(options.products)
            return asyncio.run(_measure(options.rounds))
        finally:
            postgres.stop()


def _fill(count: int) -> None:
    engine = make_engine(settings(), "bench")
    large_catalogue.stock(engine, count=count)
    with engine.connect() as connection:
        on_sale = connection.execute(text("SELECT count(*) FROM listing")).scalar()
    report.head(f"{count} products, {on_sale} of them on sale; milliseconds, p50 / p95; pages of {PAGE}")
    engine.dispose()


async def _measure(rounds: int) -> int:
    app = create_app(settings())
    async with app.router.lifespan_context(app):
        transport = httpx2.ASGITransport(app)
        async with httpx2.AsyncClient(transport=transport, base_url="http://shop.example/api") as client:
            slowest = 0.0
            print(f"{'shape':22}{'service':>16}{'app':>16}{'next':>16}{'again':>16}")
            for name, (filters, sort) in SHAPES.items():
                taken = [await timed(rounds, ask) for ask in _ways(app, client, filters, sort)]
                slowest = max(slowest, *(_p95(times) for times in taken))
                print(f"{name:22}" + "".join(f"{_shown(times):>16}" for times in taken))
            suggest = await timed(rounds, _asking(app, client, "search=ru&limit=8&facets=false", cached=False))
            print(f"{'suggestions':22}{'':16}{_shown(suggest):>16}")
            await _reprice(app, client)
    return report.goals(Goal("slowest p95 of a shape", slowest, most=50, unit=" ms"))


def _ways(
    app: FastAPI, client: httpx2.AsyncClient, filters: Filters, sort: Sort
) -> list[Callable[[], Awaitable[None]]]:
    async def service() -> None:
        await render_list(
            app.state.pool,
            ResponseCache(),
            app.state.spelling_correction,
            filters,
            sort,
            cursor=None,
            limit=PAGE,
            with_counts=True,
        )

    query = _query(filters, sort)
    numbers = itertools.count()

    async def following() -> None:
        await client.get(f"/product/customer/?search={next(numbers)}&search=&{query}")

    asking = _asking(app, client, query, cached=False)
    return [service, asking, following, _asking(app, client, query, cached=True)]


def _asking(app: FastAPI, client: httpx2.AsyncClient, query: str, *, cached: bool) -> Callable[[], Awaitable[None]]:
    async def ask() -> None:
        if not cached:
            app.state.response_cache.invalidate()
        response = await client.get(f"/product/customer/?{query}")
        response.raise_for_status()

    return ask


def _query(filters: Filters, sort: Sort) -> str:
    wanted = {
        "search": filters.search or [],
        "category": list(filters.categories),
        "productType": list(filters.product_types),
        "purity": list(filters.purities),
        "stock": ["yes" if held else "no" for held in filters.stock],
        "minRating": filters.min_stars or [],
        "minPrice": filters.min_price if filters.min_price is not None else [],
        "maxPrice": filters.max_price if filters.max_price is not None else [],
        "sort": sort.value,
        "limit": PAGE,
    }
    return urlencode(wanted, doseq=True)


async def timed(rounds: int, ask: Callable[[], Awaitable[None]]) -> list[float]:
    """Return the seconds of each round, after three rounds of warm-up."""
    times = []
    for number in range(rounds + 3):
        begun = time.perf_counter()
        await ask()
        if number >= 3:
            times.append(time.perf_counter() - begun)
    return times


async def _reprice(app: FastAPI, client: httpx2.AsyncClient) -> None:
    """Reprice all products while shoppers read and take the locks of an order."""
    sessions = make_sessions(app.state.engine)
    done = asyncio.Event()

    async def read() -> list[float]:
        times = []
        while not done.is_set():
            begun = time.perf_counter()
            app.state.response_cache.invalidate()
            (await client.get("/product/customer/?sort=priceAsc&limit=24&facets=false")).raise_for_status()
            async with sessions() as database:
                await database.execute(text("SELECT id FROM product WHERE id % 9999 = 1 FOR SHARE"))
            times.append(time.perf_counter() - begun)
        return times

    reading = asyncio.create_task(read())
    await asyncio.sleep(0.5)
    begun = time.perf_counter()
    async with sessions.begin() as database:
        await database.execute(repricing.lock_prices_exclusively())
        await database.execute(text("UPDATE gold_rate SET r22k = :rate"), {"rate": Decimal(9123)})
        repriced = await database.run_sync(repricing.apply_current_rate, day=today(now()))
    taken = time.perf_counter() - begun
    done.set()
    times = await reading
    print(
        f"\nrepricing {repriced.products} products took {taken:.2f} s; a shopper's page and the locks of an order"
        f" meanwhile: {_shown(times)}, at most {max(times) * 1000:.0f} ms\n"
    )


def _shown(times: Sequence[float]) -> str:
    return f"{statistics.median(times) * 1000:.1f} / {_p95(times):.1f}"


def _p95(times: Sequence[float]) -> float:
    return sorted(times)[int(len(times) * 0.95)] * 1000


if __name__ == "__main__":
    sys.exit(main())
