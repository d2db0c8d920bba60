"""The canary: an event without meaning, written every two seconds, that takes the road of all others.

The realtime processes note how long it was under way when they would have put it on the sockets. It reaches no page.
"""

from collections import deque
from dataclasses import dataclass
from datetime import datetime
from typing import Any, ClassVar

from sqlalchemy import Select, exists, func, select

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import DomainEvent, Reach

EVERY_SECONDS = 2.0
LATE_SECONDS = 7.0
"""A canary that was written longer ago is missed: with the signs of life that tell of it, one is up to 5 s old."""
CANARY = "canary.sung"


class CanarySung(Event):
    """The canary sang."""

    type: ClassVar[str] = CANARY
    reach: ClassVar[Reach] = Reach.NOBODY

    @property
    def aggregate(self) -> str:
        return "canary"

    def data(self) -> dict[str, Any]:
        return {}


def is_due() -> Select[bool]:
    """Select whether no canary sang lately; several relays look."""
    lately = DomainEvent.recorded_at > func.now() - func.make_interval(0, 0, 0, 0, 0, 0, EVERY_SECONDS - 1)
    return select(~exists().where(DomainEvent.type == CANARY, lately))


@dataclass
class Heard:
    """The last canary of a process: when it was written, and how long it took to the sockets."""

    at: datetime
    milliseconds: float


class Canaries:
    """The canaries that a process heard lately: ten minutes of them."""

    def __init__(self) -> None:
        self._lately: deque[Heard] = deque(maxlen=300)

    def hear(self, at: datetime, *, now: datetime) -> None:
        """Note one that was written at ``at``."""
        self._lately.append(Heard(at, max(0.0, (now - at).total_seconds() * 1000)))

    def describe(self) -> dict[str, Any]:
        """Return the last one and the spread of all, in milliseconds; nothing before the first."""
        if not self._lately:
            return {}
        took = sorted(heard.milliseconds for heard in self._lately)
        last = self._lately[-1]
        return {
            "at": iso(last.at),
            "ms": round(last.milliseconds, 1),
            "p50": round(took[len(took) // 2], 1),
            "p95": round(took[min(len(took) - 1, len(took) * 95 // 100)], 1),
            "count": len(took),
        }
