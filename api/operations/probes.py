"""The probes of an API process. They check in the background that orders and reads work."""

import secrets
from asyncio import TaskGroup
from collections.abc import Sequence
from functools import partial
from typing import Any

import psycopg
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import QueuePool

from api.orders import order_json
from shop.clock import now
from shop.db.deadlines import wait_limit
from shop.db.pool import Pool
from shop.db.query import Query
from shop.media.media import Media
from shop.operations import queries
from shop.operations.monitor import ANSWER_SECONDS, Monitor, Probe, ProbeFailed, in_thread, refuse_silent, retry_once
from shop.operations.snapshot import read
from shop.orders import dry_run
from shop.sessions.queries import LIVE_SESSIONS
from shop.settings import Settings

READ_SECONDS = 2.5
HELD_SECONDS = 2.5
BUCKET_PAUSE_SECONDS = 10.0
"""Seconds between two checks of a bucket. Each sends two requests, which may cost money."""

_WHO = Query.of(LIVE_SESSIONS)
_ORDERS = order_json.lines(limit=1, has_cursor=False)
_PING = text("SELECT 1")


def monitor(read_by: Pool, probes: Sequence[Probe]) -> Monitor:
    """Return a monitor that reads the state of the shop on its own connections."""
    return Monitor(partial(retry_once, partial(read, read_by)), probes)


def probes(config: Settings, pool: Pool, engine: AsyncEngine, *, reading: Pool, ordering: Pool) -> list[Probe]:
    """Return the probes of an API process.

    :param pool, engine: the connections of requests.
    :param reading, ordering: connections for the monitor only, and for its dry run of an order only.
    """
    found = [
        Probe("connections", partial(_connections, pool, engine), held=HELD_SECONDS, goes_first=True),
        Probe("order", partial(_order, ordering)),
        Probe("read", partial(_signed_in_read, pool)),
        Probe("sequences", partial(_sequences, reading)),
    ]
    pause = BUCKET_PAUSE_SECONDS if config.media_url else 0.0
    found.append(Probe("storage", in_thread(Media.from_settings(config).check), pause=pause))
    return found


async def _order(pool: Pool) -> None:
    await retry_once(lambda: dry_run.place_order(pool, now()))


async def _signed_in_read(pool: Pool) -> None:
    """Look up a session as every signed-in request does, then read a list of orders."""
    with wait_limit(READ_SECONDS):
        await pool.fetch_batched(_WHO(hashes=[secrets.token_bytes(32)], at=now()))
        await pool.fetch(_ORDERS(customer_id=-1))


async def _connections(pool: Pool, engine: AsyncEngine) -> None:
    """Check that the backends of this process's idle connections respond."""
    idle = engine.pool.checkedin() if isinstance(engine.pool, QueuePool) else 0
    async with TaskGroup() as group:
        checking = group.create_task(pool.check(seconds=ANSWER_SECONDS))
        answers = [group.create_task(_answers(engine)) for _ in range(idle)]
    asked, silent = checking.result()
    silent += sum(not answer.result() for answer in answers)
    refuse_silent(silent, asked=asked + idle)


async def _answers(engine: AsyncEngine) -> bool:
    try:
        with wait_limit(ANSWER_SECONDS):
            async with engine.connect() as connection:
                await connection.execute(_PING)
    except (SQLAlchemyError, psycopg.Error):
        return False
    return True


async def _sequences(pool: Pool) -> None:
    filling = await retry_once(lambda: pool.fetch(queries.FILLING_SEQUENCES()))
    if filling:
        raise ProbeFailed(", ".join(f"{row.name} {_how_full(row)}" for row in filling))


def _how_full(row: Any) -> str:
    return "is used up" if row.is_used_up else f"is used to {row.part * 100:.0f} %"
