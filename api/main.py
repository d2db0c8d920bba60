"""The API: a part of ``api/site.py``.

It talks to PostgreSQL and to nothing else: no Redis, no Celery, no mail server, no picture library.
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI

from api import errors, openapi
from api.audit.routes import router as audit
from api.cache.invalidation import listening
from api.cache.middleware import CacheMiddleware
from api.cache.store import ResponseCache
from api.calls import Calls
from api.carts.routes import router as carts
from api.catalogue.categories import router as categories
from api.catalogue.images import router as images
from api.catalogue.importing import router as imports
from api.catalogue.products import router as products
from api.catalogue.routes import router as catalogue
from api.catalogue.vendors import router as vendors
from api.compression import OwnAnswers
from api.contact.routes import router as contact
from api.customers.email_routes import router as email_confirmations
from api.customers.reset import router as resets
from api.customers.routes import router as customers
from api.database import Deadlines
from api.doors import Doors
from api.heads import Heads
from api.newsletter.routes import router as newsletter
from api.operations import probing
from api.operations.routes import router as operations
from api.orders.routes import router as orders
from api.rates.routes import router as rates
from api.reviews.routes import router as reviews
from api.staff.preferences import router as preferences
from api.staff.routes import router as staff
from api.tracing import Numbered
from api.wishlists.routes import router as wishlists
from shop import metrics
from shop.db.engine import make_async_engine, make_engine, make_sessions
from shop.db.pool import Pool
from shop.gc_tuning import collect_seldom
from shop.heartbeat import Heart
from shop.settings import Settings

SECONDS_OF_A_THREAD = 0.0005


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    engine = make_async_engine(app.state.settings, "api", pool_size=10)
    app.state.engine = engine
    app.state.sessions = make_sessions(engine)
    collect_seldom()
    # Uploads are looked through in threads. Each step of an answer may have to wait for one of them: not for 5 ms.
    sys.setswitchinterval(SECONDS_OF_A_THREAD)
    metrics.serve()
    async with _alive(app), _measured(app), listening(app.state.response_cache, app.state.settings):
        yield
    await app.state.pool.close()
    await engine.dispose()


@asynccontextmanager
async def _alive(app: FastAPI) -> AsyncIterator[None]:
    """Show a sign of life while the API serves; it says which probes failed."""
    engine = make_engine(app.state.settings, "api heart", pool_size=1)
    name = f"api {os.getpid()} {socket.gethostname()}"
    heart = Heart(engine, name, ["api"], lambda: {"failed": app.state.monitor.failed})
    beating = heart.start()
    yield
    heart.stop()
    await asyncio.to_thread(beating.join, 2)
    engine.dispose()


@asynccontextmanager
async def _measured(app: FastAPI) -> AsyncIterator[None]:
    """Measure in the background how the shop stands."""
    config = app.state.settings
    reading, ordering = Pool(config, "api monitor", size=3), Pool(config, "api dry run", size=3)
    probes = probing.probes(config, app.state.pool, app.state.engine, reading=reading, ordering=ordering)
    app.state.monitor = probing.monitor(reading, probes)
    measuring = asyncio.create_task(app.state.monitor.run())
    yield
    measuring.cancel()
    with suppress(asyncio.CancelledError):
        await measuring
    await reading.close()
    await ordering.close()


def create_app(config: Settings) -> FastAPI:
    """Return the API as an application of its own."""
    app = FastAPI(
        title="Swarna",
        version="1",
        lifespan=_lifespan,
        openapi_url="/api/openapi.json",
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        telemetry={"tracing": False, "metrics": False, "logs": False},  # those of shop/traces.py and shop/metrics.py
    )
    app.state.settings = config
    app.state.pool = Pool(config, "api pool")
    app.state.monitor = probing.monitor(app.state.pool, ())
    app.state.response_cache = ResponseCache()
    for router in (
        catalogue,  # what is called most stands first: a request is compared with one route after the other
        orders,
        carts,
        wishlists,
        customers,
        resets,
        email_confirmations,
        contact,
        newsletter,
        staff,
        preferences,
        categories,
        vendors,
        products,
        imports,
        images,
        rates,
        reviews,
        operations,
        audit,
    ):
        app.router.routes += router.routes
    app.add_middleware(Calls)
    app.add_middleware(Deadlines)
    app.add_middleware(Doors, settings=config)
    app.add_middleware(Numbered, settings=config)
    app.add_middleware(CacheMiddleware, cache=app.state.response_cache, settings=config)
    app.add_middleware(OwnAnswers)
    app.add_middleware(Heads)
    errors.install(app)
    app.openapi = lambda: openapi.describe(app, config)  # type: ignore[method-assign]
    return app
