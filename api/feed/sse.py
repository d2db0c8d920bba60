"""The event feed as server-sent events (WHATWG HTML, 9.2): one open response, an ``id`` line with each event."""

import time
from collections.abc import AsyncIterator, Awaitable, Callable, Sequence

from sqlalchemy.exc import OperationalError
from sqlalchemy.exc import TimeoutError as PoolTimeout

from api.feed.pages import FeedPage, read_page
from api.feed.signals import Reader
from shop.db.deadlines import start_budget
from shop.db.pool import Pool
from shop.errors import ShopError

MEDIA_TYPE = "text/event-stream"
SWEEP_SECONDS = 5.0
"""How often an open stream checks for events and its caller, in case a notification is lost."""
KEEPALIVE_SECONDS = 15.0
_BEGIN = b"retry: 2000\n\n"


async def stream(
    pool: Pool,
    reader: Reader,
    check: Callable[[], Awaitable[None]],
    first: FeedPage,
    *,
    limit: int,
    types: Sequence[str] | None,
) -> AsyncIterator[bytes]:
    """Yield the events after a position, until the caller may not read them, or falls behind the stored events.

    :param check: raises a :class:`shop.errors.ShopError` if the caller may not read them any more.
    """
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
        # A busy stream is checked as well: no notification says that a key or a session has expired.
        is_due = reader.is_due or not page.events or time.monotonic() - checked_at >= SWEEP_SECONDS
        start_budget()
        reader.expect()
        try:
            if is_due:
                await check()
                checked_at = time.monotonic()
            page = await read_page(pool, page.next_after, limit=limit, types=types)
        except (ShopError, OperationalError, PoolTimeout):
            return  # the client reconnects and gets the reason


def _keepalive(position: int) -> bytes:
    """Return a comment with the position. The client continues there, even if it received no event of its types."""
    return f"id: {position}\n: nothing new\n\n".encode()


def _event(position: int, type_: str, body: str) -> bytes:
    return f"id: {position}\nevent: {type_}\ndata: {body}\n\n".encode()
