"""Builds the FastAPI application of the API, a part of ``api/site.py``.

It uses only PostgreSQL and the media storage, and neither Redis, Celery nor a mail server.
"""

import asyncio
import os
import socket
import sys
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager, suppress

from fastapi import FastAPI

from api.addresses.routes import router as addresses
from api.api_keys.routes import router as api_keys
from api.audit.routes import router as audit
from api.cache.invalidation import Handler, listening
from api.cache.middleware import CacheMiddleware
from api.cache.store import ResponseCache
from api.carts.routes import router as carts
from api.catalogue.routes import router as catalogue
from api.categories.routes import router as categories
from api.contact.routes import router as contact
from api.customer_record.routes import router as customer_record
from api.customers.routes import router as customers
from api.db.session import Deadlines
from api.desk.routes import router as desk
from api.email_confirmation.routes import router as email_confirmations
from api.feed.routes import router as feed
from api.feed.signals import FeedSignals
from api.http import errors
from api.http.flag_routing import FlagRouting
from api.huids.routes import router as huids
from api.invoices.routes import router as invoices
from api.middleware.compression import SameOriginCompression
from api.middleware.head_method import HeadMethod
from api.middleware.request_guard import RequestGuard
from api.middleware.request_id import RequestIdMiddleware
from api.newsletter.routes import router as newsletter
from api.notifications.routes import router as notifications
from api.openapi import description
from api.operations import probes
from api.operations.routes import router as operations
from api.order_history.routes import router as order_history
from api.orders.routes import router as orders
from api.packing.routes import router as packing
from api.pan.routes import router as pans
from api.password_reset.routes import router as password_resets
from api.payments.routes import router as payments
from api.personal_data.routes import router as personal_data
from api.policies.routes import router as policies
from api.price_holds.routes import router as price_holds
from api.product_images.routes import router as images
from api.product_imports.routes import router as imports
from api.products.routes import router as products
from api.rates.routes import router as rates
from api.reference import routes as api_reference
from api.reports.routes import router as reports
from api.returns.routes import router as returns
from api.reviews.routes import router as reviews
from api.saved_views.routes import router as saved_views
from api.shipping.routes import router as shipping
from api.sign_ins.routes import router as sign_ins
from api.staff.routes import router as staff
from api.staff.second_factor_routes import router as second_factors
from api.stock.routes import router as stock
from api.stuck.routes import router as stuck
from api.tracking.routes import router as tracking
from api.vendors.routes import router as vendors
from api.webhooks.routes import router as webhooks
from api.wishlists.routes import router as wishlists
from shop.api_keys.queries import REVOKED_CHANNEL
from shop.catalogue.text_search.spelling import SpellingCorrection
from shop.db.engine import make_async_engine, make_engine, make_sessions
from shop.db.pool import Pool
from shop.events.outbox import POSITION_CHANNEL
from shop.gc_tuning import collect_seldom
from shop.observability import metrics
from shop.operations.heartbeat import Heartbeat
from shop.sessions.queries import ENDED_CHANNEL
from shop.settings import Settings

THREAD_SWITCH_SECONDS = 0.0005
"""How long a thread may hold the interpreter.

Requests on the event loop wait that long for the threads that check uploads and compress large bodies; Python's default
is 5 ms.
"""


@asynccontextmanager
async def _lifespan(app: FastAPI) -> AsyncIterator[None]:
    engine = make_async_engine(app.state.settings, "api", pool_size=10)
    app.state.engine = engine
    app.state.sessions = make_sessions(engine)
    collect_seldom()
    sys.setswitchinterval(THREAD_SWITCH_SECONDS)
    metrics.serve()
    signals: FeedSignals = app.state.feed_signals
    others: dict[str, Handler] = {
        POSITION_CHANNEL: signals.wake_all,
        REVOKED_CHANNEL: signals.check_key,
        ENDED_CHANNEL: signals.check_session,
    }
    async with _heartbeat(app), _monitoring(app), listening(app.state.response_cache, app.state.settings, others):
        yield
    await app.state.pool.close()
    await engine.dispose()


@asynccontextmanager
async def _heartbeat(app: FastAPI) -> AsyncIterator[None]:
    """Send heartbeats while the API runs. They include the failed probes."""
    engine = make_engine(app.state.settings, "api heart", pool_size=1)
    name = f"api {os.getpid()} {socket.gethostname()}"
    heart = Heartbeat(engine, name, ["api"], lambda: {"failed": app.state.monitor.failed})
    thread = heart.start()
    yield
    heart.stop()
    await asyncio.to_thread(thread.join, 2)
    engine.dispose()


@asynccontextmanager
async def _monitoring(app: FastAPI) -> AsyncIterator[None]:
    """Run the health probes in the background."""
    config = app.state.settings
    reading, ordering = Pool(config, "api monitor", size=3), Pool(config, "api dry run", size=3)
    run = probes.probes(config, app.state.pool, app.state.engine, reading=reading, ordering=ordering)
    app.state.monitor = probes.monitor(reading, run)
    task = asyncio.create_task(app.state.monitor.run())
    yield
    task.cancel()
    with suppress(asyncio.CancelledError):
        await task
    await reading.close()
    await ordering.close()


def create_app(config: Settings) -> FastAPI:
    """Return the API with its routes and middleware."""
    app = FastAPI(
        title="Swarna",
        version="1",
        lifespan=_lifespan,
        openapi_url=None,
        docs_url=None,
        redoc_url=None,
        redirect_slashes=False,
        # shop/observability has the traces and metrics of all processes.
        telemetry={"tracing": False, "metrics": False, "logs": False},
    )
    app.state.settings = config
    app.state.pool = Pool(config, "api pool")
    app.state.monitor = probes.monitor(app.state.pool, ())
    app.state.response_cache = ResponseCache()
    app.state.feed_signals = FeedSignals()
    app.state.spelling_correction = SpellingCorrection()
    for router in (
        catalogue,  # the busiest routes first, because routes are matched in this order
        orders,
        pans,
        huids,
        shipping,
        desk,
        packing,
        order_history,
        stuck,
        tracking,
        notifications,
        payments,
        price_holds,
        carts,
        wishlists,
        customer_record,
        customers,
        addresses,
        password_resets,
        email_confirmations,
        contact,
        newsletter,
        staff,
        saved_views,
        sign_ins,
        personal_data,
        second_factors,
        api_keys,
        feed,
        webhooks,
        categories,
        vendors,
        products,
        returns,
        reports,
        invoices,
        policies,
        stock,
        imports,
        images,
        rates,
        reviews,
        operations,
        audit,
    ):
        app.router.routes += router.routes
    app.router.routes += api_reference.routes(app, config)
    # The middleware that is added last sees a request first.
    app.add_middleware(FlagRouting)
    app.add_middleware(RequestGuard, settings=config)
    app.add_middleware(CacheMiddleware, cache=app.state.response_cache, settings=config)
    app.add_middleware(Deadlines)  # includes the wait of the response cache
    app.add_middleware(RequestIdMiddleware, settings=config)
    app.add_middleware(SameOriginCompression)
    app.add_middleware(HeadMethod)
    errors.install(app)
    app.openapi = lambda: description.describe(app, config)  # type: ignore[method-assign]
    return app
