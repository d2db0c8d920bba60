"""Wake waiting readers of the event feed in this process. They hold no connection while they wait."""

import asyncio
from collections.abc import Iterator
from contextlib import contextmanager, suppress

from api.auth.identity import Caller
from shop.errors import TooMany
from shop.sessions.queries import ROLES_CHANGED

MAX_READERS = 10
"""Maximum of open readers of one key or one admin in one process."""


class Reader:
    """One open request of the feed. ``is_due`` is whether its caller must be checked before the next read."""

    def __init__(self, caller: Caller) -> None:
        self.key_id = caller.key.key_id if caller.key else None
        self.admin_id = caller.admin.id if caller.admin else None
        self.session_id = caller.admin.session_id if caller.admin else None
        self.is_due = False
        self._woken = asyncio.Event()

    def expect(self) -> None:
        """Clear earlier wake-ups. Call this before reading the log, so that no later wake-up is missed."""
        self.is_due = False
        self._woken.clear()

    def wake(self) -> None:
        """End the wait."""
        self._woken.set()

    def check(self) -> None:
        """End the wait, and let the caller be checked."""
        self.is_due = True
        self.wake()

    async def wait(self, seconds: float) -> None:
        """Wait for a wake-up, at most this long."""
        with suppress(TimeoutError):
            await asyncio.wait_for(self._woken.wait(), seconds)


class FeedSignals:
    """The open readers of this process."""

    def __init__(self) -> None:
        self._readers: set[Reader] = set()

    @contextmanager
    def reader(self, caller: Caller) -> Iterator[Reader]:
        """Register a reader until the block ends.

        :raises TooMany: if the key or the admin has :data:`MAX_READERS` open.
        """
        reader = Reader(caller)
        own = (reader.key_id, reader.admin_id)
        if sum((other.key_id, other.admin_id) == own for other in self._readers) >= MAX_READERS:
            who = "You have" if reader.key_id is None else "This key has"
            raise TooMany(f"{who} {MAX_READERS} connections to the feed open.", retry_after=5)
        self._readers.add(reader)
        try:
            yield reader
        finally:
            self._readers.discard(reader)

    def wake_all(self, _payload: str = "") -> None:
        """Wake all readers: there may be events."""
        for reader in self._readers:
            reader.wake()

    def check_key(self, payload: str) -> None:
        """Let the readers of a revoked key check it; all readers if there is no id, as notifications were missed."""
        for reader in self._readers:
            if not payload or str(reader.key_id) == payload:
                reader.check()

    def check_session(self, payload: str) -> None:
        """Let the readers of a session that has ended, or whose roles have changed, check it; without an id, all."""
        session_id = payload.removeprefix(ROLES_CHANGED)
        for reader in self._readers:
            if not payload or str(reader.session_id) == session_id:
                reader.check()
