"""psycopg connections for SQLAlchemy, with a deadline for each call that waits for the server.

A connection closes when its server refuses a change because it is read-only. After a fail-over the server of an open
connection may be a replica, while a new connection reaches the primary. So the pools replace it like a lost one.
"""

from contextlib import suppress
from typing import Any

import psycopg
from psycopg.errors import ReadOnlySqlTransaction

from shop.db.deadlines import DeadlineExceeded, deadline, thread_deadline


class _AsyncCursor(psycopg.AsyncCursor[Any]):
    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        try:
            with deadline(self.connection):
                return await super().execute(*args, **kwargs)
        except ReadOnlySqlTransaction:
            await self.connection.close()
            raise

    async def executemany(self, *args: Any, **kwargs: Any) -> None:
        try:
            with deadline(self.connection):
                await super().executemany(*args, **kwargs)
        except ReadOnlySqlTransaction:
            await self.connection.close()
            raise


class _AsyncServerCursor(psycopg.AsyncServerCursor[Any]):
    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        with deadline(self.connection):
            return await super().execute(*args, **kwargs)

    async def fetchone(self) -> Any:
        with deadline(self.connection):
            return await super().fetchone()

    async def fetchmany(self, size: int = 0) -> list[Any]:
        with deadline(self.connection):
            return await super().fetchmany(size)

    async def fetchall(self) -> list[Any]:
        with deadline(self.connection):
            return await super().fetchall()

    async def close(self) -> None:
        with deadline(self.connection):
            await super().close()


class AsyncConnection(psycopg.AsyncConnection[Any]):
    """A connection for asyncio on which every wait has a deadline."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cursor_factory = _AsyncCursor
        self.server_cursor_factory = _AsyncServerCursor

    async def commit(self) -> None:
        with deadline(self):
            await super().commit()

    async def rollback(self) -> None:
        """Roll back. On a lost connection this does nothing, since the server has rolled back already."""
        if not self.closed:
            with suppress(DeadlineExceeded), deadline(self):
                await super().rollback()


class _Cursor(psycopg.Cursor[Any]):
    def execute(self, *args: Any, **kwargs: Any) -> Any:
        try:
            with thread_deadline(self.connection):
                return super().execute(*args, **kwargs)
        except ReadOnlySqlTransaction:
            self.connection.close()
            raise

    def executemany(self, *args: Any, **kwargs: Any) -> None:
        try:
            with thread_deadline(self.connection):
                super().executemany(*args, **kwargs)
        except ReadOnlySqlTransaction:
            self.connection.close()
            raise


class Connection(psycopg.Connection[Any]):
    """A connection for threads on which every wait has a deadline. Server-side cursors are not used with it."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cursor_factory = _Cursor

    def commit(self) -> None:
        with thread_deadline(self):
            super().commit()

    def rollback(self) -> None:
        """Roll back. On a lost connection this does nothing, since the server has rolled back already."""
        if not self.closed:
            with suppress(DeadlineExceeded), thread_deadline(self):
                super().rollback()
