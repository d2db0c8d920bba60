"""HTTP load for measurements: many connections, each with one request in flight.

The load must use far less CPU than the server under test. So it supports only the HTTP/1.1 that all sides use:
responses with a Content-Length on connections that stay open.
"""

import asyncio
import statistics
import time
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field
from urllib.parse import urlsplit

import uvloop

from tests.support.bench_stack import ServerProcess


@dataclass
class Figures:
    """The result of one side: responses by status, and response times in seconds."""

    seconds: float = 0.0
    cpu: float = 0.0
    times: list[float] = field(default_factory=list)
    statuses: Counter[int] = field(default_factory=Counter)
    length: int = 0

    @property
    def rate(self) -> float:
        """Responses a second."""
        return len(self.times) / self.seconds

    @property
    def p50(self) -> float:
        """The median response time in milliseconds."""
        return 1000 * statistics.median(self.times)

    @property
    def p99(self) -> float:
        """The 99th percentile of the response time in milliseconds."""
        return 1000 * statistics.quantiles(self.times, n=100, method="inclusive")[98]

    @property
    def cpu_each(self) -> float:
        """CPU time of the server in microseconds a response."""
        return 1e6 * self.cpu / len(self.times)

    def check(self, status: int = 200) -> "Figures":
        """Return self if all responses had this status.

        :raises RuntimeError: otherwise.
        """
        if set(self.statuses) != {status}:
            raise RuntimeError(f"responses by status: {dict(self.statuses)}, expected {status} only")
        return self


def request(path: str, *, method: str = "GET", body: bytes = b"", headers: Mapping[str, str] | None = None) -> bytes:
    """Return the bytes of an HTTP/1.1 request."""
    given = {"Host": "127.0.0.1", **(headers or {})}
    if body:
        given |= {"Content-Type": "application/json", "Content-Length": str(len(body))}
    lines = [f"{method} {path} HTTP/1.1", *(f"{name}: {value}" for name, value in given.items()), "", ""]
    return "\r\n".join(lines).encode() + body


class _Connection(asyncio.Protocol):
    """A connection to a server with at most one request in flight."""

    def __init__(self) -> None:
        self.answered: Callable[[int], None] = _nobody
        self.lost: Callable[[], None] = _nothing
        self.length = 0
        self._head = b""
        self._left = 0
        self._status = 0

    def connection_made(self, transport: asyncio.Transport) -> None:  # type: ignore[override]
        self.transport = transport

    def ask(self, request: bytes) -> None:
        """Send a request. ``answered`` is called with the status when the whole response was received."""
        self._head = b""
        self.transport.write(request)

    def data_received(self, data: bytes) -> None:
        if self._left:
            self._left -= len(data)
        else:
            self._head += data
            end = self._head.find(b"\r\n\r\n")
            if end < 0:
                return
            head = self._head[:end].lower()
            self._status = int(head[9:12])
            self.length = int(head.partition(b"content-length:")[2].partition(b"\r\n")[0])
            self._left = end + 4 + self.length - len(self._head)
        if not self._left:
            self.answered(self._status)

    def connection_lost(self, _error: Exception | None) -> None:
        self.lost()


def _nobody(_status: int) -> None:
    pass


def _nothing() -> None:
    pass


async def _connect(url: str) -> _Connection:
    place = urlsplit(url)
    _, connection = await asyncio.get_running_loop().create_connection(_Connection, place.hostname, place.port)
    return connection


class Pool:
    """A pool of connections for requests at a fixed rate. A request waits if no connection is free."""

    def __init__(self) -> None:
        self._free: asyncio.LifoQueue[_Connection] = asyncio.LifoQueue()
        self._url = ""

    async def open(self, url: str, size: int) -> None:
        """Open this number of connections."""
        self._url = url
        for _ in range(size):
            self._free.put_nowait(await _connect(url))

    async def ask(self, request: bytes) -> int:
        """Send a request and return the status of the response."""
        connection = await self._free.get()
        if connection.transport.is_closing():  # servers close idle connections after some seconds
            connection = await _connect(self._url)
        answer: asyncio.Future[int] = asyncio.get_running_loop().create_future()
        connection.answered = answer.set_result
        connection.ask(request)
        status = await answer
        self._free.put_nowait(connection)
        return status

    def close(self) -> None:
        """Close all connections."""
        while not self._free.empty():
            self._free.get_nowait().transport.abort()


class _Browser:
    """Sends the next request when the last one is answered, until the time is over."""

    def __init__(self, connection: _Connection, requests: Iterator[bytes], figures: Figures, until: float) -> None:
        self.done: asyncio.Future[None] = asyncio.get_running_loop().create_future()
        self._connection = connection
        self._requests = requests
        self._figures = figures
        self._until = until
        connection.answered = self._answered
        connection.lost = self._lost
        self._ask(time.perf_counter())

    def _ask(self, at: float) -> None:
        self._sent = at
        self._connection.ask(next(self._requests))

    def _answered(self, status: int) -> None:
        at = time.perf_counter()
        self._figures.times.append(at - self._sent)
        self._figures.statuses[status] += 1
        if at < self._until:
            self._ask(at)
        else:
            self._figures.length = self._connection.length
            self.done.set_result(None)
            self._connection.transport.close()

    def _lost(self) -> None:
        if not self.done.done():
            self.done.set_exception(ConnectionError("the server closed a connection"))


async def _load(urls: Sequence[str], browsers: Sequence[Iterator[bytes]], seconds: float) -> Figures:
    figures = Figures()
    connections = [await _connect(urls[number % len(urls)]) for number in range(len(browsers))]
    began = time.perf_counter()
    clients = [
        _Browser(connection, requests, figures, began + seconds)
        for connection, requests in zip(connections, browsers, strict=True)
    ]
    await asyncio.gather(*(browser.done for browser in clients))
    figures.seconds = time.perf_counter() - began
    return figures


def load(*servers: ServerProcess, browsers: Sequence[Iterator[bytes]], seconds: float = 3.0) -> Figures:
    """Let each client send one request after the other for some seconds. Clients are divided among the servers.

    :raises ConnectionError: if a server closes a connection.
    """
    before = sum(server.cpu() for server in servers)
    figures = uvloop.run(_load([server.url for server in servers], browsers, seconds))
    figures.cpu = sum(server.cpu() for server in servers) - before
    return figures


def in_turn(
    sides: Mapping[str, tuple[ServerProcess, Sequence[Iterator[bytes]]]], *, rounds: int = 3, seconds: float = 3.0
) -> dict[str, Figures]:
    """Load each side in turn after a warm-up. Return the round with the median rate of each."""
    for server, browsers in sides.values():
        load(server, browsers=browsers, seconds=1.0).check()
    kept: dict[str, list[Figures]] = {name: [] for name in sides}
    for _ in range(rounds):
        for name, (server, browsers) in sides.items():
            kept[name].append(load(server, browsers=browsers, seconds=seconds).check())
    return {name: sorted(of, key=lambda figures: figures.rate)[len(of) // 2] for name, of in kept.items()}
