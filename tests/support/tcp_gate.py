"""A gate before a server: open, what comes in goes on to it; shut, everybody is turned away, whoever is inside too."""

import asyncio
from contextlib import suppress
from typing import Self

from local.ports import free_port

PIECE = 64 * 1024


class Gate:
    """Stands before a port of this machine, at ``port``; it is open while the block lasts."""

    def __init__(self, target: int) -> None:
        self.port = free_port()
        self._target = target
        self._inside: set[asyncio.StreamWriter] = set()
        self._server: asyncio.Server | None = None

    async def open(self) -> None:
        """Let people in."""
        self._server = await asyncio.start_server(self._lead, "127.0.0.1", self.port)

    async def shut(self) -> None:
        """Turn everybody away."""
        server, self._server = self._server, None
        if server:
            server.close()
        for writer in list(self._inside):
            writer.transport.abort()

    async def __aenter__(self) -> Self:
        await self.open()
        return self

    async def __aexit__(self, *_: object) -> None:
        await self.shut()

    async def _lead(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        with suppress(OSError):
            there, back = await asyncio.open_connection("127.0.0.1", self._target)
            self._inside |= {writer, back}
            try:
                await asyncio.gather(_carry(reader, back), _carry(there, writer))
            finally:
                self._inside -= {writer, back}
                back.close()
        writer.close()


async def _carry(reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
    with suppress(OSError):
        while piece := await reader.read(PIECE):
            writer.write(piece)
            await writer.drain()
    writer.close()
