"""The open pages of a measurement: as many Socket.IO clients as wanted in one process, for both sides alike.

They speak just what a listening page speaks: the WebSocket handshake, Engine.IO's OPEN and PING, Socket.IO's CONNECT
and EVENT (https://socket.io/docs/v4/socket-io-protocol/), so that a message costs a few microseconds here.
"""

import asyncio
import base64
import os
import resource
import time
from collections.abc import Callable, Sequence

from tests.support.processes import Running

AT_ONCE = 50
_PONG = b"3"
_CONNECT = b"40"

Heard = Callable[[int, bytes, float], None]
"""Is told of each event: the page's number, the packet's text, and when it came (``time.perf_counter``)."""


class Page(asyncio.Protocol):
    """One open page."""

    def __init__(self, crowd: "Crowd", number: int, cookie: str) -> None:
        self.ready = asyncio.get_running_loop().create_future()
        self._crowd = crowd
        self._number = number
        self._cookie = cookie
        self._rest = b""
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
        if self._rest:
            data = self._rest + data
            self._rest = b""
        if not self._is_open:
            head, end, data = data.partition(b"\r\n\r\n")
            if not end:
                self._rest = head
                return
            if not head.startswith(b"HTTP/1.1 101"):
                self._fail(head.decode(errors="replace"))
                return
            self._is_open = True
        self._read(data)

    def _read(self, data: bytes) -> None:
        """Take the frames apart: a server's are unmasked, and ours are all below 64 kB."""
        place, size = 0, len(data)
        while size - place >= 2:
            length, start = data[place + 1], place + 2
            if length == 126:
                start += 2
                length = int.from_bytes(data[place + 2 : start])
            end = start + length
            if end > size:
                break
            self._take(data[place] & 15, data[start:end])
            place = end
        self._rest = data[place:]

    def _take(self, kind: int, packet: bytes) -> None:
        if packet[:2] == b"42":
            self._crowd.hear(self._number, packet)
        elif kind == 8:
            self._fail(f"closed by the server: {packet!r}")
        elif packet[:1] == b"0":
            self.say(_CONNECT)
        elif packet[:2] == b"40":
            self.ready.set_result(None)
        elif packet[:1] == b"2":
            self.say(_PONG)

    def say(self, text: bytes) -> None:
        """Send a packet: short, masked with zeros."""
        self.transport.write(bytes((0x81, 0x80 | len(text), 0, 0, 0, 0)) + text)

    def connection_lost(self, _error: Exception | None) -> None:
        self._fail("connection lost")

    def _fail(self, reason: str) -> None:
        self._crowd.lost += 1
        if not self.ready.done():
            self.ready.set_exception(ConnectionError(reason))


class Crowd:
    """Open pages of one server. ``count`` is how many events they heard together, ``lost`` how many pages closed."""

    def __init__(self, heard: Heard | None = None) -> None:
        self.count = 0
        self.lost = 0
        self._heard = heard
        self._pages: list[Page] = []
        self._awaited = 0
        self._reached = asyncio.Event()

    async def open(self, server: Running, cookies: Sequence[str]) -> None:
        """Open a page for each Cookie header; an empty one is a visitor's.

        :raises ConnectionError: where the server lets one not in.
        """
        loop = asyncio.get_running_loop()
        for start in range(0, len(cookies), AT_ONCE):
            batch = [
                loop.create_connection(lambda n=number: Page(self, n, cookies[n]), "127.0.0.1", server.port)
                for number in range(start, min(start + AT_ONCE, len(cookies)))
            ]
            pages = [page for _, page in await asyncio.gather(*batch)]
            await asyncio.gather(*(page.ready for page in pages))
            self._pages += pages

    def hear(self, number: int, packet: bytes) -> None:
        """Count an event."""
        self.count += 1
        if self._heard:
            self._heard(number, packet, time.perf_counter())
        if self.count >= self._awaited:
            self._reached.set()

    async def until(self, count: int, *, seconds: float = 20.0) -> None:
        """Wait until so many events were heard together.

        :raises TimeoutError: where they do not come.
        """
        while self.count < count:
            self._awaited = count
            self._reached.clear()
            async with asyncio.timeout(seconds):
                await self._reached.wait()

    async def close(self) -> None:
        """Close all pages."""
        for page in self._pages:
            page.transport.abort()
        await asyncio.sleep(0.5)


def allow_many() -> None:
    """Let this process, and those that it starts, hold as many sockets as the system grants."""
    _, most = resource.getrlimit(resource.RLIMIT_NOFILE)
    resource.setrlimit(resource.RLIMIT_NOFILE, (most, most))
