"""What a relay does beside giving events their place: hand over again what is due, and delete what is no longer kept.

A thread of its own: a sweep through many rows must not delay the events that are committed meanwhile.
"""

import threading
import time

import structlog
from sqlalchemy import Engine

from shop.clock import now
from shop.events import deliveries, retention, unserved
from shop.logs import Outage
from shop.settings import settings
from workers.handover import DATABASE_ERRORS, HandOver
from workers.subscriptions import CONSUMERS, QUEUES, own_queue, shares

SWEEP_SECONDS = 1.0
PRUNE_SECONDS = 60.0
BATCH = 500

log = structlog.get_logger()


class Sweeper(threading.Thread):
    """Sweeps once a second until stopped; a database that is away is waited for."""

    def __init__(self, engine: Engine, hand_over: HandOver) -> None:
        super().__init__(name="sweeper", daemon=True)
        self._engine = engine
        self._hand_over = hand_over
        self._shares = shares()
        self._ending = threading.Event()
        self._pruned_at = time.monotonic()
        self._outage = Outage("what is due waits for the database")

    def stop(self) -> None:
        """End the thread after what is under way."""
        self._ending.set()

    def run(self) -> None:
        """Sweep and prune until stopped; an error that nobody foresaw is logged."""
        while not self._ending.is_set():
            try:
                self.sweep()
                self.prune_when_due()
            except DATABASE_ERRORS as error:
                self._outage.meet(error)
            except Exception:
                log.exception("a sweep ended with an unexpected error")
            else:
                self._outage.end()
            self._ending.wait(SWEEP_SECONDS)

    def sweep(self) -> None:
        """Hand over again what failed, or went to a worker that never answered.

        What stands in a queue that is full waits in PostgreSQL. What nobody knows to carry out fails here.
        """
        with self._engine.begin() as connection:
            count = unserved.fail_due(
                connection, queues=QUEUES, consumers=CONSUMERS, longest_pause=settings().longest_pause, batch=BATCH
            )
        if count:
            log.warning("deliveries that no worker of this version can carry out", count=count)
        if self._hand_over.away:
            return
        wanted = {pair: lease for pair, lease in self._shares.items() if own_queue(pair[1]) not in self._hand_over.full}
        with self._engine.begin() as connection:
            leases = deliveries.lease_due(connection, wanted, batch=BATCH)
        self._hand_over.put(leases)

    def prune_when_due(self) -> None:
        """Delete a batch of what is no longer kept: once a minute, and at the next sweep where it was a full one.

        And bring near what a clock that was put back has left far off.
        """
        if time.monotonic() - self._pruned_at < PRUNE_SECONDS:
            return
        with self._engine.begin() as connection:
            deliveries.bring_near(connection)
            gone = retention.prune(connection, at=now())
        self._pruned_at = time.monotonic() - (PRUNE_SECONDS - SWEEP_SECONDS if gone == retention.BATCH else 0)
