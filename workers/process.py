"""The parts of every worker process: database engine, logging, heartbeat, and counts of its work.

With children (``--pool prefork``) the worker and each child have their own heartbeats. Without (``--pool solo``) there
is one process, whose heartbeat runs in a thread beside its work.
"""

import gc
import os
import socket
import threading
import time
from collections.abc import Sequence
from functools import cache
from typing import Any

import structlog
from aiosmtplib import SMTPException
from celery.signals import (
    setup_logging,
    worker_before_create_process,
    worker_process_init,
    worker_process_shutdown,
    worker_ready,
    worker_shutting_down,
)
from celery.worker import state
from sqlalchemy import Engine
from sqlalchemy.orm import configure_mappers

import shop.db.models  # noqa: F401 - a row that is written may refer to any of them
from shop.db.engine import make_engine
from shop.events.deliveries import ClaimedEvent
from shop.events.retries import Failure
from shop.media.storage import StorageUnavailable
from shop.observability import traces
from shop.observability.logs import configure, is_traced
from shop.operations.heartbeat import Heartbeat, work
from shop.operations.incidents import incidents
from shop.payments.provider import ProviderAway
from shop.settings import settings
from workers import metrics
from workers.app import is_child
from workers.mail import smtp
from workers.reactions.mails.account_mails import CodeNotSent, CodeNotSentYet
from workers.reactions.web_push.push_service import PushServiceRefused, PushServiceUnavailable
from workers.subscriptions import CONSUMERS

log = structlog.get_logger()

_AWAY = (StorageUnavailable, CodeNotSentYet, ProviderAway)
"""Errors which show that a server is unavailable. They include a hang of the mail server after the login while a
one-time code is sent: the server may have accepted the mail, but the code expires anyway."""
FOREIGN = (*_AWAY, SMTPException, CodeNotSent, PushServiceRefused)
"""Errors of other servers. The log shows them without a traceback, which would not show the cause. The traceback of a
refused mail would name its recipient."""


def failure_of(error: Exception) -> Failure | None:
    """Return how a server failed that a delivery needs, or None if no server is the cause."""
    if isinstance(error, _AWAY):
        return Failure.AWAY
    return Failure.DEFERRED if isinstance(error, PushServiceUnavailable) else smtp.failure_of(error)


is_stopping = threading.Event()
"""Set when this worker has to end after its current task."""


@cache
def engine() -> Engine:
    """Return this process's engine. Each forked child creates its own."""
    return make_engine(settings(), "worker", pool_size=1, overflow=2, idle_seconds=90)


def count_done(consumer: str, number: int, *, seconds: float) -> None:
    """Count deliveries that are done, and the seconds that they took together."""
    work.note(consumer, done=number, seconds=seconds)
    metrics.delivered(consumer, number, seconds)


def count_webhooks(done: int, failed: int, seconds: float) -> None:
    """Count calls of webhook endpoints: those with a 2xx response, and the others."""
    if done:
        count_done("webhook", done, seconds=seconds)
    if failed:
        work.note("webhook", failed=failed)
        metrics.failed("webhook", failed)


def note_done(consumer: str, events: Sequence[ClaimedEvent], *, seconds: float) -> None:
    """Count processed deliveries. Log each delivery if tracing is on."""
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


def note_failure(consumer: str, events: Sequence[ClaimedEvent], error: Exception, *, seconds: float) -> None:
    """Count failed deliveries, and record an incident if a server was the cause."""
    work.note(consumer, failed=len(events), seconds=seconds)
    metrics.failed(consumer, len(events))
    _trace(consumer, events, seconds, failed=True)
    incidents.record_database_error(error)
    if isinstance(error, StorageUnavailable):
        incidents.record("storage", str(error))
    if isinstance(error, SMTPException):
        incidents.record("smtp", str(error))


def _trace(consumer: str, events: Sequence[ClaimedEvent], seconds: float, *, failed: bool) -> None:
    for event in events:
        traces.record(
            event.request_id, f"deliver {consumer}", seconds, attributes={"shop.event": event.type}, failed=failed
        )


@setup_logging.connect
def _log(**_: Any) -> None:
    configure("worker")


@worker_before_create_process.connect
def _share_memory(**_: Any) -> None:
    """Exempt loaded objects from garbage collection, which would write to memory that parent and child share."""
    configure_mappers()
    gc.freeze()


@worker_process_init.connect
def _begin(**_: Any) -> None:
    """Reset what a child inherits from its parent (engine and counts), and start the child's heartbeat."""
    engine.cache_clear()
    if not is_child():
        return
    work.begin()
    name = f"child {os.getpid()} of {os.getppid()} {socket.gethostname()}"
    heart = Heartbeat(engine(), name, [])
    heart.detail = {"parent": os.getppid(), "host": socket.gethostname()}
    heart.start()
    worker_process_shutdown.connect(lambda **_: heart.stop(), weak=False)


@worker_ready.connect
def _start_heartbeat(sender: Any, **_: Any) -> None:
    queues = [queue.name for queue in sender.task_consumer.queues]
    name = f"{sender.hostname} {os.getpid()} {socket.gethostname()}"
    pool = type(sender.pool).__module__.rpartition(".")[2]
    about = {
        "pid": os.getpid(),
        "host": socket.gethostname(),
        "pool": pool,
        "size": sender.pool.num_processes or 1,
        "consumers": {name: of.queue for name, of in CONSUMERS.items() if of.queue in queues},
    }
    # Children must not inherit a connection of the tasks' engine.
    database = engine() if pool == "solo" else make_engine(settings(), "worker heart", pool_size=1)
    heart = Heartbeat(database, name, queues, lambda: about | _at_work())
    heart.start()
    metrics.serve()
    worker_shutting_down.connect(lambda **_: heart.stop(), weak=False)


@worker_shutting_down.connect
def _stop(**_: Any) -> None:
    is_stopping.set()


def _at_work() -> dict[str, Any]:
    """Return the number of running tasks, and for how many seconds the longest has run."""
    try:
        started = [request.time_start for request in list(state.active_requests) if request.time_start]
    except RuntimeError:  # a task began or ended during the copy; the next heartbeat has it
        return {}
    longest = round(max(0.0, time.time() - min(started)), 1) if started else 0
    return {"busy": len(started), "longest": longest}
