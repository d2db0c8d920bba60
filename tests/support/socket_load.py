"""Open pages for measurements: any number of Socket.IO clients in one process.

They implement only what a listening page needs: the WebSocket handshake, Engine.IO's OPEN and PING, Socket.IO's CONNECT
and EVENT (https://socket.io/docs/v4/socket-io-protocol/). So a message costs a few microseconds of CPU here.
"""

import asyncio
import base64
import os
import resource
import time
from collections.abc import Callable, Sequence

from tests.support.bench_stack import ServerProcess

CONNECTING_AT_ONCE = 50
_PONG = b"3"
_CONNECT = b"40"

OnEvent = Callable[[int, bytes, float], None]
"""Called for each event: number of the client, packet, time of arrival (``time.perf_counter``)."""


class SocketClient(asyncio.Protocol):
    """One Socket.IO client."""

    def __init__(self, clients: "SocketClients", number: int, cookie: str) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self._clients = clients
        self._number = number
        self._cookie = cookie
        self._buffer = b""
        self._is_open = False

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport
        key = base64.b64encode(os.urandom(16)).decode()
        cookie = f"Cookie: {self._cookie}\r\n" if self._cookie else ""
        transport.write(
            "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            f"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: {key}\r\n{cookie}\r\n".encode()
        )

    def data_received(self, data: bytes) -> None:
        if self._buffer:
            data = self._buffer + data
            self._buffer = b""
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._buffer = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._fail(head.decode(errors="replace"))
                return
            self._is_open = True
        self._parse_frames(data)

    def _parse_frames(self, data: bytes) -> None:
        """Parse WebSocket frames. Frames of a server are unmasked, and these are all below 64 kB."""
        offset, size = 0, len(data)
        while size - offset >= 2:
            length, start = data[offset + 1], offset + 2
            if length == 126:
                start += 2
                length = int.from_bytes(data[offset + 2 : start])
            end = start + length
            if end > size:
                break
            self._handle_packet(data[offset] & 15, data[start:end])
            offset = end
        self._buffer = data[offset:]

    def _handle_packet(self, kind: int, packet: bytes) -> None:
        if packet[:2] == b"42":
            self._clients.receive(self._number, packet)
        elif kind == 8:
            self._fail(f"closed by the server: {packet!r}")
        elif packet[:1] == b"0":
            self.send(_CONNECT)
        elif packet[:2] == b"40":
            self.ready.set_result(None)
        elif packet[:1] == b"2":
            self.send(_PONG)

    def send(self, text: bytes) -> None:
        """Send a short packet, masked with zeros."""
        self.transport.write(bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)

    def connection_lost(self, _error: Exception | None) -> None:
        self._fail("connection lost")

    def _fail(self, reason: str) -> None:
        self._clients.lost += 1
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(reason))


class SocketClients:
    """Clients of one server. ``count`` is the total of received events, ``lost`` that of closed connections."""

    def __init__(self, on_event: OnEvent | None = None) -> None:
        self.count = 0
        self.lost = 0
        self._on_event = on_event
        self._pages: list[SocketClient] = []
        self._awaited = 0
        self._reached = asyncio.Event()

    async def open(self, server: ServerProcess, cookies: Sequence[str]) -> None:
        """Open a client for each Cookie header; an empty header is a visitor's.

        :raises ConnectionError: if the server rejects a client.
        """
        loop = asyncio.get_running_loop()
        for start in range(0, len(cookies), CONNECTING_AT_ONCE):
            batch = [
                loop.create_connection(lambda n=number: SocketClient(self, n, cookies[n]), "127.0.0.1", server.port)
                for number in range(start, min(start + CONNECTING_AT_ONCE, len(cookies)))
            ]
            pages = [page for _, page in await asyncio.gather(*batch)]
            await asyncio.gather(*(page.ready for page in pages))
            self._pages += pages

    def receive(self, number: int, packet: bytes) -> None:
        """Count an event."""
        self.count += 1
        if self._on_event:
            self._on_event(number, packet, time.perf_counter())
        if self.count >= self._awaited:
            self._reached.set()

    async def wait_for_events(self, count: int, *, seconds: float = 20.0) -> None:
        """Wait until all clients together have received this number of events.

        :raises TimeoutError: if they have not.
        """
        while self.count < count:
            self._awaited = count
            self._reached.clear()
            async with asyncio.timeout(seconds):
                await self._reached.wait()

    async def close(self) -> None:
        """Close all clients."""
        for page in self._pages:
            page.transport.abort()
        await asyncio.sleep(0.5)


def raise_socket_limit() -> None:
    """Raise the limit of open sockets of this process and its children to the system's maximum."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
