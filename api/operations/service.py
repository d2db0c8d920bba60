"""Read the state of the shop's work, and retry or discard dead letters."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from typing import Any, Literal

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession
from sqlalchemy.orm import Session

from api.operations.schemas import (
    CanaryOut,
    ConsumerOut,
    DeadLetterOut,
    DeadLettersIn,
    FindingOut,
    OutboxOut,
    ProcessOut,
    QueueOut,
    SocketsOut,
    StandingOut,
)
from shop.audit import context
from shop.db.pool import Pool
from shop.errors import Conflict
from shop.events import deliveries
from shop.operations import queries
from shop.operations.findings import LATE, checks, findings
from shop.operations.health_report import ProcessStatus, Queue, headline, level
from shop.operations.monitor import Monitor
from shop.operations.snapshot import QUEUES, read

MINUTES = 60
MOST_BIGINT = 2**63 - 1


class NotDead(Conflict):
    """The delivery to retry or discard is not dead, or no longer dead."""

    code = "not_dead"


async def health(database: AsyncSession, pool: Pool, monitor: Monitor) -> StandingOut:
    """Return the current state of the shop."""
    state = await read(pool)
    tallies = (await database.execute(queries.TALLIES)).all()
    now = replace(state.health, failed={**state.health.failed, **monitor.failed})
    found = findings(now)
    consumers = _consumers(state.processes, state.waiting, state.dead, tallies)
    return StandingOut(
        at=state.at,
        level=level(found),
        headline=headline(found),
        findings=[FindingOut.model_validate(finding) for finding in found],
        checks=checks(now),
        sockets=_sockets(state.processes),
        outbox=OutboxOut(waiting=now.outbox_waiting, lag=now.outbox_lag),
        canary=CanaryOut.model_validate(state.event_probe) if state.event_probe else None,
        done=sum(row.done for row in tallies),
        dead=now.dead,
        queues=[_queue_out(queue, state.processes, consumers, tallies) for queue in now.queues],
        consumers=consumers,
        processes=_processes(state.processes),
    )


async def dead_letters(
    database: AsyncSession, *, search: str, before: int | None, limit: int
) -> tuple[list[DeadLetterOut], str | None]:
    """Return a page of dead letters, newest first, and the cursor of the next page."""
    values = {"search": search, "before": before or MOST_BIGINT, "limit": limit + 1}
    rows = (await database.execute(queries.DEAD_LETTERS, values)).all()
    page = [DeadLetterOut.model_validate(row) for row in rows[:limit]]
    return page, str(rows[limit - 1].id) if len(rows) > limit else None


async def settle_dead_letters(
    database: AsyncSession, what: Literal["retried", "discarded"], wanted: DeadLettersIn
) -> list[int]:
    """Retry dead letters with fresh attempts, or discard them. Return the ids of those that were dead.

    :raises NotDead: if none of them is dead.
    """
    settled = await database.run_sync(_settle_dead_letters, what, wanted)
    if not settled:
        raise NotDead("None of these is dead any more: another one retried or discarded them.")
    return settled


def _settle_dead_letters(session: Session, what: Literal["retried", "discarded"], wanted: DeadLettersIn) -> list[int]:
    chosen = session.execute(queries.DEAD_LETTERS, {"search": "", "before": MOST_BIGINT, "limit": 10_000}).all()
    about = {row.id: row for row in chosen if wanted.ids is None or row.id in wanted.ids}
    settle_all = deliveries.replay if what == "retried" else deliveries.discard
    settled = settle_all(session.connection(), list(about))
    for delivery_id in settled:
        context.record_delivery_action(session, what, about[delivery_id])
    return sorted(settled)


def _sockets(processes: Iterable[ProcessStatus]) -> SocketsOut:
    pages = [process.detail for process in processes if process.is_here and "realtime" in process.kinds]
    return SocketsOut(
        open=sum(detail.get("sockets", 0) for detail in pages),
        shoppers=sum(detail.get("shoppers", 0) for detail in pages),
        admins=sum(detail.get("admins", 0) for detail in pages),
    )


def _consumers(
    processes: Iterable[ProcessStatus],
    waiting: Iterable[Row[Any]],
    dead: Iterable[Row[Any]],
    tallies: Iterable[Row[Any]],
) -> list[ConsumerOut]:
    queue_of: dict[str, str] = {}
    for process in processes:
        queue_of |= process.detail.get("consumers", {})
    waits: dict[str, int] = defaultdict(int)
    died: dict[str, int] = defaultdict(int)
    sums: dict[str, list[float]] = defaultdict(lambda: [0, 0, 0.0])
    for row in waiting:
        queue_of[row.consumer] = row.queue
        waits[row.consumer] += row.waiting
    for row in dead:
        queue_of[row.consumer] = row.queue
        died[row.consumer] += row.dead
    for row in tallies:
        queue_of.setdefault(row.consumer, "")
        done, failed, spent = sums[row.consumer]
        sums[row.consumer] = [done + row.done, failed + row.failed, spent + row.seconds]
    return [
        ConsumerOut(
            name=name,
            queue=queue,
            done=int(sums[name][0]),
            failed=int(sums[name][1]),
            waiting=waits[name],
            dead=died[name],
            mean_ms=round(sums[name][2] / sums[name][0] * 1000, 1) if sums[name][0] else None,
        )
        for name, queue in sorted(queue_of.items(), key=lambda item: (_place(item[1]), item[0]))
    ]


def _place(queue: str) -> int:
    return QUEUES.index(queue) if queue in QUEUES else len(QUEUES)


def _queue_out(
    queue: Queue, processes: Iterable[ProcessStatus], consumers: Iterable[ConsumerOut], tallies: Iterable[Row[Any]]
) -> QueueOut:
    own = {consumer.name for consumer in consumers if consumer.queue == queue.name}
    minutes = [0] * MINUTES
    for row in tallies:
        if row.consumer in own and 0 <= row.minutes_ago < MINUTES:
            minutes[MINUTES - 1 - row.minutes_ago] += row.done
    workers = sum(process.is_here and queue.name in process.kinds for process in processes)
    return QueueOut(
        name=queue.name,
        state=_state(queue, workers),
        workers=workers,
        waiting=queue.waiting,
        failing=queue.failing,
        oldest=queue.oldest,
        minutes=minutes,
    )


def _state(queue: Queue, workers: int) -> Literal["fine", "behind", "failing", "stopped"]:
    if not workers:
        return "stopped"
    if queue.failing:
        return "failing"
    return "behind" if queue.oldest > LATE.get(queue.name, 120.0) else "fine"


def _processes(processes: Sequence[ProcessStatus]) -> list[ProcessOut]:
    """Return missing processes first, then running ones. A process that was replaced is not missing."""
    here = [process for process in processes if process.is_here and process.kinds]
    covered = {kind for process in here for kind in process.kinds}
    missed = [
        process
        for process in processes
        if process.kinds and not process.is_here and not covered.issuperset(process.kinds)
    ]
    latest = {tuple(process.kinds): process for process in sorted(missed, key=lambda process: -process.silent)}
    children = [process for process in processes if process.is_here and not process.kinds]
    return [_process(process, children) for process in [*latest.values(), *here]]


def _process(process: ProcessStatus, children: Iterable[ProcessStatus]) -> ProcessOut:
    detail = process.detail
    own = [child for child in children if _parent(child.detail) == (detail.get("pid"), detail.get("host"))]
    return ProcessOut(
        name=process.name,
        kinds=list(process.kinds),
        state="ended" if process.is_ended else "here" if process.is_here else "gone",
        silent=process.silent,
        up=process.up,
        size=detail.get("size"),
        busy=detail.get("busy"),
        longest=detail.get("longest"),
        children=len(own) if detail.get("pool") == "prefork" else None,
    )


def _parent(detail: dict[str, Any]) -> tuple[int | None, str | None]:
    return detail.get("parent"), detail.get("host")
