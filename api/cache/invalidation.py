"""Invalidates the response cache when PostgreSQL announces a change of the catalogue or of a gold rate.

Triggers announce it as part of the commit. While a process cannot hear them, it stores nothing.
"""

import asyncio
import contextlib
from collections.abc import AsyncIterator

import psycopg

from api.cache.store import ResponseCache
from shop.db.deadlines import ANSWER_SECONDS, notices, waiting
from shop.db.engine import driver_dsn
from shop.logs import Outage
from shop.settings import Settings

CHANNEL = "catalogue"
"""The channel of the announcements. A payload is the table's name; for images, the product's id follows."""
RECONNECT_SECONDS = 0.5


@contextlib.asynccontextmanager
async def listening(cache: ResponseCache, settings: Settings) -> AsyncIterator[None]:
    """Open the cache for as long as announcements are heard, until left."""
    task = asyncio.create_task(_listen(cache, settings))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)
        _close(cache)


async def _listen(cache: ResponseCache, settings: Settings) -> None:
    outage = Outage("responses are not cached: no announcements")
    while True:
        try:
            await _follow(cache, settings, outage)
        except (psycopg.Error, OSError, TimeoutError) as error:
            outage.meet(error)
        finally:
            _close(cache)
        await asyncio.sleep(RECONNECT_SECONDS)


async def _follow(cache: ResponseCache, settings: Settings, outage: Outage) -> None:
    """Invalidate at each announcement; check now and then that the connection is alive."""
    connection = await psycopg.AsyncConnection.connect(
        driver_dsn(settings), autocommit=True, connect_timeout=3, application_name="swarna api listening"
    )
    async with connection:
        with waiting(connection, ANSWER_SECONDS):
            await connection.execute(f"LISTEN {CHANNEL}")
        cache.invalidate()
        cache.is_open = True
        outage.end()
        async for announced in notices(connection):
            cache.invalidate(announced.payload)


def _close(cache: ResponseCache) -> None:
    cache.is_open = False
    cache.invalidate()
