"""Close the connections of sessions that have ended, and reconnect those of admins whose roles have changed."""

import asyncio
from collections import deque
from contextlib import suppress

import socketio
import structlog
from sqlalchemy.exc import SQLAlchemyError

from realtime.connections import Connection, ConnectionRegistry
from realtime.fast_send import FastSender
from shop.clock import now
from shop.db.pool import Pool
from shop.db.query import Query
from shop.sessions import queries
from shop.sessions.model import Role
from shop.staff.roles import Roles, known_roles

CHECK_SECONDS = 60.0
"""A session that expires sends no notification, so all are checked this often."""

_LIVE = Query.of(queries.LIVE_SESSION_ROLES)

log = structlog.get_logger()


class Sessions:
    """The sessions of this process's connections."""

    def __init__(
        self, pool: Pool, connections: ConnectionRegistry, sender: FastSender, server: socketio.AsyncServer
    ) -> None:
        self._pool = pool
        self._connections = connections
        self._sender = sender
        self._socketio = server
        self._lately_ended: deque[int] = deque(maxlen=1000)

    async def close(self, connection: Connection) -> None:
        """Notify a client that its session has ended, and disconnect it."""
        await self._sender.send({connection.sid: connection.socket}, "session_ended", {})
        with suppress(KeyError):
            await self._socketio.disconnect(connection.sid)

    async def drop(self, connection: Connection) -> None:
        """Abort a connection at once, even if its client does not read. The page reconnects."""
        self._connections.remove(connection.sid)
        if not connection.socket.abort():
            await self._socketio.disconnect(connection.sid)

    async def end(self, ended: set[int]) -> None:
        """Close the connections of ended sessions. Each client is notified first."""
        self._lately_ended.extend(ended)
        for connection in self._connections.of_sessions(ended):
            await self.close(connection)

    async def reconnect(self, session_ids: set[int]) -> None:
        """Drop the connections of sessions whose admin's roles have changed."""
        for connection in self._connections.of_sessions(session_ids):
            await self.drop(connection)

    async def end_dead(self) -> None:
        """Close the connections of sessions that are no longer live in the database.

        Connections of admins whose roles have changed are dropped, and connect again. Their notification may be lost,
        and a second factor may be required since a certain time.
        """
        checked = self._connections.session_ids
        roles = await self._live_roles(checked)
        await self.end(checked - roles.keys())
        await self.reconnect({id_ for id_, now_held in roles.items() if self._has_other_roles(id_, now_held)})

    async def admit(self, connection: Connection) -> bool:
        """Return whether a connection that was registered just now has the sessions and roles of its handshake.

        If a session has ended since, the connection is closed. If the admin's roles have changed, it is dropped.

        :raises SQLAlchemyError: if PostgreSQL is unavailable.
        """
        sessions = connection.identity.sessions
        session_ids = set(sessions.values())
        roles = await self._live_roles(session_ids)
        if not session_ids.isdisjoint(self._lately_ended) or session_ids - roles.keys():
            await self.close(connection)
            return False
        if Role.ADMIN in sessions and roles[sessions[Role.ADMIN]] != connection.identity.roles:
            await self.drop(connection)
            return False
        return True

    async def _live_roles(self, session_ids: set[int]) -> dict[int, Roles]:
        """Return the roles of those sessions that are live. A shopper's session has none."""
        if not session_ids:
            return {}
        [alive] = await self._pool.fetch_batched(_LIVE(ids=list(session_ids), at=now()))
        return {row.id: known_roles(row.roles) for row in alive}

    def _has_other_roles(self, session_id: int, roles: Roles) -> bool:
        found = [each.identity for each in self._connections.of_sessions({session_id})]
        return any(each.sessions.get(Role.ADMIN) == session_id and each.roles != roles for each in found)

    async def check(self) -> None:
        """Check the session of every connection, for ever."""
        while True:
            await asyncio.sleep(CHECK_SECONDS)
            try:
                await self.end_dead()
            except SQLAlchemyError as error:
                log.warning("sessions cannot be checked", reason=type(error).__name__)
