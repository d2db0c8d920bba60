"""The event probe: an empty event, recorded every two seconds, that takes the same path as every other event.

Each realtime process measures the time from its recording to the sockets. Probes are not sent to pages.
"""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from functools import cache
from typing import Any, ClassVar

from sqlalchemy import Select, exists, func, select

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Audience, DomainEvent

EVERY_SECONDS = 2.0
LATE_SECONDS = 5.0
"""The next probe is overdue if the last one is older than this at a heartbeat. In a healthy shop it is at most 3 s
old."""
EVENT_PROBE = "canary.sung"


@dataclass(frozen=True)
class EventProbe(Event):
    """An event that only measures latency. Its type, ``canary.sung``, keeps its former name for older processes."""

    type: ClassVar[str] = EVENT_PROBE
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "canary"


@cache
def is_due() -> Select[bool]:
    """Select whether no probe was recorded recently. Several relays may ask."""
    recent = DomainEvent.recorded_at > func.now() - func.make_interval(0, 0, 0, 0, 0, 0, EVERY_SECONDS - 1)
    return select(~exists().where(DomainEvent.type == EVENT_PROBE, recent))


@dataclass
class ReceivedProbe:
    """When a probe was recorded, and the milliseconds until it reached the sockets."""

    at: datetime
    milliseconds: float


class ProbeTimes:
    """The probes that this process received in the last ten minutes."""

    def __init__(self) -> None:
        self._received: deque[ReceivedProbe] = deque(maxlen=300)

    def record(self, at: datetime, *, now: datetime) -> None:
        """Record the arrival of a probe that was recorded at ``at``."""
        self._received.append(ReceivedProbe(at, max(0.0, (now - at).total_seconds() * 1000)))

    def describe(self) -> dict[str, Any]:
        """Return the last probe and the percentiles of all in milliseconds; empty before the first probe.

        Other threads may call this.
        """
        known = list(self._received)
        if not known:
            return {}
        took = sorted(received.milliseconds for received in known)
        last = known[-1]
        return {
            "at": iso(last.at),
            "ms": round(last.milliseconds, 1),
            "p50": round(took[len(took) // 2], 1),
            "p95": round(took[min(len(took) - 1, len(took) * 95 // 100)], 1),
            "count": len(took),
        }
