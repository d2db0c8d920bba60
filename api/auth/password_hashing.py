"""Hash passwords in two threads, off the event loop. A sign-in burst must not block other requests."""

import asyncio
from collections.abc import AsyncIterator
from concurrent.futures import ThreadPoolExecutor
from contextlib import asynccontextmanager
from weakref import WeakKeyDictionary

from shop.errors import TooMany
from shop.security import passwords

MAX_CONCURRENT = 4
MAX_WAITING = 200
"""A hash takes about 27 ms, and two are computed at a time, so the last of the queue waits about 3 s."""

_threads = ThreadPoolExecutor(max_workers=2, thread_name_prefix="passwords")


class _Queue:
    def __init__(self) -> None:
        self.slots = asyncio.Semaphore(MAX_CONCURRENT)
        self.waiting = 0


_Queues = WeakKeyDictionary[asyncio.AbstractEventLoop, _Queue]
_queues: _Queues = WeakKeyDictionary()
_queues_of_known_devices: _Queues = WeakKeyDictionary()


@asynccontextmanager
async def hashing_slot(*, is_known: bool = False) -> AsyncIterator[None]:
    """Wait for a slot in which passwords may be hashed. Known devices have slots of their own.

    A sign-in counts its attempt only within its slot. So few counted attempts have an unknown result, and a burst of
    correct passwords exceeds no limit. The caller holds no database connection while it waits.

    :raises TooMany: if ``MAX_WAITING`` callers wait already.
    """
    queues = _queues_of_known_devices if is_known else _queues
    queue = queues.setdefault(asyncio.get_running_loop(), _Queue())
    if queue.waiting >= MAX_WAITING:
        raise TooMany("Many people are signing in just now. Please try again in a moment.", retry_after=2)
    queue.waiting += 1
    try:
        async with queue.slots:
            yield
    finally:
        queue.waiting -= 1


async def hash_password(password: str) -> str:
    """Return the hash to store. This waits for a slot.

    :raises TooMany: if too many callers wait already.
    """
    async with hashing_slot():
        return await asyncio.get_running_loop().run_in_executor(_threads, passwords.hash_password, password)


async def verify(password: str, password_hash: str | None) -> bool:
    """Whether the password is correct. The work is the same for an unknown person. The caller holds a slot."""
    return await asyncio.get_running_loop().run_in_executor(_threads, passwords.verify, password, password_hash)
