"""One after the other within this process, where doing the same many times at once would keep others waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from starlette.requests import ClientDisconnect, Request

_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def in_turn(what: str, request: Request | None = None) -> AsyncIterator[bool]:
    """Wait until nobody else does this. Whoever waits should hold nothing that others need, such as a connection.

    It gives whether one had to wait, so that what was seen before may be old.

    :param request: who waits. Where its sender has gone when its turn comes, the turn passes on: after a standstill the
        shop would else work for those who gave up and ask again, and never come to those who are still there.
    :raises ClientDisconnect: where the sender has gone.
    """
    turn = _turns.setdefault(what, asyncio.Lock())
    waits = turn.locked()
    async with turn:
        if waits and request is not None and await request.is_disconnected():
            raise ClientDisconnect
        yield waits
