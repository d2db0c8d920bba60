"""What a worker process needs: its database engine, its log, its sign of life, what is told of its work.

A worker with children (``--pool prefork``) beats in its own process, and each child in its own; without (``--pool
solo``) there is one process, which beats beside its work.
"""

import os
import socket
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import structlog
from aiosmtplib import SMTPConnectError, SMTPException
from celery.signals import (
    setup_logging,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutting_down,
)
from celery.worker import state
from sqlalchemy import Engine

import shop.db.models  # noqa: F401 - a row that is written may refer to any of them
from shop import traces
from shop.db.engine import make_engine
from shop.events.deliveries import HeldEvent
from shop.heartbeat import Heart
from shop.logs import configure, is_traced
from shop.media import StorageAway
from shop.operations.work import troubles, work
from shop.settings import settings
from workers import metrics
from workers.customers import CodeNotSentYet
from workers.subscriptions import CONSUMERS

log = structlog.get_logger()

AWAY = (StorageAway, SMTPConnectError, CodeNotSentYet)
"""What is raised where a server is away. A mail server that hangs later is not among it, as it may have taken the mail,
unless what the mail says comes to its own end."""

_MAIN = os.getpid()


@cache
def engine() -> Engine:
    """Return this process's engine; each forked child makes its own."""
    return make_engine(settings(), "worker", pool_size=2, idle_seconds=90)


def count_done(consumer: str, number: int, *, seconds: float) -> None:
    """Count deliveries that are done, and what they took together."""
    work.note(consumer, done=number, seconds=seconds)
    metrics.delivered(consumer, number, seconds)


def note_done(consumer: str, events: Sequence[HeldEvent], *, seconds: float) -> None:
    """Count deliveries that were carried out and, where everything is logged, tell of each."""
    count_done(consumer, len(events), seconds=seconds)
    _trace(consumer, events, seconds, failed=False)
    if is_traced():
        for event in events:
            log.debug(
                "delivered",
                consumer=consumer,
                delivery=event.delivery_id,
                number=event.event_id,
                position=event.position,
                type=event.type,
                request_id=event.request_id,
                ms=round(seconds * 1000, 1),
            )


def note_failure(consumer: str, events: Sequence[HeldEvent], error: Exception, *, seconds: float) -> None:
    """Count deliveries that failed, and what stood in the way where that is nobody's fault but a server's."""
    work.note(consumer, failed=len(events), seconds=seconds)
    metrics.failed(consumer, len(events))
    _trace(consumer, events, seconds, failed=True)
    troubles.meet_database(error)
    if isinstance(error, StorageAway):
        troubles.meet("storage", str(error))
    if isinstance(error, SMTPException):
        troubles.meet("smtp", str(error))


def _trace(consumer: str, events: Sequence[HeldEvent], seconds: float, *, failed: bool) -> None:
    for event in events:
        traces.note(event.request_id, f"deliver {consumer}", seconds, about={"shop.event": event.type}, failed=failed)


@setup_logging.connect
def _log(**_: Any) -> None:
    configure("worker")


@worker_process_init.connect
def _begin(**_: Any) -> None:
    """Forget what the parent had: its connections, and what it counted."""
    engine.cache_clear()
    if os.getpid() == _MAIN:
        return
    work.begin()
    name = f"child {os.getpid()} of {os.getppid()} {socket.gethostname()}"
    heart = Heart(engine(), name, [])
    heart.detail = {"parent": os.getppid(), "host": socket.gethostname()}
    heart.start()
    worker_process_shutdown.connect(lambda **_: heart.stop(), weak=False)


@worker_ready.connect
def _show_life(sender: Any, **_: Any) -> None:
    queues = [queue.name for queue in sender.task_consumer.queues]
    name = f"{sender.hostname} {os.getpid()} {socket.gethostname()}"
    about = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "pool": type(sender.pool).__module__.rpartition(".")[2],
        "size": sender.pool.num_processes or 1,
        "consumers": {name: queue for name, (queue, _) in CONSUMERS.items() if queue in queues},
    }
    heart = Heart(make_engine(settings(), "worker heart", pool_size=1), name, queues, lambda: about | _at_work())
    heart.start()
    metrics.serve()
    worker_shutting_down.connect(lambda **_: heart.stop(), weak=False)


def _at_work() -> dict[str, Any]:
    """Tell how many tasks this worker is at, and for how many seconds the longest."""
    try:
        started = [request.time_start for request in list(state.active_requests) if request.time_start]
    except RuntimeError:  # a task came or went amid this; the next beat tells
        return {}
    longest = round(max(0.0, time.time() - min(started)), 1) if started else 0
    return {"busy": len(started), "longest": longest}
