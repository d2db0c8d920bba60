"""The recent incidents of this process, kept in memory. Its heartbeats report them."""

import time
from typing import Any

from sqlalchemy.exc import DBAPIError

INCIDENT_SECONDS = 8.0
"""How long an incident counts after it last occurred."""

_STATES = {"25006": "read_only", "53100": "disk_full"}
"""The SQLSTATEs of PostgreSQL that are caused by the server and not by the statement."""


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
        return [
            {"kind": kind, "reason": reason, "ago": round(at - when, 1)}
            for kind, (reason, when) in list(self._met.items())  # another thread may record one meanwhile
            if at - when < INCIDENT_SECONDS
        ]


incidents = Incidents()
