"""Password hashing off the event loop, two at a time, so that a crowd at the door delays nobody inside."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from shop import passwords
from shop.errors import TooMany

AT_ONCE = 4
MOST_WAITING = 200
"""A turn takes about 15 ms, so the last in the queue waits for some three seconds."""

_pool = ThreadPoolExecutor(max_workers=2, thread_name_prefix="passwords")


class _Queue:
    def __init__(self) -> None:
        self.turns = asyncio.Semaphore(AT_ONCE)
        self.waiting = 0


_Queues = WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue]
_queues: _Queues = WeakKeyDictionary()
_queues_of_known: _Queues = WeakKeyDictionary()


@asynccontextmanager
async def turn(*, is_known: bool = False) -> AsyncIterator[None]:
    """Wait for a turn to work with passwords; known devices do not wait behind others.

    A sign-in counts its attempt within its turn, so that hardly any are counted whose outcome is not known yet, and a
    crowd with right passwords runs into no limit. The caller holds no database connection while it waits.

    :raises TooMany: where too many wait already.
    """
    queues = _queues_of_known if is_known else _queues
    queue = queues.setdefault(asyncio.get_running_loop(), _Queue())
    if queue.waiting >= MOST_WAITING:
        raise TooMany("Very many people are at the door just now. Please try again in a moment.", retry_after=2)
    queue.waiting += 1
    try:
        async with queue.turns:
            yield
    finally:
        queue.waiting -= 1


async def hash_password(password: str) -> str:
    """Return the hash to store, in a turn of its own.

    :raises TooMany: where too many wait already.
    """
    async with turn():
        return await asyncio.get_running_loop().run_in_executor(_pool, passwords.hash_password, password)


async def verify(password: str, password_hash: str | None) -> bool:
    """Whether the password is right; the same work for an unknown person. The caller has a :func:`turn`."""
    return await asyncio.get_running_loop().run_in_executor(_pool, passwords.verify, password, password_hash)
