"""A TCP proxy that can be closed, to simulate a server that cannot be reached."""

import asyncio
from contextlib import suppress
from typing import Self

from local.ports import free_port

CHUNK = 64 * 1024
_NOTIFICATION = b"A"


class TcpProxy:
    """Forwards connections at ``port`` to a local port while it is open. Closing it aborts all connections."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._writers: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Accept connections."""
        self._server = await asyncio.start_server(self._forward, "127.0.0.1", self.port)

    async def close(self) -> None:
        """Stop accepting connections, and abort all open ones."""
        server, self._server = self._server, None
        if server:
            server.close()
        for writer in list(self._writers):
            writer.transport.abort()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.close()

    async def _forward(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            upstream_reader, upstream = await asyncio.open_connection("127.0.0.1", self._target)
            self._writers |= {writer, upstream}
            try:
                await asyncio.gather(_copy(reader, upstream), self._answer(upstream_reader, writer))
            finally:
                self._writers -= {writer, upstream}
                upstream.close()
        writer.close()

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        await _copy(reader, writer)


class SilentProxy(TcpProxy):
    """A proxy for PostgreSQL without TLS that drops notifications, as a connection pooler in transaction mode does."""

    async def _answer(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError, asyncio.IncompleteReadError):
            while True:
                head = await reader.readexactly(5)  # the type of the message, and its length without the type
                body = await reader.readexactly(int.from_bytes(head[1:]) - 4)
                if head[:1] != _NOTIFICATION:
                    writer.write(head + body)
                    await writer.drain()
        writer.close()


async def _copy(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while chunk := await reader.read(CHUNK):
            writer.write(chunk)
            await writer.drain()
    writer.close()
