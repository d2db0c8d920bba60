"""The only Celery task: process deliveries that the relay leased.

All consumers use it. Superseded deliveries are skipped. The others are claimed, which counts and commits the attempt.
Then the effect and ``done_at`` are one transaction. After an error the relay retries with a pause. If a task kills the
worker, its deliveries are due again when the lease ends. If it kills a child, they are due when the worker has noticed.
"""

import time
from collections.abc import Sequence
from typing import Any

import psycopg
import structlog
from celery import shared_task
from celery.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure, worker_shutdown
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from shop.db.engine import is_unavailable, make_engine
from shop.events import deliveries, leasing, unserved
from shop.events.deliveries import ClaimedEvent
from shop.events.leasing import Lease
from shop.integrations.model import is_endpoint
from shop.observability.logs import OutageLogger
from shop.settings import settings
from shop.text.email_addresses import without_addresses
from workers import server_recovery
from workers.mail import smtp
from workers.process import (
    FOREIGN,
    count_done,
    count_webhooks,
    engine,
    failure_of,
    is_stopping,
    note_done,
    note_failure,
)
from workers.queues import QUEUES, Queue
from workers.subscriptions import CONSUMERS, Superseded, is_known, queue_of
from workers.time_limit import time_limit
from workers.webhooks.sender import sender

log = structlog.get_logger()

HOLD_SHARE = 1 / 3
"""While PostgreSQL is unavailable, a worker holds deliveries for this share of their lease. The rest is for work."""
RETRY_SECONDS = 0.5
_outage = OutageLogger("work waits for the database")


@shared_task(name="swarna.deliver")
def deliver(*, consumer: str, leases: list[tuple[int, int]], **_: object) -> None:
    """Run one consumer's reaction for the leased deliveries; ``leases`` are (delivery id, lease number).

    While PostgreSQL is unavailable, deliveries are held for a part of their lease, as their messages would not be sent
    again before it ends. A relay of another version may publish a reaction that this worker does not know; the attempt
    fails.
    """
    if not is_known(consumer):
        _fail_unknown(consumer, leases)
        return
    name = queue_of(consumer)
    queue, leased = QUEUES[name], [Lease(id_, number, consumer, name) for id_, number in leases]
    hold_until = time.monotonic() + queue.lease * HOLD_SHARE
    while not _try_to_process(consumer, queue, leased):
        if time.monotonic() > hold_until or is_stopping.is_set():
            return
        time.sleep(RETRY_SECONDS)


def _fail_unknown(consumer: str, leases: list[tuple[int, int]]) -> None:
    log.warning("this version does not know the reaction", consumer=consumer, deliveries=[id_ for id_, _ in leases])
    with engine().begin() as connection:
        unknown = [Lease(id_, number, consumer, "") for id_, number in leases]
        unserved.fail_leased(connection, unknown, queues=QUEUES, longest_pause=settings().longest_pause)


def _try_to_process(consumer: str, queue: Queue, leases: list[Lease]) -> bool:
    """Process or release the deliveries. Return False if PostgreSQL is unavailable, so that the caller tries again."""
    try:
        _process(consumer, queue, leases)
    except (DBAPIError, psycopg.OperationalError) as error:
        if not is_unavailable(error):
            raise
        _outage.failed(error)
        return False
    _outage.recovered()
    return True


def _process(consumer: str, queue: Queue, leases: list[Lease]) -> None:
    if is_endpoint(consumer):
        with time_limit(queue):
            sender(engine(), count_webhooks).take(leases)
        return
    if find := CONSUMERS[consumer].superseded:
        with time_limit(queue):
            leases = skip_superseded(engine(), consumer, leases, find)
    for start in range(0, len(leases), queue.batch):
        if is_stopping.is_set():
            release(engine(), leases[start:])
            return
        with time_limit(queue):
            work(engine(), consumer, leases[start : start + queue.batch])


@worker_shutdown.connect
def _finish_webhooks(**_: object) -> None:
    """Wait until the calls in flight end, so that no endpoint gets them twice."""
    if sender.cache_info().currsize:
        sender(engine(), count_webhooks).finish()


@task_failure.connect
def on_child_lost(*, exception: BaseException, kwargs: dict[str, Any], **_: object) -> None:
    """Mark the deliveries of a dead child as failed, so that they are retried before the lease ends."""
    if not isinstance(exception, WorkerLostError | TimeLimitExceeded):
        return
    consumer = kwargs["consumer"]
    leases = [Lease(id_, number, consumer, "") for id_, number in kwargs["leases"]]
    log.warning("a child was lost", consumer=consumer, deliveries=[lease.delivery_id for lease in leases])
    database = make_engine(settings(), "worker parent", pool_size=1)  # children must not inherit its connection
    try:
        with database.begin() as connection:
            deliveries.fail(connection, leases, error=deliveries.CHILD_LOST, longest_pause=settings().longest_pause)
    except (DBAPIError, psycopg.Error) as error:
        log.warning(
            "the deliveries of a lost child were not marked as failed; they are retried when their leases end",
            reason=type(error).__name__,
        )
    finally:
        database.dispose()


def skip_superseded(database: Engine, consumer: str, leases: Sequence[Lease], find: Superseded) -> list[Lease]:
    """Mark superseded deliveries as done, in one statement. Return the other leases."""
    began = time.monotonic()
    with database.begin() as connection:
        superseded = find(connection, [lease.delivery_id for lease in leases])
        count = deliveries.skip(connection, [lease for lease in leases if lease.delivery_id in superseded])
    if count:
        count_done(consumer, count, seconds=time.monotonic() - began)
    return [lease for lease in leases if lease.delivery_id not in superseded]


def release(database: Engine, leases: Sequence[Lease]) -> None:
    """Release deliveries that this worker has not begun, before it ends."""
    with database.begin() as connection:
        leasing.release(connection, leases, pause=0)


def work(database: Engine, consumer: str, leases: list[Lease]) -> int:
    """Process the deliveries whose lease is valid. Return their number."""
    events: list[ClaimedEvent] = []
    began = time.monotonic()
    smtp.has_accepted.clear()
    try:
        with deliveries.transaction(database) as connection:
            events = deliveries.claim(connection, leases)
            if events:
                CONSUMERS[consumer].effect(connection, events)
                deliveries.finish(connection, [event.delivery_id for event in events])
    except Exception as error:
        if not events and is_unavailable(error):
            raise
        note_failure(consumer, events, error, seconds=time.monotonic() - began)
        _fail(database, consumer, leases, events, error)
        return 0
    if events:
        note_done(consumer, events, seconds=time.monotonic() - began)
    if smtp.has_accepted.is_set():
        server_recovery.refused_mails.note_accepted(database)
    return len(events)


def _fail(
    database: Engine, consumer: str, leases: list[Lease], events: Sequence[ClaimedEvent], error: Exception
) -> None:
    """Log and store the error of the claimed deliveries, or of all if none was claimed."""
    claimed = {event.delivery_id for event in events} or {lease.delivery_id for lease in leases}
    message = f"{type(error).__name__}: {error}"
    redacted = without_addresses(message)  # logs are never erased
    is_foreign = is_unavailable(error) or isinstance(error, FOREIGN)
    about = {"consumer": consumer, "deliveries": sorted(claimed), "reason": redacted}
    log.warning("delivery failed", **about, exc_info=not is_foreign)
    with database.begin() as connection:
        deliveries.fail(
            connection,
            [lease for lease in leases if lease.delivery_id in claimed],
            error=redacted if _is_hidden_from_erasure(consumer, events) else message,
            longest_pause=min(settings().longest_pause, CONSUMERS[consumer].longest_pause),
            failure=failure_of(error),
        )
    server_recovery.note_failure(queue_of(consumer), error, claimed, database)


def _is_hidden_from_erasure(consumer: str, events: Sequence[ClaimedEvent]) -> bool:
    """Whether the deletion of the shopper's account would not find the error, so that it must not contain addresses."""
    return CONSUMERS[consumer].may_lack_customer and any(event.customer_id is None for event in events)
