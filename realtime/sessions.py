"""Hears from PostgreSQL that a session has ended, so that its pages close within a second."""

import asyncio

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime.server import Pages
from shop.db.deadlines import ANSWER_SECONDS, notices, waiting
from shop.logs import Outage
from shop.sessions.queries import ENDED_CHANNEL

CHECK_SECONDS = 60.0
RECONNECT_SECONDS = 0.5

log = structlog.get_logger()


async def follow_endings(pages: Pages, dsn: str) -> None:
    """Close pages as sessions end, for ever; whatever ended unheard is found on return."""
    deafness = Outage("not hearing of ended sessions")
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=3) as connection:
                with waiting(connection, ANSWER_SECONDS):
                    await connection.execute(f"LISTEN {ENDED_CHANNEL}")
                await pages.end_dead_sessions()
                deafness.end()
                async for notice in notices(connection):
                    if notice.payload.isdecimal():
                        await pages.end_sessions({int(notice.payload)})
        except (psycopg.Error, SQLAlchemyError) as error:
            deafness.meet(error)
            await asyncio.sleep(RECONNECT_SECONDS)


async def check_sessions(pages: Pages) -> None:
    """Check every open page's session once a minute: some end by the clock alone."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        try:
            await pages.end_dead_sessions()
        except SQLAlchemyError as error:
            log.warning("sessions cannot be checked", reason=type(error).__name__)
