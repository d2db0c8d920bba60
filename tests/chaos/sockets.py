"""Kill Redis ten times with 500 open pages on three web processes, then open 50 sockets that never read.

After each kill every page must show the state of the database within three seconds of the last change, and no page may
show an older state again. Sockets that never read must be dropped within 30 seconds, use at most 20 MB, and slow other
pages by at most a fifth.

    python -m tests.chaos.sockets --seed 7 --sockets 500 --kills 10 --slow 50
"""

import asyncio
import contextlib
import random
import socket
import time
from collections.abc import AsyncIterator, Sequence
from pathlib import Path
from urllib.parse import urlsplit

from tests.chaos.command import main
from tests.support import status_changes as load
from tests.support.chaos_report import Report, p99
from tests.support.chaos_shop import ChaosShop, chaos_shop
from tests.support.live_browser import Browser
from tests.support.process_memory import footprint

WEBS = 3
SHOPPERS = 10
PAUSE = 0.6
"""Maximum pause of four posters: about 10 changes a second, each for 95 pages."""
AGREE_WITHIN = 3.0
DROPPED_WITHIN = 30.0
MAX_MEMORY = 20.0
SLOWER = 1.2
ENVIRONMENT = {"SHOP_SOCKETS_PER_ADDRESS": "5000", "SHOP_SOCKETS_PER_PERSON": "1000"}


async def run(folder: Path, *, seed: int, sockets: int, kills: int, slow: int, seconds: int) -> Report:
    """Run the test in a shop below `folder`. Statuses change for `seconds` before the sockets that never read are open,
    and again while they are open.
    """
    pages = sockets // (SHOPPERS + 1)
    admin_pages = (sockets - pages * SHOPPERS) // 2
    async with chaos_shop(
        *(folder,),
        seed=seed,
        shoppers=SHOPPERS,
        pages=pages,
        admin_pages=admin_pages,
        webs=WEBS,
        environment=ENVIRONMENT,
    ) as chaos:
        changer = load.StatusChanger(chaos.admins, load.items(chaos.pages, chaos.rng), random.Random(seed), pause=PAUSE)
        await _kill_redis(chaos, changer, kills)
        if slow:
            await _open_slow_sockets(chaos, changer, slow, seconds)
        await load.follow_up(chaos, changer)
    return chaos.report


async def _kill_redis(chaos: ChaosShop, changer: load.StatusChanger, kills: int) -> None:
    """Kill Redis during changes, and measure how long after the last change all pages agree."""
    longest = 0.0
    for _ in range(kills):
        await changer.run(10, chaos.kill("redis"))
        longest = max(longest, await _agreement(chaos, changer))
    chaos.report.expect("all pages agree after", longest, AGREE_WITHIN)


async def _agreement(chaos: ChaosShop, changer: load.StatusChanger) -> float:
    """Return the seconds until each page shows the last version of all its order lines."""
    began = time.monotonic()
    latest: dict[int, int] = {}
    for change in changer.acknowledged:
        latest[change.item_id] = max(change.version, latest.get(change.item_id, 0))

    def behind() -> bool:
        return any(
            page.rows[item]["version"] < version
            for page in chaos.pages
            for item, version in latest.items()
            if item in page.rows
        )

    while behind() and time.monotonic() - began < 10 * AGREE_WITHIN:  # noqa: ASYNC110 - polls
        await asyncio.sleep(0.02)
    return time.monotonic() - began


async def _open_slow_sockets(chaos: ChaosShop, changer: load.StatusChanger, count: int, seconds: int) -> None:
    """Compare the delay of events and the memory before and during sockets that never read."""
    report = chaos.report
    before = await _delays(chaos, changer, seconds)
    memory = _memory(chaos)
    async with contextlib.AsyncExitStack() as held:
        slow = [await held.enter_async_context(_slow_socket(chaos.admins[0], url)) for url in _urls(chaos, count)]
        dropping = asyncio.create_task(_dropped(chaos, len(slow)))
        amid = await _delays(chaos, changer, seconds)
        most = _memory(chaos)
        report.expect(f"{len(slow)} non-reading sockets dropped within", await dropping, DROPPED_WITHIN)
    report.expect("memory for them", most - memory, MAX_MEMORY, unit="MB")
    report.expect("p99 of other pages", amid * 1000, before * 1000 * SLOWER, unit="ms")


def _urls(chaos: ChaosShop, count: int) -> Sequence[str]:
    return [chaos.shop.urls[number % WEBS] for number in range(count)]


async def _delays(chaos: ChaosShop, changer: load.StatusChanger, seconds: int) -> float:
    """Change statuses for some seconds. Return the p99 delay of events on the shoppers' pages."""
    began, since = time.time(), [len(page.received) for page in chaos.pages]
    await changer.run(1, asyncio.sleep(seconds))
    await asyncio.sleep(1)
    answered = {(change.item_id, change.version): change.at for change in changer.acknowledged}
    delays = [
        seen.at - answered[key]
        for page, first in zip(chaos.pages, since, strict=True)
        for seen in page.received[first:]
        if seen.at > began and (key := (seen.data.get("itemId"), seen.data.get("version"))) in answered
    ]
    return p99(delays)


def _memory(chaos: ChaosShop) -> float:
    measured = footprint(chaos.shop).memory
    return sum(megabytes for name, megabytes in measured.items() if name.startswith("web"))


@contextlib.asynccontextmanager
async def _slow_socket(browser: Browser, url: str) -> AsyncIterator[socket.socket]:
    """Open a socket with a small receive window, connect as this person, and never read again."""
    where = urlsplit(url)
    connection = socket.socket()
    try:
        connection.setsockopt(socket.SOL_SOCKET, socket.SO_RCVBUF, 4096)
        connection.setblocking(False)
        loop = asyncio.get_running_loop()
        await loop.sock_connect(connection, (where.hostname, where.port))
        await loop.sock_sendall(connection, _HANDSHAKE.format(host=where.netloc, cookie=browser.cookie_header).encode())
        answer = await loop.sock_recv(connection, 200)
        assert answer.startswith(b"HTTP/1.1 101"), answer
        await loop.sock_sendall(connection, _masked(b"40"))
        yield connection
    finally:
        connection.close()


_HANDSHAKE = (
    "GET /socket.io/?EIO=4&transport=websocket HTTP/1.1\r\nHost: {host}\r\nCookie: {cookie}\r\n"
    "Upgrade: websocket\r\nConnection: Upgrade\r\nSec-WebSocket-Version: 13\r\n"
    "Sec-WebSocket-Key: c3dhcm5hLWRlYWYtb25lcw==\r\n\r\n"
)


def _masked(text: bytes) -> bytes:
    """Return a short text frame, masked with zeros, as clients must mask frames."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def _dropped(chaos: ChaosShop, count: int) -> float:
    """Return the seconds until the shop no longer counts the non-reading sockets."""
    began, others = time.monotonic(), len(chaos.pages)
    for holds in (lambda open_: open_ >= others + count, lambda open_: open_ <= others):
        while not holds(await _open(chaos)) and time.monotonic() - began < 2 * DROPPED_WITHIN:  # noqa: ASYNC110
            await asyncio.sleep(0.3)
    return time.monotonic() - began


async def _open(chaos: ChaosShop) -> int:
    standing = await chaos.admins[1].get("/api/operations/")
    return standing["sockets"]["open"]


if __name__ == "__main__":
    main(__doc__, run, sockets=500, kills=10, slow=50, seconds=40)
