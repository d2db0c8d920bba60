"""Listen to PostgreSQL for ended sessions, changes of customers' pages and progress of webhooks.

Connections of ended sessions close within a second. Pages of staff are notified which customer's page has changed.
"""

import asyncio

import psycopg
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime.server import RealtimeServer
from shop.customer_record.events import CHANNEL as RECORD_CHANNEL
from shop.customer_record.events import RECORD_CHANGED
from shop.db.deadlines import ANSWER_SECONDS, deadline, notifications
from shop.integrations.model import PROGRESS_CHANNEL
from shop.observability.logs import OutageLogger
from shop.sessions.queries import ENDED_CHANNEL, ROLES_CHANGED

RECONNECT_SECONDS = 0.5

log = structlog.get_logger()


async def listen_to_postgres(server: RealtimeServer, dsn: str) -> None:
    """Handle the notifications, for ever. After an outage, handle everything that may have been missed."""
    outage = OutageLogger("not notified of ended sessions")
    while True:
        try:
            async with await psycopg.AsyncConnection.connect(dsn, autocommit=True, connect_timeout=3) as connection:
                with deadline(connection, ANSWER_SECONDS):
                    for channel in (ENDED_CHANNEL, RECORD_CHANNEL, PROGRESS_CHANNEL):
                        await connection.execute(f"LISTEN {channel}")
                await server.sessions.end_dead()
                await _tell_staff(server, customer_id=None, part=None)
                outage.recovered()
                async for notice in notifications(connection):
                    if notice.channel == RECORD_CHANNEL:
                        await _tell_of_record(server, notice.payload)
                    elif notice.channel == PROGRESS_CHANNEL:
                        server.webhooks.note(notice.payload)
                    else:
                        await _end_or_reconnect(server, notice.payload)
        except (psycopg.Error, SQLAlchemyError) as error:
            outage.failed(error)
            await asyncio.sleep(RECONNECT_SECONDS)


async def _end_or_reconnect(server: RealtimeServer, payload: str) -> None:
    changed = payload.removeprefix(ROLES_CHANGED)
    if payload.isdecimal():
        await server.sessions.end({int(payload)})
    elif changed.isdecimal():
        await server.sessions.reconnect({int(changed)})


async def _tell_of_record(server: RealtimeServer, payload: str) -> None:
    customer_id, _, part = payload.partition(" ")
    if customer_id.isdecimal():
        await _tell_staff(server, customer_id=int(customer_id), part=part)


async def _tell_staff(server: RealtimeServer, *, customer_id: int | None, part: str | None) -> None:
    """Notify the pages of staff which customer has changed. Without an id, any customer may have changed."""
    await server.send_to_staff(RECORD_CHANGED, {"customerId": customer_id, "part": part})
