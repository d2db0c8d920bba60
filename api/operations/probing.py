"""The probes of an API process: what must work for the shop to sell, tried in the background."""

import secrets
import shutil
import tempfile
from asyncio import gather, to_thread
from collections.abc import Awaitable, Callable, Sequence
from functools import partial
from pathlib import Path
from typing import Any, TypeVar

import psycopg
from sqlalchemy import text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.ext.asyncio import AsyncEngine
from sqlalchemy.pool import QueuePool

from api.orders import writing
from shop.clock import now
from shop.db.deadlines import patience
from shop.db.engine import is_away
from shop.db.pool import Pool
from shop.db.query import Query
from shop.operations import sequences
from shop.operations.monitor import Failed, Monitor, Probe
from shop.operations.reading import Read, read
from shop.orders import dry_run
from shop.sessions.queries import LIVE_PEOPLE
from shop.settings import Settings

ANSWER_SECONDS = 1.2
"""How long a connection may take to answer a probe; what was sent on a lost one is sent once more."""
READ_SECONDS = 2.5
HELD_SECONDS = 2.5
ROOM_BYTES = 32 * 1024 * 1024
"""The room that the folder of pictures must have: that of a few uploads."""
ORIGINALS = "originals"

T = TypeVar("T")

_WHO = Query.of(LIVE_PEOPLE)
_ORDERS = writing.lines(most=1, is_behind=False)
_SIGN_OF_LIFE = text("SELECT 1")


def monitor(read_by: Pool, probes: Sequence[Probe]) -> Monitor:
    """Return a monitor that reads how the work stands by connections of its own."""
    return Monitor(partial(_read, read_by), probes)


def probes(config: Settings, pool: Pool, engine: AsyncEngine, *, reading: Pool, ordering: Pool) -> list[Probe]:
    """Return the probes of an API process.

    :param pool, engine: what requests use.
    :param reading, ordering: connections that only the monitor uses, and only its dry run of an order.
    """
    found = [
        Probe("connections", partial(_connections, pool, engine), held=HELD_SECONDS, goes_first=True),
        Probe("order", partial(_order, ordering)),
        Probe("read", partial(_signed_in_read, pool)),
        Probe("sequences", partial(_sequences, reading)),
    ]
    if not config.media_url:
        found.append(Probe("storage", partial(to_thread, _storage, config.media_dir / ORIGINALS)))
    return found


async def _read(pool: Pool) -> Read:
    return await _once_more(partial(read, pool))


async def _once_more(ask: Callable[[], Awaitable[T]]) -> T:
    """Ask, and once more where the monitor's own connection was lost: it says nothing of those of requests."""
    with patience(ANSWER_SECONDS):
        try:
            return await ask()
        except SQLAlchemyError as error:
            if not is_away(error):
                raise
            return await ask()


async def _order(pool: Pool) -> None:
    await _once_more(lambda: dry_run.place(pool, now()))


async def _signed_in_read(pool: Pool) -> None:
    """Look up a session as each request of somebody signed in does, and read as their list of orders does."""
    with patience(READ_SECONDS):
        await pool.fetch_batched(_WHO(hashes=[secrets.token_bytes(32)], at=now()))
        await pool.fetch(_ORDERS(customer_id=-1))


async def _connections(pool: Pool, engine: AsyncEngine) -> None:
    """Ask the idle connections of this process whether their servers answer."""
    idle = engine.pool.checkedin() if isinstance(engine.pool, QueuePool) else 0
    checking = gather(*(_answers(engine) for _ in range(idle)))
    asked, silent = await pool.check(seconds=ANSWER_SECONDS)
    silent += (await checking).count(False)
    if silent:
        raise Failed(f"{silent} of {asked + idle} gave no answer within {ANSWER_SECONDS:g} s and were replaced.")


async def _answers(engine: AsyncEngine) -> bool:
    try:
        with patience(ANSWER_SECONDS):
            async with engine.connect() as connection:
                await connection.execute(_SIGN_OF_LIFE)
    except (SQLAlchemyError, psycopg.Error):
        return False
    return True


async def _sequences(pool: Pool) -> None:
    filling = await _once_more(lambda: pool.fetch(sequences.FILLING()))
    if filling:
        raise Failed(", ".join(f"{row.name} {_how_full(row)}" for row in filling))


def _how_full(row: Any) -> str:
    return "is used up" if row.is_used_up else f"is used to {row.part * 100:.0f} %"


def _storage(folder: Path) -> None:
    """Write a small file where uploads go."""
    try:
        folder.mkdir(parents=True, exist_ok=True)
        with tempfile.NamedTemporaryFile(dir=folder, prefix=".probe-") as file:
            file.write(bytes(64 * 1024))
            file.flush()
        free = shutil.disk_usage(folder).free
    except OSError as error:
        raise Failed(error.strerror or str(error)) from error
    if free < ROOM_BYTES:
        raise Failed(f"Only {free // 2**20} MB are free in the folder of pictures.")
