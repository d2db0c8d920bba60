"""Locks by key within this process."""

import asyncio
from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from weakref import WeakValueDictionary

from starlette.requests import ClientDisconnect, Request

_locks: WeakValueDictionary[str, asyncio.Lock] = WeakValueDictionary()


@asynccontextmanager
async def keyed_lock(key: str, request: Request | None = None) -> AsyncIterator[None]:
    """Hold the lock of a key. A waiting caller must not hold what others need, such as a connection.

    :param request: the waiting request. If its client disconnects, the lock goes to the next one. So after an outage,
        no work is done for requests that clients have abandoned and repeated.
    :raises ClientDisconnect: if the client disconnected while the request waited.
    """
    lock = _locks.setdefault(key, asyncio.Lock())
    must_wait = lock.locked()
    async with lock:
        if must_wait and request is not None and await request.is_disconnected():
            raise ClientDisconnect
        yield
