"""Kill Redis ten times under 500 open pages on three web processes; then let 50 sockets come that never read.

After each kill every page must show what the database holds within three seconds of the last change, and no page may
ever step back. Sockets that never read must be dropped within 30 seconds, cost at most 20 MB, and slow the others down
by a fifth at most.

    python -m tests.chaos.sockets --seed 7 --sockets 500 --kills 10 --deaf 50
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
from tests.support.chaos_scene import Scene, opened
from tests.support.live_browser import Browser
from tests.support.process_memory import footprint

WEBS = 3
SHOPPERS = 10
PAUSE = 0.6
"""Four posters wait up to this long: some 10 changes a second, each for 95 pages."""
AGREE_WITHIN = 3.0
DROPPED_WITHIN = 30.0
MOST_MEMORY = 20.0
SLOWER = 1.2
ENVIRONMENT = {"SHOP_SOCKETS_PER_ADDRESS": "5000", "SHOP_SOCKETS_PER_PERSON": "1000"}


async def run(folder: Path, *, seed: int, sockets: int, kills: int, deaf: int, seconds: int) -> Report:
    """Run it in a shop of its own below `folder`; `seconds` of changes before and amid the deaf sockets."""
    pages = sockets // (SHOPPERS + 1)
    admin_pages = (sockets - pages * SHOPPERS) // 2
    async with opened(
        *(folder,),
        seed=seed,
        shoppers=SHOPPERS,
        pages=pages,
        admin_pages=admin_pages,
        webs=WEBS,
        environment=ENVIRONMENT,
    ) as scene:
        posting = load.Posting(scene.admins, load.items(scene.pages, scene.drawn), random.Random(seed), pause=PAUSE)
        await _kill_redis(scene, posting, kills)
        if deaf:
            await _let_the_deaf_in(scene, posting, deaf, seconds)
        await load.follow_up(scene, posting)
    return scene.report


async def _kill_redis(scene: Scene, posting: load.Posting, kills: int) -> None:
    """Kill it amid changes, and see how long after the last of them all pages agree."""
    longest = 0.0
    for _ in range(kills):
        await posting.run(10, scene.kill("redis"))
        longest = max(longest, await _agreement(scene, posting))
    scene.report.expect("all pages agree after", longest, AGREE_WITHIN)


async def _agreement(scene: Scene, posting: load.Posting) -> float:
    """Return how many seconds it takes until each page shows the last version of every line that it has."""
    began = time.monotonic()
    latest: dict[int, int] = {}
    for change in posting.acknowledged:
        latest[change.item_id] = max(change.version, latest.get(change.item_id, 0))

    def behind() -> bool:
        return any(
            page.rows[item]["version"] < version
            for page in scene.pages
            for item, version in latest.items()
            if item in page.rows
        )

    while behind() and time.monotonic() - began < 10 * AGREE_WITHIN:  # noqa: ASYNC110 - as people look, again and again
        await asyncio.sleep(0.02)
    return time.monotonic() - began


async def _let_the_deaf_in(scene: Scene, posting: load.Posting, count: int, seconds: int) -> None:
    """Compare how late the others' events are, and the memory, before and amid sockets that never read."""
    report = scene.report
    before = await _delays(scene, posting, seconds)
    memory = _memory(scene)
    async with contextlib.AsyncExitStack() as held:
        deaf = [await held.enter_async_context(_deaf(scene.admins[0], url)) for url in _urls(scene, count)]
        dropping = asyncio.create_task(_dropped(scene, len(deaf)))
        amid = await _delays(scene, posting, seconds)
        most = _memory(scene)
        report.expect(f"{len(deaf)} deaf sockets dropped", await dropping, DROPPED_WITHIN)
    report.expect("memory for them", most - memory, MOST_MEMORY, unit="MB")
    report.expect("p99 of the others", amid * 1000, before * 1000 * SLOWER, unit="ms")


def _urls(scene: Scene, count: int) -> Sequence[str]:
    return [scene.shop.urls[number % WEBS] for number in range(count)]


async def _delays(scene: Scene, posting: load.Posting, seconds: int) -> float:
    """Change statuses for a while; return the p99 of how late pages of the shoppers saw them."""
    began, since = time.time(), [len(page.sightings) for page in scene.pages]
    await posting.run(1, asyncio.sleep(seconds))
    await asyncio.sleep(1)
    answered = {(change.item_id, change.version): change.at for change in posting.acknowledged}
    delays = [
        seen.at - answered[key]
        for page, first in zip(scene.pages, since, strict=True)
        for seen in page.sightings[first:]
        if seen.at > began and (key := (seen.data.get("itemId"), seen.data.get("version"))) in answered
    ]
    return p99(delays)


def _memory(scene: Scene) -> float:
    measured = footprint(scene.shop).memory
    return sum(megabytes for name, megabytes in measured.items() if name.startswith("web"))


@contextlib.asynccontextmanager
async def _deaf(browser: Browser, url: str) -> AsyncIterator[socket.socket]:
    """Open a socket with a small window by hand, join as this person, and never read again."""
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
    """Return a short text frame as a client must send it, masked with zeros."""
    return bytes([0x81, 0x80 | len(text), 0, 0, 0, 0]) + text


async def _dropped(scene: Scene, count: int) -> float:
    """Return after how many seconds the shop no longer counts the deaf sockets, which it counted before."""
    began, others = time.monotonic(), len(scene.pages)
    for holds in (lambda open_: open_ >= others + count, lambda open_: open_ <= others):
        while not holds(await _open(scene)) and time.monotonic() - began < 2 * DROPPED_WITHIN:  # noqa: ASYNC110
            await asyncio.sleep(0.3)
    return time.monotonic() - began


async def _open(scene: Scene) -> int:
    standing = await scene.admins[1].get("/api/operations/")
    return standing["sockets"]["open"]


if __name__ == "__main__":
    main(__doc__, run, sockets=500, kills=10, deaf=50, seconds=40)
