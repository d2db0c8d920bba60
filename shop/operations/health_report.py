"""The state of the shop's work at one moment, as plain values.

:mod:`shop.operations.snapshot` reads it from PostgreSQL, and :mod:`shop.operations.findings` describes it in sentences.
"""

from collections import Counter
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Literal

from shop.operations.model import FRESH_SECONDS

Level = Literal["fine", "warn", "bad"]


@dataclass(frozen=True, kw_only=True)
class ProcessStatus:
    """A process's last heartbeat. ``silent`` and ``up`` are the seconds since it and since the start of the process."""

    name: str
    kinds: Sequence[str]
    silent: float
    up: float
    is_ended: bool = False
    detail: dict[str, Any] = field(default_factory=dict)

    @property
    def is_here(self) -> bool:
        """Whether it has sent a heartbeat recently and has not ended."""
        return not self.is_ended and self.silent <= FRESH_SECONDS


@dataclass(frozen=True, kw_only=True)
class Queue:
    """Pending deliveries of a queue: their number, the age of the oldest in seconds, and how many failed before.

    ``waits_for_server``: some failed because of the server that the queue needs; ``error`` is then its error.
    ``unserved`` deliveries have a queue or a consumer that no worker of this version knows; see ``unserved_reason``.
    ``paused_by`` is who paused it, ``paused_for`` how many seconds ago.
    """

    name: str
    waiting: int = 0
    failing: int = 0
    waits_for_server: bool = False
    unserved: int = 0
    unserved_reason: str | None = None
    oldest: float = 0.0
    error: str | None = None
    next_try: float | None = None
    paused_by: str | None = None
    paused_for: float = 0.0

    @property
    def is_paused(self) -> bool:
        """Whether an operator has paused it."""
        return self.paused_by is not None


@dataclass(frozen=True, kw_only=True)
class HealthReport:
    """The state of the shop at one moment.

    ``claim_waits`` is the age in seconds of the oldest payment claim that waits for staff. ``unexpected_notice`` is the
    last notice of the payment provider that fits no order and was not seen, ``refused_page`` the last payment page that
    it refused within a day. ``failed_refunds`` are at most five orders whose refunds failed at the provider.
    ``incidents`` maps the kinds of recent incidents to their reasons, ``failed`` the failed probes. ``is_away``:
    PostgreSQL did not respond. ``is_unread``: the rest of the state could not be read. ``probe_age`` is in seconds, at
    a heartbeat.
    """

    processes: Sequence[ProcessStatus] = ()
    queues: Sequence[Queue] = ()
    outbox_waiting: int = 0
    outbox_lag: float = 0.0
    dead: int = 0
    claim_waits: float = 0.0
    unexpected_notice: str | None = None
    refused_page: str | None = None
    failed_refunds: Sequence[int] = ()
    is_read_only: bool = False
    is_away: bool = False
    is_unread: bool = False
    incidents: Mapping[str, str] = field(default_factory=dict)
    failed: Mapping[str, str] = field(default_factory=dict)
    probe_age: float | None = None
    probe_ms: float | None = None

    @property
    def parts(self) -> dict[str, int]:
        """How many processes of each kind run."""
        return dict(Counter(kind for process in self.processes if process.is_here for kind in process.kinds))


@dataclass(frozen=True)
class Finding:
    """A problem of the shop: a sentence about the problem and its effect, and what to do about it.

    ``key`` stays the same while the figures in the sentence change; ``ago`` is for how many seconds it has existed, if
    that is known. ``stops_sales`` means that shoppers cannot order.
    """

    level: Level
    sentence: str
    advice: str
    key: str = ""
    ago: float | None = None
    stops_sales: bool = False


def seconds(count: float) -> str:
    """Format a duration: ``12 s``, ``3 min``, ``2 h``."""
    if count < 90:
        return f"{count:.0f} s"
    return f"{count / 60:.0f} min" if count < 5400 else f"{count / 3600:.0f} h"


def counted(deliveries: int) -> str:
    """Format a count: ``1 delivery``, ``3 deliveries``."""
    return "1 delivery" if deliveries == 1 else f"{deliveries} deliveries"


def headline(found: Sequence[Finding]) -> str:
    """Return the headline of the Operations page."""
    return found[0].sentence if found else "Everything runs."


def level(found: Sequence[Finding]) -> Level:
    """Return the level of the worst finding."""
    levels = {finding.level for finding in found}
    return "bad" if "bad" in levels else "warn" if levels else "fine"
