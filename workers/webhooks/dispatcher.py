"""The relay's thread for webhooks: creates the deliveries of endpoints, and leases those that are due."""

import threading
import time

import structlog
from sqlalchemy import Engine

from shop.integrations import fan_out
from shop.integrations.model import QUEUE
from shop.integrations.rules import MAX_CALLS
from workers.publisher import Publisher
from workers.relay_threads.thread import RelayThread

IDLE_SECONDS = 1.0
GATHER_SECONDS = 0.1
"""Between the wake-up and the work. Events of this time are processed together, and this thread does not delay the
relay's other threads, which publish to open pages meanwhile."""
BUSY_SECONDS = 0.25
"""Between two rounds while there is work. Deliveries that wait for an earlier one become due meanwhile."""
HEAL_SECONDS = 30.0
CROWDED_SHARE = 0.25
"""The relay is crowded if it works on events for more than this share of the time. Open pages then go first."""
CROWDED_PAUSE_SECONDS, CALLS_WHILE_CROWDED = 1.0, 5
"""While the relay is crowded: seconds between two rounds, and maximum calls of an endpoint in flight.

Webhooks are then late, but not stopped.
"""

log = structlog.get_logger()


class Dispatcher(RelayThread):
    """Fans out and leases."""

    def __init__(self, engine: Engine, publisher: Publisher) -> None:
        super().__init__(engine, "webhooks", "webhooks wait for the database")
        self._publisher = publisher
        self._woken = threading.Event()
        self._healed_at = time.monotonic()
        self._relay_seconds = self._seen_seconds = 0.0
        self._seen_at = time.monotonic()
        self._is_crowded = self._is_busy = False

    def wake(self) -> None:
        """Let the thread look for new events now."""
        self._woken.set()

    def note_relay_work(self, seconds: float) -> None:
        """Add to the time that the relay has worked on events."""
        self._relay_seconds += seconds

    def stop(self) -> None:
        """End the thread after the current round."""
        super().stop()
        self._woken.set()

    def wait(self) -> None:
        """Wait for new events, or a short time while there is work."""
        if self._is_busy:
            self._stopping.wait(CROWDED_PAUSE_SECONDS if self._is_crowded else BUSY_SECONDS)
        elif self._woken.wait(IDLE_SECONDS):
            self._look_at_relay()  # so that the next share is measured from the wake-up on
            self._stopping.wait(GATHER_SECONDS)
        self._woken.clear()

    def work(self) -> None:
        """Fan out and lease once."""
        self._is_busy = False
        self._look_at_relay()
        most = CALLS_WHILE_CROWDED if self._is_crowded else MAX_CALLS
        with self._engine.begin() as connection:
            steps = fan_out.fan_out(connection, most=most)
        if time.monotonic() - self._healed_at > HEAL_SECONDS:
            self._healed_at = time.monotonic()
            with self._engine.begin() as connection:
                if count := fan_out.release_stuck(connection):
                    log.warning(
                        "webhook deliveries waited although no earlier one was open; they are due now", deliveries=count
                    )
        if self._publisher.broker_is_away or QUEUE in self._publisher.full_queues:
            return
        with self._engine.begin() as connection:
            leases = list(fan_out.lease_due(connection, most_in_flight=most))
        self._publisher.put(leases)
        self._is_busy = bool(leases) or steps > 0

    def _look_at_relay(self) -> None:
        """Update whether the relay was crowded since the last call."""
        worked, at = self._relay_seconds, time.monotonic()
        self._is_crowded = worked - self._seen_seconds > CROWDED_SHARE * (at - self._seen_at)
        self._seen_seconds, self._seen_at = worked, at
