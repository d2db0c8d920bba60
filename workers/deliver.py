"""The one Celery task: works on deliveries that the relay leased.

One shape for every consumer: take (counted and committed first), then effect and ``done_at`` in one transaction. What
raises is tried again after a pause by the relay; what kills the worker comes due when its lease ends.
"""

import time

import structlog
from celery import shared_task
from sqlalchemy import Engine

from shop.events import deliveries
from shop.events.deliveries import HeldEvent, Lease
from shop.settings import settings
from workers.limits import limited
from workers.process import engine, note_done, note_failure
from workers.subscriptions import CONSUMERS, QUEUES

log = structlog.get_logger()


@shared_task(name="swarna.deliver")
def deliver(*, consumer: str, leases: list[tuple[int, int]], **_: object) -> None:
    """Carry out one consumer's reaction for the leased deliveries; ``leases`` are (delivery id, lease number)."""
    queue, _effect = CONSUMERS[consumer]
    with limited(QUEUES[queue]):
        work(engine(), consumer, [Lease(id_, number, consumer, queue) for id_, number in leases])


def work(database: Engine, consumer: str, leases: list[Lease]) -> int:
    """Work on the leases that are still good and return how many were carried out."""
    _queue, effect = CONSUMERS[consumer]
    events: list[HeldEvent] = []
    began = time.monotonic()
    try:
        with database.begin() as connection:
            events = deliveries.take(connection, leases)
            if events:
                effect(connection, events)
                deliveries.finish(connection, [event.delivery_id for event in events])
    except Exception as error:
        if not events:
            raise
        held = {event.delivery_id for event in events}
        log.warning("delivery failed", consumer=consumer, deliveries=sorted(held), exc_info=True)
        note_failure(consumer, events, error, seconds=time.monotonic() - began)
        with database.begin() as connection:
            taken = [lease for lease in leases if lease.delivery_id in held]
            reason = f"{type(error).__name__}: {error}"
            deliveries.fail(connection, taken, error=reason, longest_pause=settings().longest_pause)
        return 0
    if events:
        note_done(consumer, events, seconds=time.monotonic() - began)
    return len(events)
