"""The short way onto a socket, which leans on how Engine.IO queues packets and how uvicorn writes them."""

import asyncio
import json
import re
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager

import pytest
from engineio.packet import MESSAGE, Packet

from realtime.outlet import Outlet, Wire, frame_of

LONG = "x" * 30_000


class RawPage:
    """A page that reads only when it is told to."""

    def __init__(self, reader: asyncio.StreamReader, writer: asyncio.StreamWriter) -> None:
        self.reader = reader
        self.writer = writer

    @classmethod
    @asynccontextmanager
    async def open(cls, shop) -> AsyncIterator["RawPage"]:
        """Open one as a visitor and wait until it is caught up; it is closed in the end."""
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
        while "caught_up" not in await page.text():
            pass
        try:
            yield page
        finally:
            writer.transport.abort()
            await asyncio.sleep(0)

    async def text(self) -> str:
        """Read one frame: its text, or an empty one for the end."""
        async with asyncio.timeout(60):
            kind, size = await self.reader.readexactly(2)
            if size == 126:
                size = int.from_bytes(await self.reader.readexactly(2))
            body = await self.reader.readexactly(size)
        return body.decode() if kind == 0x81 else ""


def only_page(shop):
    [page] = shop.realtime.pages._pages.values()
    return page


@pytest.fixture
async def raw(shop):
    async with RawPage.open(shop) as page:
        yield page


async def test_events_take_the_short_way_on_our_server(shop, raw):
    page = only_page(shop)
    before = page.outlet._queued
    for number in range(5):
        shop.happen(number=number)
    heard = [json.loads((await raw.text())[2:])[1]["data"]["number"] for _ in range(5)]
    assert heard == [0, 1, 2, 3, 4]
    assert page.outlet._queued == before == page.visitor.wire.written


async def test_a_page_that_reads_slowly_gets_all_in_order_and_then_takes_the_short_way_again(shop, raw):
    page = only_page(shop)
    before, sent = page.outlet._queued, 0
    while page.outlet.qsize() < 20:
        await shop.realtime.pages.socketio.emit("news", {"number": sent, "text": LONG}, to=page.sid)
        sent += 1
        await asyncio.sleep(0)
    assert page.outlet._queued > before
    read = [json.loads((await raw.text())[2:])[1]["number"] for _ in range(sent)]
    assert read == list(range(sent))
    async with asyncio.timeout(60):
        while page.visitor.wire.written != page.outlet._queued:  # noqa: ASYNC110 - nothing tells that it was written
            await asyncio.sleep(0.01)
    queued = page.outlet._queued
    shop.happen(number=7)
    assert '"number":7' in await raw.text()
    assert page.outlet._queued == queued


async def test_a_page_that_never_answers_a_ping_is_closed_though_events_go_out(shop):
    shop.realtime.pages.socketio.eio.ping_interval = 0.3
    shop.realtime.pages.socketio.eio.ping_timeout = 0.3
    async with RawPage.open(shop) as raw:
        for number in range(100):
            shop.happen(number=number)
            if not await raw.text():
                break
            await asyncio.sleep(0.05)
        else:
            pytest.fail("it was never closed")
    async with asyncio.timeout(60):
        while shop.realtime.pages._pages:  # noqa: ASYNC110 - what it waits for happens in the server
            await asyncio.sleep(0.01)
    assert not shop.realtime.pages._rooms


async def test_behind_another_server_everything_goes_through_the_queue():
    sent = []

    async def send(message) -> None:
        sent.append(message)

    wire, outlet = Wire(send), Outlet()
    outlet.attach(wire)
    packet = Packet(MESSAGE, '2["news"]')
    await outlet.put(packet)
    assert outlet.qsize() == 1
    await wire.send({"type": "websocket.send", "text": (await outlet.get()).encode()})
    assert (wire.written, len(sent)) == (1, 1)


@pytest.mark.parametrize("size", [1, 124, 125, 126, 65_534, 65_535, 65_536])
def test_a_frame_says_how_long_it_is(size):
    frame = frame_of(Packet(MESSAGE, "y" * size))
    head = re.match(rb"\x81([^\x7e\x7f]|\x7e..|\x7f.{8})", frame, re.DOTALL)
    assert frame[head.end() :] == b"4" + b"y" * size
    length = head[1] if len(head[1]) == 1 else head[1][1:]
    assert int.from_bytes(length) == size + 1


async def test_an_outlet_is_a_queue_whose_end_can_be_waited_for():
    outlet, packets = Outlet(), [Packet(MESSAGE, str(number)) for number in range(3)]
    first = asyncio.create_task(outlet.get())
    await asyncio.sleep(0)
    for packet in packets:
        outlet.put_nowait(packet)
    joined = asyncio.create_task(outlet.join())
    assert [await first, outlet.get_nowait(), await outlet.get()] == packets
    with pytest.raises(asyncio.QueueEmpty):
        outlet.get_nowait()
    for _ in packets:
        assert not joined.done()
        outlet.task_done()
    await asyncio.wait_for(joined, 1)


async def test_whoever_stops_waiting_takes_nothing():
    outlet, packet = Outlet(), Packet(MESSAGE, "news")
    with pytest.raises(TimeoutError):
        await asyncio.wait_for(outlet.get(), 0.01)
    outlet.put_nowait(packet)
    assert await outlet.get() is packet
