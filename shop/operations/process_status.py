"""The work and the incidents of this process, kept in memory until its next heartbeat."""

import threading
import time
from collections import defaultdict
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import DBAPIError

INCIDENT_SECONDS = 8.0
"""How long an incident counts after it last occurred."""

_STATES = {"25006": "read_only", "53100": "disk_full"}
"""The SQLSTATEs of PostgreSQL that are caused by the server and not by the statement."""


class Work:
    """Counts of deliveries by consumer since the last heartbeat. Thread-safe."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Reset the counts. A forked child must do this: its parent may have held the lock or had counts."""
        self._lock = threading.Lock()
        self._done: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])

    def note(self, consumer: str, *, done: int = 0, failed: int = 0, seconds: float = 0.0) -> None:
        """Add to the counts."""
        with self._lock:
            counts = self._done[consumer]
            counts[0] += done
            counts[1] += failed
            counts[2] += seconds

    def take(self) -> dict[str, tuple[int, int, float]]:
        """Return the counts since the last call and reset them."""
        with self._lock:
            taken = {name: (int(done), int(failed), seconds) for name, (done, failed, seconds) in self._done.items()}
            self._done.clear()
        return taken

    def put_back(self, taken: dict[str, tuple[int, int, float]]) -> None:
        """Add back counts that could not be written."""
        for consumer, (done, failed, seconds) in taken.items():
            self.note(consumer, done=done, failed=failed, seconds=seconds)


class Incidents:
    """Recent failures in this process, by kind: ``read_only``, ``storage``, ``smtp``, ``payments`` ..."""

    def __init__(self) -> None:
        self._met: dict[str, tuple[str, float]] = {}

    def record(self, kind: str, reason: str) -> None:
        """Record an incident with its error message."""
        self._met[kind] = (reason.splitlines()[0][:200] if reason else kind, time.monotonic())

    def record_database_error(self, error: Exception) -> None:
        """Record an error of PostgreSQL if the server itself is the cause."""
        kind = _STATES.get(getattr(error.orig, "sqlstate", None) or "") if isinstance(error, DBAPIError) else None
        if kind:
            self.record(kind, str(error.orig if isinstance(error, DBAPIError) else error))

    def recent(self) -> list[dict[str, Any]]:
        """Return the recent incidents, each with how many seconds ago it occurred."""
        at = time.monotonic()
        met: list[dict[str, Any]] = []
        with suppress(RuntimeError):  # another thread recorded one meanwhile
            met = [
                {"kind": kind, "reason": reason, "ago": round(at - when, 1)}
                for kind, (reason, when) in self._met.items()
                if at - when < INCIDENT_SECONDS
            ]
        return met


work = Work()
incidents = Incidents()
