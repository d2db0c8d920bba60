"""What this process did and what went wrong with it, kept in its memory until its next sign of life."""

import threading
import time
from collections import defaultdict
from contextlib import suppress
from typing import Any

from sqlalchemy.exc import DBAPIError

TROUBLE_SECONDS = 8.0
"""How long a trouble counts after it was last met."""

_STATES = {"25006": "read_only", "53100": "disk_full"}
"""PostgreSQL's states that are nobody's fault but the server's."""


class Work:
    """How much was done since it was last taken, by consumer. Threads share it."""

    def __init__(self) -> None:
        self.begin()

    def begin(self) -> None:
        """Begin with nothing done, as a child that was forked while its parent was counting must."""
        self._lock = threading.Lock()
        self._done: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])

    def note(self, consumer: str, *, done: int = 0, failed: int = 0, seconds: float = 0.0) -> None:
        """Add to what was done."""
        with self._lock:
            counts = self._done[consumer]
            counts[0] += done
            counts[1] += failed
            counts[2] += seconds

    def take(self) -> dict[str, tuple[int, int, float]]:
        """Return what was done since the last time, and begin anew."""
        with self._lock:
            taken = {name: (int(done), int(failed), seconds) for name, (done, failed, seconds) in self._done.items()}
            self._done.clear()
        return taken

    def put_back(self, taken: dict[str, tuple[int, int, float]]) -> None:
        """Add what was taken and could not be written."""
        for consumer, (done, failed, seconds) in taken.items():
            self.note(consumer, done=done, failed=failed, seconds=seconds)


class Troubles:
    """What stood in this process's way lately, by kind: ``read_only``, ``disk_full``, ``storage``, ``database``."""

    def __init__(self) -> None:
        self._met: dict[str, tuple[str, float]] = {}

    def meet(self, kind: str, reason: str) -> None:
        """Note a trouble, with the reason in the words of what failed."""
        self._met[kind] = (reason.splitlines()[0][:200] if reason else kind, time.monotonic())

    def meet_database(self, error: Exception) -> None:
        """Note a refusal of PostgreSQL where it is the server's own trouble."""
        kind = _STATES.get(getattr(error.orig, "sqlstate", None) or "") if isinstance(error, DBAPIError) else None
        if kind:
            self.meet(kind, str(error.orig if isinstance(error, DBAPIError) else error))

    def now(self) -> list[dict[str, Any]]:
        """Return the troubles met lately, each with how many seconds ago."""
        at = time.monotonic()
        met: list[dict[str, Any]] = []
        with suppress(RuntimeError):  # another thread met one amid this
            met = [
                {"kind": kind, "reason": reason, "ago": round(at - when, 1)}
                for kind, (reason, when) in self._met.items()
                if at - when < TROUBLE_SECONDS
            ]
        return met


work = Work()
troubles = Troubles()
