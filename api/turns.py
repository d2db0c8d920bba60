"""One after the other within this process, where doing the same many times at once would keep others waiting."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

_turns: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def in_turn(what: str) -> AsyncIterator[None]:
    """Wait until nobody else does this. Whoever waits should hold nothing that others need, such as a connection."""
    turn = _turns.setdefault(what, asyncio.Lock())
    async with turn:
        yield
