"""The one Celery task: works on deliveries that the relay leased.

One shape for every consumer: what came to nothing meanwhile is put aside, then so many as belong together are taken
(counted and committed first), and effect and ``done_at`` are one transaction. What raises is tried again after a pause
by the relay; what kills the worker comes due when its lease ends, and what kills its child when the worker has seen it.
"""

import time
from collections.abc import Sequence
from math import inf
from typing import Any

import psycopg
import structlog
from celery import shared_task
from celery.exceptions import TimeLimitExceeded, WorkerLostError
from celery.signals import task_failure
from celery.worker import state
from sqlalchemy import Engine
from sqlalchemy.exc import DBAPIError

from shop.db.engine import is_away, make_engine
from shop.events import deliveries, unserved
from shop.events.deliveries import HeldEvent, Lease
from shop.logs import Outage
from shop.settings import settings
from workers import recovery
from workers.limits import limited
from workers.process import AWAY, count_done, engine, note_done, note_failure
from workers.subscriptions import CONSUMERS, OVERTAKEN, PAUSES, QUEUES, Queue, own_queue

log = structlog.get_logger()

HOLD_ON = 1 / 3
"""For so much of its lease: the rest is for the work."""
LOOK_SECONDS = 0.5
_outage = Outage("work waits for the database")


@shared_task(name="swarna.deliver")
def deliver(*, consumer: str, leases: list[tuple[int, int]], **_: object) -> None:
    """Carry out one consumer's reaction for the leased deliveries; ``leases`` are (delivery id, lease number).

    Where PostgreSQL is away they are held on to for a part of their lease, as their messages would not come again. A
    relay of another version may hand over a reaction that this one does not know: that is an attempt that failed.
    """
    if consumer not in CONSUMERS:
        _fail_unknown(consumer, leases)
        return
    name = own_queue(consumer)
    queue, held = QUEUES[name], [Lease(id_, number, consumer, name) for id_, number in leases]
    lets_go_at = time.monotonic() + queue.lease * HOLD_ON
    while not _is_carried_out(consumer, queue, held):
        if time.monotonic() > lets_go_at or state.should_stop is not None:
            return
        time.sleep(LOOK_SECONDS)


def _fail_unknown(consumer: str, leases: list[tuple[int, int]]) -> None:
    log.warning("a reaction that this version does not know", consumer=consumer, deliveries=[id_ for id_, _ in leases])
    with engine().begin() as connection:
        unknown = [Lease(id_, number, consumer, "") for id_, number in leases]
        unserved.fail_leased(connection, unknown, queues=QUEUES, longest_pause=settings().longest_pause)


def _is_carried_out(consumer: str, queue: Queue, held: list[Lease]) -> bool:
    """Tell whether PostgreSQL was there to carry them out; it is told once that it is not."""
    try:
        _carry_out(consumer, queue, held)
    except (DBAPIError, psycopg.OperationalError) as error:
        if not is_away(error):
            raise
        _outage.meet(error)
        return False
    _outage.end()
    return True


def _carry_out(consumer: str, queue: Queue, waiting: list[Lease]) -> None:
    if consumer in OVERTAKEN:
        with limited(queue):
            waiting = put_aside(engine(), consumer, waiting)
    for start in range(0, len(waiting), queue.batch):
        if state.should_stop is not None:
            give_back(engine(), waiting[start:])
            return
        with limited(queue):
            work(engine(), consumer, waiting[start : start + queue.batch])


@task_failure.connect
def give_up_on_child(*, exception: BaseException, kwargs: dict[str, Any], **_: object) -> None:
    """Let another child try what one was killed over, without waiting for the lease's end."""
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
        log.warning("leases run out by themselves", reason=type(error).__name__)
    finally:
        database.dispose()


def put_aside(database: Engine, consumer: str, leases: Sequence[Lease]) -> list[Lease]:
    """Mark as done what there is nothing to do for any more, all at once; return the other leases."""
    began = time.monotonic()
    with database.begin() as connection:
        overtaken = OVERTAKEN[consumer](connection, [lease.delivery_id for lease in leases])
        count = deliveries.drop(connection, [lease for lease in leases if lease.delivery_id in overtaken])
    if count:
        count_done(consumer, count, seconds=time.monotonic() - began)
    return [lease for lease in leases if lease.delivery_id not in overtaken]


def give_back(database: Engine, leases: Sequence[Lease]) -> None:
    """Leave to others what this worker, which is to end, has not begun."""
    with database.begin() as connection:
        deliveries.give_back(connection, leases, pause=0)


def work(database: Engine, consumer: str, leases: list[Lease]) -> int:
    """Work on the leases that are still good and return how many were carried out."""
    _queue, effect = CONSUMERS[consumer]
    events: list[HeldEvent] = []
    began = time.monotonic()
    try:
        with deliveries.at_work(database) as connection:
            events = deliveries.take(connection, leases)
            if events:
                effect(connection, events)
                deliveries.finish(connection, [event.delivery_id for event in events])
    except Exception as error:
        if not events and is_away(error):
            raise
        held = {event.delivery_id for event in events} or {lease.delivery_id for lease in leases}
        reason = f"{type(error).__name__}: {error}"
        about = {"consumer": consumer, "deliveries": sorted(held), "reason": reason}
        log.warning("delivery failed", **about, exc_info=not is_away(error))
        note_failure(consumer, events, error, seconds=time.monotonic() - began)
        with database.begin() as connection:
            taken = [lease for lease in leases if lease.delivery_id in held]
            pause = min(settings().longest_pause, PAUSES.get(consumer, inf))
            deliveries.fail(connection, taken, error=reason, longest_pause=pause, is_away=isinstance(error, AWAY))
        recovery.watch(own_queue(consumer), error, database)
        return 0
    if events:
        note_done(consumer, events, seconds=time.monotonic() - began)
    return len(events)
