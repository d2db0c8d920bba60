"""Wake waiting readers of the event feed in this process. They hold no connection while they wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from shop.errors import TooMany

MAX_READERS = 10
"""Maximum of open readers of one key in one process."""


class Reader:
    """One open request of the feed. ``is_ended`` is whether its key was revoked."""

    def __init__(self, key_id: int | None) -> None:
        self.key_id = key_id
        self.is_ended = False
        self._woken = asyncio.Event()

    def expect(self) -> None:
        """Clear earlier wake-ups. Call this before reading the log, so that no later wake-up is missed."""
        self._woken.clear()

    def wake(self) -> None:
        """End the wait."""
        self._woken.set()

    async def wait(self, seconds: float) -> None:
        """Wait for a wake-up, at most this long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)


class FeedSignals:
    """The open readers of this process."""

    def __init__(self) -> None:
        self._readers: set[Reader] = set()

    @contextmanager
    def reader(self, key_id: int | None) -> Iterator[Reader]:
        """Register a reader for as long as the block runs.

        :raises TooMany: if the key has :data:`MAX_READERS` open.
        """
        if sum(reader.key_id == key_id for reader in self._readers) >= MAX_READERS:
            raise TooMany(f"This key has {MAX_READERS} connections to the feed open.", retry_after=5)
        reader = Reader(key_id)
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)

    def wake_all(self, _payload: str = "") -> None:
        """Wake all readers: there may be events."""
        for reader in self._readers:
            reader.wake()

    def end_key(self, payload: str) -> None:
        """End the readers of a revoked key. Without an id, which means that notifications were missed, wake all:
        each reader checks its key."""
        if not payload.isdigit():
            return self.wake_all()
        for reader in self._readers:
            if reader.key_id == int(payload):
                reader.is_ended = True
                reader.wake()
        return None
