"""Listen to PostgreSQL for ended sessions, so that their connections close within a second."""

import asyncio

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime.server import RealtimeServer
from shop.db.deadlines import ANSWER_SECONDS, deadline, notifications
from shop.observability.logs import OutageLogger
from shop.sessions.queries import ENDED_CHANNEL, ROLES_CHANGED

CHECK_SECONDS = 60.0
RECONNECT_SECONDS = 0.5

log = structlog.get_logger()


async def follow_endings(server: RealtimeServer, dsn: str) -> None:
    """Close connections as their sessions end, for ever. After an outage, find the sessions that ended meanwhile."""
    outage = OutageLogger("not notified of ended sessions")
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=3) as connection:
                with deadline(connection, ANSWER_SECONDS):
                    await connection.execute(f"LISTEN {ENDED_CHANNEL}")
                await server.end_dead_sessions()
                outage.recovered()
                async for notice in notifications(connection):
                    changed = notice.payload.removeprefix(ROLES_CHANGED)
                    if notice.payload.isdecimal():
                        await server.end_sessions({int(notice.payload)})
                    elif changed.isdecimal():
                        await server.reconnect_sessions({int(changed)})
        except (psycopg.Error, SQLAlchemyError) as error:
            outage.failed(error)
            await asyncio.sleep(RECONNECT_SECONDS)


async def check_sessions(server: RealtimeServer) -> None:
    """Check the session of every connection once a minute. A session that expires sends no notification."""
    while True:
        await asyncio.sleep(CHECK_SECONDS)
        try:
            await server.end_dead_sessions()
        except SQLAlchemyError as error:
            log.warning("sessions cannot be checked", reason=type(error).__name__)
