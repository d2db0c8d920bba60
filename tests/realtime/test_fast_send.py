"""Sending directly to the transport, and through python-socketio if that is not possible.

The first tests are the contract with uvicorn: an upgrade fails here, so that the module is reviewed.
"""

import asyncio
import json
import re
import tomllib
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from importlib.metadata import version
from pathlib import Path

import pytest
import socketio

from realtime import fast_send
from realtime.fast_send import RawSocket, frame_of

LONG = "x" * 30_000


class RawPage:
    """A page that reads from its socket only when the test calls `text`."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    @asynccontextmanager
    async def open(cls, shop) -> AsyncIterator["RawPage"]:
        """Open a page as a visitor, wait until it has caught up, and close it at the end."""
        reader, writer = await asyncio.open_connection("127.0.0.1", int(shop.url.rpartition(":")[2]), limit=1024)
        writer.write(
            b"GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: 127.0.0.1\r\nUpgrade: websocket\r\n"
            b"Connection: Upgrade\r\nSec-WebSocket-Version: 13\r\nSec-WebSocket-Key: AAAAAAAAAAAAAAAAAAAAAA==\r\n\r\n"
        )
        assert b" 101 " in await reader.readline()
        while (await reader.readline()).strip():
            pass
        page = cls(reader, writer)
        assert (await page.text()).startswith("0")
        writer.write(b"\x81\x82\0\0\0\x0040")
        assert (await page.text()).startswith("40")
        assert "caught_up" in await page.text()
        try:
            yield page
        finally:
            writer.transport.abort()
            await asyncio.sleep(0)

    async def text(self) -> str:
        """Read one frame: its text, or an empty text at the end."""
        async with asyncio.timeout(60):
            kind, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2))
            body = await self.reader.readexactly(size)
        return body.decode() if kind == 0x81 else ""


@pytest.fixture(params=["transport", "socketio"])
def way(request, monkeypatch) -> str:
    """Run a test with both ways of sending. The second way simulates an unsupported version of uvicorn."""
    if request.param == "socketio":
        monkeypatch.setattr(fast_send, "_IS_SUPPORTED", False)
    return request.param


@pytest.fixture
async def raw(way, shop):
    async with RawPage.open(shop) as page:
        yield page


def only_connection(shop):
    [connection] = shop.realtime.server.connections._connections.values()
    return connection


async def until(condition) -> None:
    async with asyncio.timeout(60):
        while not condition():  # noqa: ASYNC110 - polls the state of the server
            await asyncio.sleep(0.01)


def test_the_pinned_and_the_installed_uvicorn_are_the_one_that_it_was_written_for():
    project = tomllib.loads((Path(__file__).parents[2] / "pyproject.toml").read_text())["project"]
    assert f"uvicorn=={fast_send.WRITTEN_FOR}" in project["dependencies"]
    assert version("uvicorn") == fast_send.WRITTEN_FOR


async def test_uvicorns_send_leads_to_its_transport(shop):
    async with RawPage.open(shop):
        transport = only_connection(shop).socket._transport
        assert transport.get_write_buffer_size() == 0
        assert not transport.is_closing()


async def test_another_version_or_server_has_no_transport_to_write_to(monkeypatch, shop):
    async def send(_message) -> None:
        pass

    assert RawSocket(send)._transport is None
    monkeypatch.setattr(fast_send, "_IS_SUPPORTED", False)
    async with RawPage.open(shop):
        assert only_connection(shop).socket._transport is None


async def test_only_what_cannot_be_written_is_queued(way, shop, raw):
    socket = only_connection(shop).socket
    before = socket._queued
    for number in range(5):
        shop.happen(number=number)
    received = [json.loads((await raw.text())[2:])[1]["data"]["number"] for _ in range(5)]
    assert received == [0, 1, 2, 3, 4]
    await until(lambda: not socket.waiting)
    assert socket._queued - before == (0 if way == "transport" else 5)


async def test_a_client_that_reads_slowly_gets_all_in_order(way, shop, raw):
    connection = only_connection(shop)
    socket, sender, sent = connection.socket, shop.realtime.server.sender, 0
    while socket.waiting < 20:
        await sender.send({connection.sid: socket}, "news", {"number": sent, "text": LONG})
        sent += 1
        await asyncio.sleep(0)
    read = [json.loads((await raw.text())[2:])[1]["number"] for _ in range(sent)]
    assert read == list(range(sent))
    await until(lambda: not socket.waiting)
    queued = socket._queued
    shop.happen(number=7)
    assert '"number":7' in await raw.text()
    assert socket._queued - queued == (0 if way == "transport" else 1)


async def test_a_client_that_does_not_read_is_dropped_and_no_other(way, shop, raw):
    server = shop.realtime.server
    deaf = only_connection(shop)
    async with RawPage.open(shop) as other:
        while deaf in server.connections:
            await server.sender.send(server.connections.in_room("everyone"), "news", {"text": LONG})
            assert "news" in await other.text()
        assert len(server.connections._connections) == 1
        shop.happen(number=3)
        assert '"number":3' in await other.text()


async def test_a_client_that_never_answers_a_ping_is_closed_though_events_are_sent(way, shop):
    shop.realtime.server.socketio.eio.ping_interval = 2.0
    shop.realtime.server.socketio.eio.ping_timeout = 0.3
    async with RawPage.open(shop) as raw:
        for number in range(100):
            shop.happen(number=number)
            if not await raw.text():
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("it was never closed")
    await until(lambda: not shop.realtime.server.connections._connections)
    assert not shop.realtime.server.connections._rooms


async def test_an_event_waits_for_the_answer_to_connect():
    """Socket.IO's response to CONNECT goes through a queue. The client ignores events that arrive before it."""
    sent, frames = [], []

    class Transport:
        def get_write_buffer_size(self) -> int:
            return 0

        def is_closing(self) -> bool:
            return False

        def write(self, frame) -> None:
            frames.append(frame)

    async def send(message) -> None:
        sent.append(message)

    socket = RawSocket(send)
    socket._transport = Transport()
    assert not socket.write(b"frame")
    await socket.send({"type": "websocket.send", "text": '40{"sid":"x"}'})
    assert socket.write(b"frame")
    socket.note_queued()
    assert not socket.write(b"frame")
    await socket.send({"type": "websocket.send", "text": '42["news",{}]'})
    assert socket.write(b"frame")
    await socket.send({"type": "websocket.close"})
    assert not socket.write(b"frame")
    assert (len(sent), len(frames)) == (3, 2)


@pytest.mark.parametrize("size", [1, 109, 110, 111, 65_518, 65_519, 65_520])
def test_a_frame_says_how_long_it_is(size):
    frame = frame_of("news", {"t": "y" * size})
    head = re.match(rb"\x81([^\x7e\x7f]|\x7e..|\x7f.{8})", frame, re.DOTALL)
    body = frame[head.end() :]
    assert body == b'42["news",{"t":"' + b"y" * size + b'"}]'
    length = head[1] if len(head[1]) == 1 else head[1][1:]
    assert int.from_bytes(length) == len(body)
    assert len(length) == (1 if len(body) < 126 else 2 if len(body) < 65_536 else 8)


async def test_a_frame_says_what_python_socketio_says():
    argument = {"text": "é ₹ 😀", "list": [1, None, 2.5, True]}
    packets = []
    server = socketio.AsyncServer(async_mode="asgi")
    server.eio.send_packet = lambda _sid, packet: _note(packets, packet)
    sid = await server.manager.connect("engine", "/")
    await server.emit("news", argument, to=sid)
    assert frame_of("news", argument).endswith(packets[0].encode().encode())


async def _note(packets: list, packet) -> None:
    packets.append(packet)
