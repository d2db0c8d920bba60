"""The threads that read and write the storage of pictures and private files."""

from collections.abc import Callable
from typing import TypeVar, TypeVarTuple

import anyio

Arguments = TypeVarTuple("Arguments")
T = TypeVar("T")

_THREADS = anyio.CapacityLimiter(16)
"""The number of threads that may wait for the storage. If it hangs, other requests still have the other threads."""


async def in_storage_thread(work: Callable[[*Arguments], T], *arguments: *Arguments) -> T:
    """Run blocking work of the storage in one of its threads."""
    return await anyio.to_thread.run_sync(work, *arguments, limiter=_THREADS)
