"""The API: a part of ``api/site.py``.

It talks to PostgreSQL and to nothing else: no Redis, no Celery, no mail server, no picture library.
"""

import gc
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

from fastapi import FastAPI

from api import byte_cache, errors, openapi
from api.carts.routes import router as carts
from api.catalogue.categories import router as categories
from api.catalogue.images import router as images
from api.catalogue.products import router as products
from api.catalogue.routes import router as catalogue
from api.catalogue.vendors import router as vendors
from api.customers.reset import router as resets
from api.customers.routes import router as customers
from api.doors import Doors
from api.newsletter.routes import router as newsletter
from api.operations.routes import router as operations
from api.orders.routes import router as orders
from api.rates.routes import router as rates
from api.reviews.routes import router as reviews
from api.staff.routes import router as staff
from api.wishlists.routes import router as wishlists
from shop.database import make_async_engine, make_sessions
from shop.settings import Settings


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    engine = make_async_engine(app.state.settings, "api", pool_size=16)
    app.state.engine = engine
    app.state.sessions = make_sessions(engine)
    # What is loaded by now stays loaded: to look through it again would hold up every request for some 60 ms.
    gc.freeze()
    async with byte_cache.listening(app.state.answers, app.state.settings):
        yield
    await engine.dispose()


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
    )
    app.state.settings = config
    app.state.answers = byte_cache.Shelf()
    for router in (
        customers,
        resets,
        newsletter,
        staff,
        catalogue,
        categories,
        vendors,
        products,
        images,
        rates,
        reviews,
        carts,
        wishlists,
        orders,
        operations,
    ):
        app.router.routes += router.routes
    app.add_middleware(byte_cache.ByteCache, shelf=app.state.answers, settings=config)
    app.add_middleware(Doors, settings=config)
    errors.install(app)
    app.openapi = lambda: openapi.describe(app)  # type: ignore[method-assign]
    return app
