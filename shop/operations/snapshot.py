"""Read the state of the shop's work: a few short statements in one round trip to PostgreSQL."""

from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from datetime import datetime
from typing import Any, TypeVar

from shop.db.pool import Pool
from shop.db.query import Query
from shop.events.unserved import UNSERVED
from shop.operations import queries
from shop.operations.health_report import HealthReport, ProcessStatus, Queue
from shop.operations.incidents import INCIDENT_SECONDS, incidents
from shop.operations.model import KINDS

T = TypeVar("T", list[Any], dict[str, Any])
QUEUES = tuple(kind for kind in KINDS if kind not in {"relay", "realtime"})

_STATEMENTS = [
    Query(query.text)
    for query in (
        queries.STATE,
        queries.PROCESSES,
        queries.WAITING,
        queries.DEAD,
        queries.PAUSES,
        queries.OUTBOX,
    )
]


@dataclass(frozen=True)
class ProbeLatency:
    """Latencies of event probes to the sockets in milliseconds, and the seconds since the last one was recorded.

    ``age`` is how old it was at the last heartbeat of its process. A killed process receives no more probes.
    """

    ms: float
    p50: float
    p95: float
    ago: float
    age: float


@dataclass(frozen=True)
class Snapshot:
    """The rows from which a health report was made, for callers that show more details."""

    at: datetime
    processes: Sequence[ProcessStatus]
    waiting: Sequence[Any]
    dead: Sequence[Any]
    event_probe: ProbeLatency | None
    health: HealthReport


async def read(pool: Pool) -> Snapshot:
    """Read the current state."""
    [state], process_rows, waiting, dead, pauses, [outbox] = await pool.fetch_all(*(one() for one in _STATEMENTS))
    processes = [_process_status(row) for row in process_rows]
    event_probe = _event_probe(processes, state.at)
    health = HealthReport(
        processes=processes,
        queues=[
            _queue(name, [row for row in waiting if row.queue == name], [row for row in pauses if row.queue == name])
            for name in _queue_names(waiting)
        ],
        outbox_waiting=outbox.waiting,
        outbox_lag=outbox.lag,
        dead=sum(row.dead for row in dead),
        claim_waits=state.claim_waits,
        unexpected_notice=state.unexpected_notice,
        refused_page=state.refused_page,
        failed_refunds=state.failed_refunds,
        is_read_only=state.is_read_only,
        incidents=_incidents(processes),
        failed=_failed(processes),
        probe_age=event_probe.age if event_probe else None,
        probe_ms=event_probe.ms if event_probe else None,
    )
    return Snapshot(state.at, processes, waiting, dead, event_probe, health)


def _process_status(row: Any) -> ProcessStatus:
    return ProcessStatus(
        name=row.name,
        kinds=row.kinds,
        silent=max(0.0, row.silent),
        up=max(0.0, row.up),
        is_ended=row.is_ended,
        detail=row.detail,
    )


def _queue_names(waiting: Iterable[Any]) -> list[str]:
    """Return the queues that must exist, then others with pending deliveries."""
    return [*QUEUES, *sorted({row.queue for row in waiting} - set(QUEUES))]


def _queue(name: str, rows: Sequence[Any], pauses: Sequence[Any]) -> Queue:
    served = [row for row in rows if name in QUEUES and not (row.error or "").startswith(UNSERVED)]
    by_cause = sorted(served, key=lambda row: not row.waits_for_server)
    unserved = [row for row in rows if row not in served]
    reasons = (row.error for row in unserved if (row.error or "").startswith(UNSERVED))
    tries = [row.next_try for row in served if row.next_try is not None]
    return Queue(
        name=name,
        waiting=sum(row.waiting for row in served),
        failing=sum(row.failing for row in served),
        waits_for_server=any(row.waits_for_server for row in served),
        unserved=sum(row.waiting for row in unserved),
        unserved_reason=next(reasons, None),
        oldest=max((row.oldest for row in served), default=0.0),
        error=next((row.error for row in [*by_cause, *rows] if row.error), None),
        next_try=min(tries) if tries else None,
        paused_by=pauses[0].paused_by if pauses else None,
        paused_for=pauses[0].paused_for if pauses else 0.0,
    )


def _incidents(processes: Iterable[ProcessStatus]) -> dict[str, str]:
    """Return recent incidents of all processes. This process's own come from memory, as it may be unable to write."""
    said = [trouble for process in processes for trouble in _detail(process, "troubles", list)]
    return {
        trouble["kind"]: trouble["reason"]
        for trouble in [*said, *incidents.recent()]
        if trouble["ago"] < INCIDENT_SECONDS
    }


def _failed(processes: Iterable[ProcessStatus]) -> dict[str, str]:
    return {name: why for process in processes for name, why in _detail(process, "failed", dict).items()}


def _event_probe(processes: Iterable[ProcessStatus], at: datetime) -> ProbeLatency | None:
    """Return the slowest latencies of the running realtime processes.

    The slowest one counts, because each process serves pages.
    """
    heard = [(process, probe) for process in processes if (probe := _detail(process, "canary", dict))]
    if not heard:
        return None
    since = [(at - datetime.fromisoformat(probe["at"])).total_seconds() for _, probe in heard]
    ages = [seconds - process.silent for seconds, (process, _) in zip(since, heard, strict=True)]
    spread = {name: max(probe[name] for _, probe in heard) for name in ("ms", "p50", "p95")}
    return ProbeLatency(ago=max(0.0, *since), age=max(0.0, *ages), **spread)


def _detail(process: ProcessStatus, name: str, kind: type[T]) -> T:
    """Return a value from a running process's heartbeat, or an empty one if its type differs, as in other versions."""
    said = process.detail.get(name) if process.is_here else None
    return said if isinstance(said, kind) else kind()
