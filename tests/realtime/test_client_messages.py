"""What a client may send: the packets of Socket.IO. Anything else ends its connection."""

import asyncio
import logging

import aiohttp
import pytest

from realtime.client_messages import POLICY_VIOLATION, limited_messages

DEEP = "[" * 30_000
HUGE = f'{{"after":{"9" * 5_000}}}'
JUNK = {
    "empty": "",
    "binary": b"\x04x",
    "no packet": "zzz",
    "a deep pong": f"3{DEEP}",
    "a pong of a strange digit": "3²",
    "a type of the server": "0{}",
    "no message": "4",
    "an unknown message": "49",
    "the server's error": "44{}",
    "a binary event": '451-["look",{"_placeholder":true,"num":0}]',
    "an acknowledgement": '431["x"]',
    "a broken CONNECT": "40{",
    "a CONNECT with a list": "40[1]",
    "a deep CONNECT": f"40{DEEP}",
    "a deep CONNECT elsewhere": f"40/admin,{DEEP}",
    "a CONNECT with a huge number": f"40{HUGE}",
    "an event without data": "42",
    "an event without a name": "42[]",
    "an event whose name is no text": "42[[1]]",
    "an event that is no list": "42{}",
    "a deep event": f"42{DEEP}",
    "an event for all handlers": '42["*"]',
    "an event with a long id": f'42{"1" * 101}["look",null]',
    "a connection as an event": '42["connect",{"asgi.scope":{}}]',
    "an end as an event": '42["disconnect"]',
}
PACKETS = [
    "1",
    "2",
    "3",
    "40",
    "40{}",
    '40{"role":"admin","after":4711}',
    "40/admin,",
    '40/admin,{"after":1}',
    "41",
    '42["look",null]',
    '42["look",{"kind":"order","id":7,"isEditing":true}]',
    '4217["look",null]',
    '42["order.status_changed"]',
]


async def received(frame: str | bytes):
    """Return what Socket.IO receives of a client's frame."""

    async def receive():
        return sent

    sent = {"type": "websocket.receive", "bytes" if isinstance(frame, bytes) else "text": frame}
    message = await limited_messages(receive, lambda: True)()
    return "the same" if message is sent else message


@pytest.mark.parametrize("frame", JUNK.values(), ids=JUNK)
async def test_junk_ends_the_connection(frame):
    assert await received(frame) == {"type": "websocket.disconnect", "code": POLICY_VIOLATION}


@pytest.mark.parametrize("frame", PACKETS)
async def test_what_clients_send_is_received(frame):
    assert await received(frame) == "the same"


@pytest.mark.parametrize("frame", [JUNK[name] for name in ("binary", "no packet", "a deep CONNECT")])
@pytest.mark.parametrize("is_connected", [True, False])
async def test_junk_leaves_nothing_in_the_log(shop, caplog, frame, is_connected):
    caplog.set_level(logging.WARNING)
    async with (
        aiohttp.ClientSession() as http,
        http.ws_connect(f"{shop.url}/socket.io/?transport=websocket&EIO=4") as socket,
    ):
        await socket.receive_str(timeout=60)
        if is_connected:
            await socket.send_str("40")
            while "caught_up" not in await socket.receive_str(timeout=60):
                pass
        await (socket.send_bytes(frame) if isinstance(frame, bytes) else socket.send_str(frame))
        async with asyncio.timeout(60):
            while not socket.closed:
                await socket.receive()
    assert [record.getMessage()[:200] for record in caplog.records] == []
