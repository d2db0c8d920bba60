"""The last step of an event: from this process onto a page's socket.

Engine.IO hands each packet of each page through a queue, two tasks and three layers, for some 40 us; a frame that is
made once for a whole room and written to each socket costs a tenth of that. So a page's queue is an :class:`Outlet`,
which writes a text past itself whenever nothing waits before it and the socket takes it at once, and is a queue for
all else: pings, the end, and whatever a slow reader is behind with.

Only uvicorn's WebSocket on ``websockets``' sans-I/O core is written to like that (``--ws websockets-sansio``); behind
another server everything goes through the queue.
"""

import asyncio
import struct
from typing import Any

from engineio.packet import MESSAGE, Packet
from uvicorn.protocols.websockets.websockets_sansio_impl import WebSocketsSansIOProtocol

_TEXT = 0x81


class Wire:
    """A page's socket as the gate let it in; ``written`` counts the texts that went onto it through the queue."""

    def __init__(self, send: Any) -> None:
        self.written = 0
        self._send = send
        server = getattr(send, "__self__", None)
        self._server = server if isinstance(server, WebSocketsSansIOProtocol) else None

    async def send(self, message: Any) -> None:
        """Send an ASGI message."""
        await self._send(message)
        if (message.get("text") or "").startswith(str(MESSAGE)):
            self.written += 1

    def takes(self, frame: bytes) -> bool:
        """Write a finished frame if the socket is open and no byte waits on this side; tell whether it was written."""
        server = self._server
        if server is None or server.close_sent or not server.writable.is_set() or server.conn.extensions:
            return False
        if not server.transport.is_closing():
            server.transport.write(frame)
        return True


class Outlet:
    """The packets that a page was not sent yet. All of a page's texts pass here, so they keep their order.

    It is a queue as far as Engine.IO uses one: one task takes from it, and it is joined when a page is to end. Most
    are empty for as long as they are; ``asyncio.Queue`` would keep 2.5 kB ready for each.
    """

    def __init__(self) -> None:
        self._wire: Wire | None = None
        self._queued = 0
        self._packets: list[Packet | None] = []
        self._unfinished = 0
        self._reader: asyncio.Future[None] | None = None
        self._joined: list[asyncio.Future[None]] = []

    def attach(self, wire: Wire) -> None:
        """Take the short way from now on, as soon as what is queued is written."""
        self._wire = wire

    def write(self, packet: Packet, frame: bytes) -> None:
        """Send a text whose frame is made already."""
        wire = self._wire
        if wire is None or self._queued != wire.written or not wire.takes(frame):
            self._queued += 1
            self.put_nowait(packet)

    async def put(self, item: Packet | None) -> None:
        """Send a packet, as Engine.IO asks for it."""
        if item is not None and item.packet_type == MESSAGE and not item.binary:
            self.write(item, frame_of(item))
        else:
            self.put_nowait(item)

    def put_nowait(self, item: Packet | None) -> None:
        """Queue a packet, or None for the end."""
        self._packets.append(item)
        self._unfinished += 1
        if self._reader is not None and not self._reader.done():
            self._reader.set_result(None)

    async def get(self) -> Packet | None:
        """Take the first packet, as soon as there is one."""
        while not self._packets:
            self._reader = asyncio.get_running_loop().create_future()
            try:
                await self._reader
            finally:
                self._reader = None
        return self.get_nowait()

    def get_nowait(self) -> Packet | None:
        """Take the first packet.

        :raises asyncio.QueueEmpty: where there is none.
        """
        if not self._packets:
            raise asyncio.QueueEmpty
        return self._packets.pop(0)

    def task_done(self) -> None:
        """Say that a packet that was taken is dealt with."""
        self._unfinished -= 1
        if not self._unfinished:
            joined, self._joined = self._joined, []
            for waiting in joined:
                if not waiting.done():
                    waiting.set_result(None)

    async def join(self) -> None:
        """Wait until all packets are dealt with."""
        if self._unfinished:
            waiting = asyncio.get_running_loop().create_future()
            self._joined.append(waiting)
            await waiting

    def qsize(self) -> int:
        """Return how many packets wait."""
        return len(self._packets)


def frame_of(packet: Packet) -> bytes:
    """Return the one frame that a server sends for a text (RFC 6455, 5.2)."""
    text: bytes = packet.encode().encode()
    size = len(text)
    if size < 126:
        return bytes((_TEXT, size)) + text
    if size < 65_536:
        return struct.pack("!BBH", _TEXT, 126, size) + text
    return struct.pack("!BBQ", _TEXT, 127, size) + text
