"""Read the state of the shop's work."""

from collections import defaultdict
from collections.abc import Iterable, Sequence
from dataclasses import replace
from datetime import datetime, timedelta
from typing import Any, Literal

from sqlalchemy import Row
from sqlalchemy.ext.asyncio import AsyncSession

from api.operations.schemas import (
    CanaryOut,
    CapacityOut,
    ConsumerOut,
    FindingOut,
    OperationsOut,
    OutboxOut,
    ProcessOut,
    QueueOut,
    SocketsOut,
)
from shop.db.pool import Pool
from shop.integrations.model import QUEUE as WEBHOOKS
from shop.operations import queries, queue_pauses
from shop.operations.capacity import Load, capacity
from shop.operations.findings import LATE, checks, findings
from shop.operations.health_report import ProcessStatus, Queue, headline, level
from shop.operations.monitor import Monitor
from shop.operations.snapshot import QUEUES, Snapshot, read

MINUTES = 60


async def operations_report(database: AsyncSession, pool: Pool, monitor: Monitor) -> OperationsOut:
    """Return the current state of the shop."""
    state = await read(pool)
    tallies = (await database.execute(queries.TALLIES)).all()
    now = replace(state.health, failed={**state.health.failed, **monitor.failed})
    found = findings(now)
    consumers = _consumers(state.processes, state.waiting, state.dead, tallies)
    return OperationsOut(
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
        queues=[_queue_out(queue, state, consumers, tallies) for queue in now.queues],
        consumers=consumers,
        processes=_processes(state.processes),
    )


async def pause_queue(database: AsyncSession, queue: str, *, at: datetime) -> None:
    """Pause a queue.

    :raises queue_pauses.UnknownQueue, queue_pauses.AlreadyPaused: if it cannot be.
    """
    queue_pauses.check_known(queue, QUEUES)
    await database.run_sync(lambda session: queue_pauses.pause(session, queue, at=at))


async def resume_queue(database: AsyncSession, queue: str) -> None:
    """Resume a queue.

    :raises queue_pauses.UnknownQueue, queue_pauses.NotPaused: if it cannot be.
    """
    queue_pauses.check_known(queue, QUEUES)
    await database.run_sync(queue_pauses.resume, queue)


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
    queue: Queue, state: Snapshot, consumers: Iterable[ConsumerOut], tallies: Iterable[Row[Any]]
) -> QueueOut:
    own = {consumer.name for consumer in consumers if consumer.queue == queue.name}
    own |= {"webhook"} if queue.name == WEBHOOKS else set()
    done = [row for row in tallies if row.consumer in own and 0 <= row.minutes_ago < MINUTES]
    minutes = [0] * MINUTES
    for row in done:
        minutes[MINUTES - 1 - row.minutes_ago] += row.done
    workers = [process for process in state.processes if process.is_here and queue.name in process.kinds]
    sizes = [process.detail.get("size") or 1 for process in workers]
    load = Load(
        queue=queue.name,
        slots=sum(sizes),
        more=max(sizes, default=1),
        done=sum(row.done for row in done),
        spent=sum(row.seconds for row in done),
        waiting=queue.waiting,
        is_paused=queue.is_paused,
        is_failing=bool(queue.failing),
    )
    return QueueOut(
        name=queue.name,
        state=_state(queue, len(workers)),
        workers=len(workers),
        waiting=queue.waiting,
        failing=queue.failing,
        oldest=queue.oldest,
        minutes=minutes,
        paused_by=queue.paused_by,
        paused_at=state.at - timedelta(seconds=queue.paused_for) if queue.is_paused else None,
        capacity=CapacityOut.model_validate(capacity(load)),
    )


def _state(queue: Queue, workers: int) -> Literal["fine", "behind", "failing", "stopped", "paused"]:
    if queue.is_paused:
        return "paused"
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
