"""Invalidate the response cache when PostgreSQL notifies of a change of the catalogue or of a gold rate.

Triggers send the notifications as part of the commit. A process that cannot receive them stores nothing. The same
connection listens to the channels of other parts of the process.
"""

import asyncio
import contextlib
import secrets
from collections.abc import AsyncIterator, Callable, Mapping

import psycopg
from psycopg import sql

from api.cache.store import ResponseCache
from shop.db.deadlines import ANSWER_SECONDS, deadline, notifications
from shop.db.engine import driver_dsn
from shop.observability.logs import OutageLogger
from shop.settings import Settings

CHANNEL = "catalogue"
"""A payload is the table's name; for images, the product's id follows."""
RECONNECT_SECONDS = 0.5
Handler = Callable[[str], None]


@contextlib.asynccontextmanager
async def listening(
    cache: ResponseCache, settings: Settings, others: Mapping[str, Handler] | None = None
) -> AsyncIterator[None]:
    """Listen for notifications until the block ends. The cache is enabled while they are received.

    :param others: handlers of other channels. They get the payload, or an empty text if notifications were missed.
    """
    task = asyncio.create_task(_listen(cache, settings, others or {}))
    try:
        yield
    finally:
        task.cancel()
        await asyncio.gather(task, return_exceptions=True)


async def _listen(cache: ResponseCache, settings: Settings, others: Mapping[str, Handler]) -> None:
    outage = OutageLogger("responses are not cached: no notifications")
    while True:
        try:
            await _follow(cache, settings, outage, others)
        except (psycopg.Error, OSError, TimeoutError) as error:
            outage.failed(error)
        finally:
            cache.is_open = False
            cache.invalidate()
        await asyncio.sleep(RECONNECT_SECONDS)


async def _follow(
    cache: ResponseCache, settings: Settings, outage: OutageLogger, others: Mapping[str, Handler]
) -> None:
    """Invalidate at each notification. :func:`shop.db.deadlines.notifications` checks the connection regularly."""
    trial = f"trial_{secrets.token_hex(8)}"
    async with await _connect(settings) as connection:
        with deadline(connection, ANSWER_SECONDS):
            for channel in (CHANNEL, *others, trial):
                await connection.execute(sql.SQL("LISTEN {}").format(sql.Identifier(channel)))
        await _check_delivery(connection, settings, trial)
        cache.invalidate()
        cache.is_open = True
        outage.recovered()
        for handle in others.values():
            handle("")
        async for announced in notifications(connection):
            if announced.channel == CHANNEL:
                cache.invalidate(announced.payload)
            else:
                others[announced.channel](announced.payload)


async def _check_delivery(connection: psycopg.AsyncConnection, settings: Settings, channel: str) -> None:
    """Check that a notification arrives. A connection pooler in transaction mode accepts LISTEN and drops them.

    It is sent by another connection, since such a pooler delivers what is sent by the same one.

    :param channel: a channel of this connection that nobody else uses.
    :raises TimeoutError: if it does not arrive.
    """
    async with await _connect(settings) as sender:
        with deadline(sender, ANSWER_SECONDS):
            await sender.execute("SELECT pg_notify(%s, '')", [channel])
    async for announced in connection.notifies(timeout=ANSWER_SECONDS):
        if announced.channel == channel:
            return
    raise TimeoutError("No notification arrives. A connection pooler must be in session mode.")


async def _connect(settings: Settings) -> psycopg.AsyncConnection:
    return await psycopg.AsyncConnection.connect(
        driver_dsn(settings), autocommit=True, connect_timeout=3, application_name="swarna api listening"
    )
