"""The guard's number of open sockets, which the heartbeat and the metrics read in threads of their own."""

import asyncio
import sys
from urllib.parse import urlsplit

import pytest

from realtime.handshake import HandshakeGuard
from shop.db.pool import Pool


@pytest.fixture
def eager_threads():
    """Switch between threads as often as possible, so that a race shows at once."""
    before = sys.getswitchinterval()
    sys.setswitchinterval(1e-6)
    yield
    sys.setswitchinterval(before)


async def test_the_number_of_sockets_is_read_in_a_thread_while_pages_connect(shop_settings, eager_threads):
    closing = asyncio.Event()

    async def app(scope, receive, send) -> None:
        await closing.wait()

    async def unused(*_) -> None:
        raise AssertionError("Each handshake is accepted.")

    guard = HandshakeGuard(app, Pool(shop_settings, "test", size=1), shop_settings)
    host = urlsplit(shop_settings.public_url).netloc.encode()

    def connect(number: int) -> asyncio.Task[None]:
        scope = {
            "type": "websocket",
            "path": "/socket.io/",
            "headers": [(b"host", host)],
            "query_string": b"EIO=4&transport=websocket",
            "client": (f"10.0.{number // 250}.{number % 250}", 80),
        }
        return asyncio.create_task(guard(scope, unused, unused))

    opened = [connect(number) for number in range(2000)]
    await asyncio.sleep(0)
    reading = asyncio.get_running_loop().run_in_executor(None, lambda: [guard.sockets for _ in range(300)])
    while not reading.done():
        opened.append(connect(len(opened)))
        await asyncio.sleep(0)
    assert 2000 <= max(await reading) <= guard.sockets == len(opened)
    closing.set()
    await asyncio.gather(*opened)
    assert guard.sockets == 0
