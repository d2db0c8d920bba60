"""Cached responses from a real uvicorn server."""

import asyncio
import socket
from contextlib import asynccontextmanager
from dataclasses import dataclass

import pytest
from sqlalchemy.orm import Session

from api.app import create_app
from tests.api.conftest import add_people
from tests.support.asgi_server import serving

ADDRESS = "/api/product/customer/"
MAX_SOCKET_BUFFER = 4 * 1024 * 1024
"""Bytes that Linux buffers for a connection whose reader waits (tcp_wmem)."""


@dataclass
class Answer:
    """A parsed response."""

    status: int
    headers: dict[str, str]
    body: bytes

    @classmethod
    async def read(cls, reader: asyncio.StreamReader) -> "Answer":
        async with asyncio.timeout(10):
            first, *lines = (await reader.readuntil(b"\r\n\r\n")).decode().split("\r\n")[:-2]
            headers = {name.lower(): value for name, value in (line.split(": ", 1) for line in lines)}
            return cls(int(first.split()[1]), headers, await reader.readexactly(int(headers["content-length"])))

    @property
    def stable_headers(self) -> dict[str, str]:
        """The headers that are the same in each response."""
        return {name: value for name, value in self.headers.items() if name not in {"date", "x-request-id"}}


def get_request(query: str = "", *headers: str) -> bytes:
    return "\r\n".join([f"GET {ADDRESS}{query} HTTP/1.1", "Host: shop.example", *headers, "", ""]).encode()


async def send_requests(port: int, *requests: bytes) -> list[Answer]:
    """Send requests one after the other on one connection."""
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    answers = []
    for request in requests:
        writer.write(request)
        answers.append(await Answer.read(reader))
    writer.close()
    return answers


@asynccontextmanager
async def served(shop_settings, **options):
    app = create_app(shop_settings)
    async with serving(app, lifespan="on", access_log=False, **options) as port, asyncio.timeout(30):
        while not app.state.response_cache.is_open:  # noqa: ASYNC110 - polls, as no event signals this
            await asyncio.sleep(0.01)
        yield port


@pytest.fixture
async def port(shop_settings, real_commits):
    with Session(real_commits) as session:
        add_people(session)
        session.commit()
    async with served(shop_settings, http="httptools") as made:
        yield made


@pytest.mark.parametrize("encoding", ["identity", "gzip", "br"])
async def test_a_cached_response_is_the_same_as_a_new_one(shop_settings, port, encoding):
    request = get_request("", f"Accept-Encoding: {encoding}")
    new, kept, again = await send_requests(port, request, request, request)
    async with served(shop_settings, http="h11") as elsewhere:
        _, plain = await send_requests(elsewhere, request, request)
    assert (kept.status, kept.body, kept.stable_headers) == (200, plain.body, plain.stable_headers)
    assert (again.body, again.stable_headers) == (new.body, kept.stable_headers)
    assert set(new.stable_headers) == set(kept.stable_headers)
    assert kept.headers["x-request-id"] != again.headers["x-request-id"]
    assert kept.headers["server"] == plain.headers["server"]


async def test_requests_that_come_at_once_are_answered_in_their_order(port):
    await send_requests(port, get_request("?limit=1"), get_request("?limit=2"))
    reader, writer = await asyncio.open_connection("127.0.0.1", port)
    writer.write(get_request("?limit=1") + get_request("?limit=77") + get_request("?limit=2") + get_request("?limit=1"))
    first, new, second, last = [await Answer.read(reader) for _ in range(4)]
    assert first.body == last.body != second.body
    assert new.status == 200
    writer.write(get_request("?limit=2"))
    assert (await Answer.read(reader)).body == second.body
    writer.close()


async def test_who_wants_the_connection_closed_has_it_closed(port):
    await send_requests(port, get_request())
    for version, header in (("1.1", "Connection: close"), ("1.0", "Accept: */*")):
        reader, writer = await asyncio.open_connection("127.0.0.1", port)
        writer.write(get_request("", header).replace(b"HTTP/1.1", f"HTTP/{version}".encode()))
        answer = await Answer.read(reader)
        assert answer.headers["connection"] == "close"
        assert await reader.read() == b""
        writer.close()


async def test_a_slow_reader_gets_all_in_the_end(port):
    [page] = await send_requests(port, get_request())
    count = 2 * MAX_SOCKET_BUFFER // len(page.body)
    narrow = socket.socket()
    narrow.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 64 * 1024)
    narrow.setblocking(False)
    await asyncio.get_running_loop().sock_connect(narrow, ("127.0.0.1", port))
    reader, writer = await asyncio.open_connection(sock=narrow, limit=1024)
    writer.write(get_request() * count)
    await asyncio.sleep(0.5)  # by now the socket buffers are full, and the server waits
    for _ in range(count):
        assert (await Answer.read(reader)).body == page.body
    writer.close()
