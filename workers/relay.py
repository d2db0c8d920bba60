"""The relay: sequence committed events and publish their deliveries to Celery.

PostgreSQL wakes the relay when an event commits. A check every half second finds events whose wake-up was lost. Several
relays may run. A delivery that was leased and not published is due again when its lease ends, so a restart, or a broker
that is unavailable for an hour, loses nothing. Events are sequenced even while the broker is unavailable; the realtime
processes then read the log.
"""

import os
import signal
import socket
import threading
import time

import psycopg
import structlog
from sqlalchemy import Connection

from shop.db.deadlines import ANSWER_SECONDS, CHECK_SECONDS, thread_deadline, wait_limit
from shop.db.engine import DATABASE_ERRORS, driver_dsn, make_engine
from shop.events import leasing
from shop.events.outbox import WAKE_CHANNEL
from shop.observability import traces
from shop.observability.logs import OutageLogger, configure
from shop.operations.heartbeat import Heartbeat
from shop.settings import settings
from shop.startup.load_settings import load_settings
from workers import queue_metrics
from workers.publisher import Publisher
from workers.relay_threads.event_probe import EventProber
from workers.relay_threads.provider_inquiry import ProviderInquiry
from workers.relay_threads.scheduler import Scheduler
from workers.relay_threads.sweeper import SWEEP_SECONDS, Sweeper
from workers.relay_threads.thread import RelayThread
from workers.subscriptions import SUBSCRIPTIONS
from workers.webhooks.dispatcher import Dispatcher

MAX_PAUSE_SECONDS = 0.03
"""After each batch the relay pauses for the duration of the batch, but at most this long. Events that commit in the
meantime form one batch and one task, which saves work, because relay, worker and realtime process have a cost for each
batch. The pause grows with the load of PostgreSQL and of the machine. A single event does not wait."""
BATCH_SECONDS = 2.5
"""A batch takes milliseconds. One that takes this long waits for a stopped backend of PostgreSQL."""
BATCH = 500

log = structlog.get_logger()


class Relay:
    """A relay: a loop that sequences and leases a batch, publishes it, and waits for the next wake-up."""

    def __init__(self) -> None:
        self._engine = make_engine(settings(), "relay", pool_size=2, overflow=6)
        self._publisher = Publisher(self._engine)
        self._dispatcher = Dispatcher(self._engine, self._publisher)
        self._threads: list[Publisher | RelayThread] = [
            self._publisher,
            self._dispatcher,
            Sweeper(self._engine, self._publisher),
            EventProber(self._engine),
            Scheduler(self._engine),
            ProviderInquiry(self._engine),
        ]
        self._stopped = threading.Event()
        self._outage = OutageLogger("the database does not serve the relay")
        name = f"relay {os.getpid()} {socket.gethostname()}"
        self._heart = Heartbeat(self._engine, name, ["relay"])

    def stop(self) -> None:
        """End the loop after the current batch."""
        self._stopped.set()

    def run(self) -> None:
        """Work until stopped. Wait while the database is unavailable. Log any other error and restart.

        If the publisher thread has ended, the relay ends too, and its supervisor restarts it.
        """
        for thread in self._threads:
            thread.start()
        beating = self._heart.start()
        queue_metrics.serve(self._engine)
        while self._is_running:
            try:
                self._work_while_connected()
            except DATABASE_ERRORS as error:
                self._outage.failed(error)
                self._stopped.wait(0.5)
            except Exception:
                log.exception("the relay restarts after an unexpected error")
                self._stopped.wait(0.5)
        for thread in self._threads:
            thread.stop()
        self._heart.stop()
        beating.join(timeout=2)

    @property
    def _is_running(self) -> bool:
        return not self._stopped.is_set() and self._publisher.is_alive()

    def _work_while_connected(self) -> None:
        with (
            psycopg.connect(driver_dsn(settings()), autocommit=True, connect_timeout=3) as listening,
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as connection,
        ):
            with thread_deadline(listening, ANSWER_SECONDS):
                listening.execute(f"LISTEN {WAKE_CHANNEL}")
            checked_at = time.monotonic()
            while self._is_running:
                self._heart.detail = {"broker": "away" if self._publisher.broker_is_away else "ok"}
                began = time.monotonic()
                while self._work_on_batch(connection) >= BATCH and self._is_running:
                    pass
                worked = time.monotonic() - began
                self._dispatcher.note_relay_work(worked)
                may_begin_at = time.monotonic() + min(worked, MAX_PAUSE_SECONDS)
                self._outage.recovered()
                for _ in listening.notifies(timeout=SWEEP_SECONDS / 2, stop_after=1):
                    checked_at = time.monotonic()
                if time.monotonic() - checked_at > CHECK_SECONDS:
                    checked_at = time.monotonic()
                    with thread_deadline(listening, ANSWER_SECONDS):
                        listening.execute("SELECT 1")
                time.sleep(max(0.0, may_begin_at - time.monotonic()))

    def _work_on_batch(self, connection: Connection) -> int:
        """Sequence and lease a batch of events and publish its deliveries. Return the number of events."""
        with wait_limit(BATCH_SECONDS):
            events, leases = leasing.sequence_and_lease(connection, SUBSCRIPTIONS, batch=BATCH)
        self._publisher.put(leases)
        if events:
            self._dispatcher.wake()
        if leases and traces.is_enabled():
            for type_, request_id, waited in leasing.origins(connection, leases):
                traces.record(request_id, "relay", waited, attributes={"shop.event": type_})
        return events


def main() -> None:
    """Run a relay until SIGTERM or SIGINT."""
    load_settings()
    configure("relay")
    relay = Relay()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: relay.stop())
    log.info("relay started")
    relay.run()
    log.info("relay ended")


if __name__ == "__main__":
    main()
