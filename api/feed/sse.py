"""The event feed as server-sent events (WHATWG HTML, 9.2): one open response, an ``id`` line with each event."""

import time
from collections.abc import AsyncIterator, Sequence

from api.auth.api_keys import KeyHolder, is_live
from api.feed.pages import FeedPage, read_page
from api.feed.signals import Reader
from shop.db.deadlines import start_budget
from shop.db.pool import Pool
from shop.errors import ShopError

MEDIA_TYPE = "text/event-stream"
SWEEP_SECONDS = 5.0
"""How often an open stream checks for events and for its key, in case a notification is lost."""
KEEPALIVE_SECONDS = 15.0
_BEGIN = b"retry: 2000\n\n"


async def stream(
    pool: Pool, reader: Reader, key: KeyHolder | None, first: FeedPage, *, limit: int, types: Sequence[str] | None
) -> AsyncIterator[bytes]:
    """Yield the events after a position, until the key ends, or the reader falls behind the stored events."""
    yield _BEGIN
    page = first
    sent_at = checked_at = time.monotonic()
    while True:
        if page.events:
            yield b"".join(_event(*event) for event in page.events)
            sent_at = time.monotonic()
        elif time.monotonic() - sent_at > KEEPALIVE_SECONDS:
            yield _keepalive(page.next_after)
            sent_at = time.monotonic()
        if len(page.events) < limit:
            await reader.wait(SWEEP_SECONDS)
        if reader.is_ended:
            return
        # A busy stream is checked as well: no notification says that a key has expired.
        if key is not None and (not page.events or time.monotonic() - checked_at >= SWEEP_SECONDS):
            if not await is_live(pool, key):
                return
            checked_at = time.monotonic()
        start_budget()
        reader.expect()
        try:
            page = await read_page(pool, page.next_after, limit=limit, types=types)
        except ShopError:
            return  # the client reconnects and gets the reason


def _keepalive(position: int) -> bytes:
    """Return a comment with the position. The client goes on there, although no event of its types led to it."""
    return f"id: {position}\n: nothing new\n\n".encode()


def _event(position: int, type_: str, body: str) -> bytes:
    return f"id: {position}\nevent: {type_}\ndata: {body}\n\n".encode()
