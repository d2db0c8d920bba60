"""Invalidates the response cache when PostgreSQL announces a change of the catalogue or of a gold rate.

Triggers send the announcements as part of the commit. A process that cannot hear them stores nothing.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import psycopg

from api.cache.store import ResponseCache
from shop.db.deadlines import ANSWER_SECONDS, deadline, notifications
from shop.db.engine import driver_dsn
from shop.observability.logs import OutageLogger
from shop.settings import Settings

CHANNEL = "catalogue"
"""A payload is the table's name; for images, the product's id follows."""
RECONNECT_SECONDS = 0.5


@contextlib.asynccontextmanager
async def listening(cache: ResponseCache, settings: Settings) -> AsyncIterator[None]:
    """Listen for announcements until left. The cache is open while they are heard."""
    task = asyncio.create_task(_listen(cache, settings))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(cache: ResponseCache, settings: Settings) -> None:
    outage = OutageLogger("responses are not cached: no announcements")
    while True:
        try:
            await _follow(cache, settings, outage)
        except (psycopg.Error, OSError, TimeoutError) as error:
            outage.failed(error)
        finally:
            cache.is_open = False
            cache.invalidate()
        await asyncio.sleep(RECONNECT_SECONDS)


async def _follow(cache: ResponseCache, settings: Settings, outage: OutageLogger) -> None:
    """Invalidate at each announcement. :func:`shop.db.deadlines.notifications` checks the connection regularly."""
    connection = await psycopg.AsyncConnection.connect(
        driver_dsn(settings), autocommit=True, connect_timeout=3, application_name="swarna api listening"
    )
    async with connection:
        with deadline(connection, ANSWER_SECONDS):
            await connection.execute(f"LISTEN {CHANNEL}")
        cache.invalidate()
        cache.is_open = True
        outage.recovered()
        async for announced in notifications(connection):
            cache.invalidate(announced.payload)
