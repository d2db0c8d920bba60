"""psycopg's connections for SQLAlchemy, with a deadline for each call that waits for the server."""

from contextlib import suppress
from typing import Any

import psycopg

from shop.db.deadlines import DeadlineMissed, waiting, watched


class _AsyncCursor(psycopg.AsyncCursor[Any]):
    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        with waiting(self.connection):
            return await super().execute(*args, **kwargs)

    async def executemany(self, *args: Any, **kwargs: Any) -> None:
        with waiting(self.connection):
            await super().executemany(*args, **kwargs)


class _AsyncServerCursor(psycopg.AsyncServerCursor[Any]):
    async def execute(self, *args: Any, **kwargs: Any) -> Any:
        with waiting(self.connection):
            return await super().execute(*args, **kwargs)

    async def fetchone(self) -> Any:
        with waiting(self.connection):
            return await super().fetchone()

    async def fetchmany(self, size: int = 0) -> list[Any]:
        with waiting(self.connection):
            return await super().fetchmany(size)

    async def fetchall(self) -> list[Any]:
        with waiting(self.connection):
            return await super().fetchall()

    async def close(self) -> None:
        with waiting(self.connection):
            await super().close()


class AsyncConnection(psycopg.AsyncConnection[Any]):
    """A connection of asyncio on which no wait is without an end."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cursor_factory = _AsyncCursor
        self.server_cursor_factory = _AsyncServerCursor

    async def commit(self) -> None:
        with waiting(self):
            await super().commit()

    async def rollback(self) -> None:
        with suppress(DeadlineMissed), waiting(self):  # the server undoes what a closed connection began
            await super().rollback()


class _Cursor(psycopg.Cursor[Any]):
    def execute(self, *args: Any, **kwargs: Any) -> Any:
        with watched(self.connection):
            return super().execute(*args, **kwargs)

    def executemany(self, *args: Any, **kwargs: Any) -> None:
        with watched(self.connection):
            super().executemany(*args, **kwargs)


class Connection(psycopg.Connection[Any]):
    """A connection of a thread on which no wait is without an end. Nothing here uses cursors of the server."""

    def __init__(self, *args: Any, **kwargs: Any) -> None:
        super().__init__(*args, **kwargs)
        self.cursor_factory = _Cursor

    def commit(self) -> None:
        with watched(self):
            super().commit()

    def rollback(self) -> None:
        with suppress(DeadlineMissed), watched(self):
            super().rollback()
