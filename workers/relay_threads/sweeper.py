"""The sweeper of a relay: lease due deliveries, and delete rows past their retention.

It has its own thread, because a sweep of many rows must not delay newly committed events.
"""

import time
from collections.abc import Sequence

import structlog
from sqlalchemy import Engine

from shop.clock import now
from shop.events import leasing, unserved
from shop.operations import retention
from shop.operations.retention import Pruning
from shop.settings import settings
from workers.publisher import Publisher
from workers.queues import QUEUES
from workers.relay_threads.thread import RelayThread
from workers.subscriptions import CONSUMERS, lease_seconds, queue_of

SWEEP_SECONDS = 1.0
PRUNE_SECONDS = 60.0
BATCH = 500
UNSERVED_BATCH, UNSERVED_PAUSE_SECONDS = 25, 0.03
"""Unserved deliveries are failed in small batches, as one statement for all would delay other statements."""

log = structlog.get_logger()


class Sweeper(RelayThread):
    """Sweeps once a second."""

    def __init__(self, engine: Engine, publisher: Publisher) -> None:
        super().__init__(engine, "sweeper", "due deliveries wait for the database", pause=SWEEP_SECONDS)
        self._publisher = publisher
        self._lease_seconds = lease_seconds()
        self._pruned_at = time.monotonic()
        self._unfinished: Sequence[Pruning] = []

    def work(self) -> None:
        """Sweep and prune once."""
        self.lease_due()
        self.fail_unserved()
        self.prune_when_due()

    def lease_due(self) -> None:
        """Lease and publish deliveries that are due: delayed or paused ones, failed ones, and those whose lease ended.

        Deliveries of a full queue wait in PostgreSQL.
        """
        if self._publisher.broker_is_away:
            return
        full = self._publisher.full_queues
        wanted = {pair: lease for pair, lease in self._lease_seconds.items() if queue_of(pair[1]) not in full}
        with self._engine.begin() as connection:
            leases = leasing.lease_due(connection, wanted, batch=BATCH)
        self._publisher.put(leases)

    def fail_unserved(self) -> None:
        """Count a failed attempt for due deliveries that no worker of this version can process, at most a batch."""
        failed = 0
        while failed < BATCH and not self._stopping.is_set():
            with self._engine.begin() as connection:
                count = unserved.fail_due(
                    connection,
                    queues=QUEUES,
                    consumers=CONSUMERS,
                    longest_pause=settings().longest_pause,
                    batch=UNSERVED_BATCH,
                )
            failed += count
            if count < UNSERVED_BATCH:
                break
            self._stopping.wait(UNSERVED_PAUSE_SECONDS)
        if failed:
            log.warning("deliveries failed because no worker of this version can process them", count=failed)

    def prune_when_due(self) -> None:
        """Once a minute, delete batches of rows past their retention. After a full batch, continue at the next sweep.

        A statement that failed waits for the next minute.

        This also corrects due times that are far in the future because a clock was set back.
        """
        prunings, self._unfinished = self._unfinished, []
        if time.monotonic() - self._pruned_at >= PRUNE_SECONDS:
            self._pruned_at = time.monotonic()
            with self._engine.begin() as connection:
                leasing.clamp_due_at(connection)
            prunings = retention.PRUNINGS
        self._unfinished = retention.prune(self._engine.begin, prunings, at=now())
