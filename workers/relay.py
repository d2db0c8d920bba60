"""The relay: gives committed events their place in the stream and hands deliveries to Celery.

Woken by PostgreSQL when an event commits; a sweep every second is the net below that. Several relays may run. What a
relay leased and could not hand over comes due again, so a restart, or a broker that was away for an hour, loses
nothing. Positions go on being given while the broker is away: pages then follow from the event log.
"""

import os
import signal
import socket
import threading
import time

import psycopg
import structlog
from sqlalchemy import Connection

from shop import traces
from shop.db.deadlines import ANSWER_SECONDS, CHECK_SECONDS, patience, watched
from shop.db.engine import driver_dsn, make_engine
from shop.events import deliveries
from shop.events.outbox import WAKE_CHANNEL
from shop.heartbeat import Heart
from shop.logs import Outage, configure
from shop.settings import settings
from workers import backlog
from workers.clock import Clock
from workers.handover import DATABASE_ERRORS, HandOver
from workers.subscriptions import SUBSCRIPTIONS
from workers.sweeper import SWEEP_SECONDS, Sweeper

PACE_SECONDS, BUSY_PACE_SECONDS = 0.01, 0.03
"""How long after an admission the next one begins: what commits meanwhile goes in one, and in one task, with it."""
FEW = 4
"""The longer pace follows an admission of more deliveries than these: each of relay, worker and realtime process has a
cost for each admission, not for each event."""
ADMISSION_SECONDS = 2.5
"""An admission takes milliseconds: one that takes so long has met a server process that stands still."""
BATCH = 500

log = structlog.get_logger()


class Relay:
    """One relay: a loop of admitting, leasing, handing over and waiting for the next wake-up."""

    def __init__(self) -> None:
        self._engine = make_engine(settings(), "relay", pool_size=6)
        self._hand_over = HandOver(self._engine)
        self._sweeper = Sweeper(self._engine, self._hand_over)
        self._clock = Clock(self._engine)
        self._stopped = threading.Event()
        self._outage = Outage("the database does not serve the relay")
        name = f"relay {os.getpid()} {socket.gethostname()}"
        self._heart = Heart(self._engine, name, ["relay"])

    def stop(self) -> None:
        """End the loop after what is under way."""
        self._stopped.set()

    def run(self) -> None:
        """Work until stopped; a database that is away is waited for, and an error that nobody foresaw is logged.

        A hand-over that came to an end by itself ends the relay too, which its supervisor then starts again.
        """
        self._hand_over.start()
        beating = self._heart.start()
        backlog.serve(self._engine)
        self._sweeper.start()
        threading.Thread(target=self._clock.tick_for_ever, daemon=True, name="clock").start()
        while self._goes_on:
            try:
                self._work_while_connected()
            except DATABASE_ERRORS as error:
                self._outage.meet(error)
                self._stopped.wait(0.5)
            except Exception:
                log.exception("the relay begins again after an unexpected error")
                self._stopped.wait(0.5)
        self._sweeper.stop()
        self._hand_over.stop()
        self._clock.stop()
        self._heart.stop()
        beating.join(timeout=2)

    @property
    def _goes_on(self) -> bool:
        return not self._stopped.is_set() and self._hand_over.is_alive()

    def _work_while_connected(self) -> None:
        with (
            psycopg.connect(driver_dsn(settings()), autocommit=True, connect_timeout=3) as listening,
            self._engine.connect().execution_options(isolation_level="AUTOCOMMIT") as admitting,
        ):
            with watched(listening, ANSWER_SECONDS):
                listening.execute(f"LISTEN {WAKE_CHANNEL}")
            checked_at = time.monotonic()
            while self._goes_on:
                self._heart.detail = {"broker": "away" if self._hand_over.away else "ok"}
                began = time.monotonic()
                events, admitted = BATCH, 0
                while events >= BATCH and self._goes_on:
                    events, admitted = self.admit(admitting)
                self._outage.end()
                for _ in listening.notifies(timeout=SWEEP_SECONDS / 2, stop_after=1):
                    checked_at = time.monotonic()
                if time.monotonic() - checked_at > CHECK_SECONDS:
                    checked_at = time.monotonic()
                    with watched(listening, ANSWER_SECONDS):
                        listening.execute("SELECT 1")
                pace = BUSY_PACE_SECONDS if admitted > FEW else PACE_SECONDS
                time.sleep(max(0.0, began + pace - time.monotonic()))

    def admit(self, connection: Connection) -> tuple[int, int]:
        """Admit one batch of events and hand over what follows from them; return how many events and deliveries."""
        with patience(ADMISSION_SECONDS):
            events, leases = deliveries.admit_batch(connection, SUBSCRIPTIONS, batch=BATCH)
        self._hand_over.put(leases)
        if leases and traces.are_wanted():
            for type_, request_id, waited in deliveries.origins(connection, leases):
                traces.note(request_id, "relay", waited, about={"shop.event": type_})
        return events, len(leases)


def main() -> None:
    """Run a relay until TERM or INT."""
    configure("relay")
    relay = Relay()
    for number in (signal.SIGTERM, signal.SIGINT):
        signal.signal(number, lambda *_: relay.stop())
    log.info("relay started")
    relay.run()
    log.info("relay ended")


if __name__ == "__main__":
    main()
