"""What happens because of the time alone: at midnight in India a rate comes into force, old sales stop counting, and
every ten seconds the canary sings, and what was counted is folded.

A thread of each relay. Several may run: each looks again once it holds the prices.
"""

import datetime as dt
import threading
import time

import structlog
from sqlalchemy import Engine, text
from sqlalchemy.exc import SQLAlchemyError
from sqlalchemy.orm import Session

from shop.catalogue import sales
from shop.clock import now, today
from shop.db import counters
from shop.db.deadlines import patience
from shop.events import outbox
from shop.logs import Outage
from shop.operations import canary
from shop.rates import force
from shop.rates.events import GoldRateChanged, written

TICK_SECONDS = 2.0
FOLD_SECONDS = 10.0

log = structlog.get_logger()


class Clock:
    """Looks every two seconds whether anything is due."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopped = threading.Event()
        self._counted_on: dt.date | None = None
        self._folded_at = 0.0
        self._outage = Outage("what was due waits")

    def stop(self) -> None:
        """End the loop after what is under way."""
        self._stopped.set()

    def tick_for_ever(self) -> None:
        """Tick until stopped; a database that is away is waited for."""
        while not self._stopped.wait(TICK_SECONDS):
            try:
                self.tick(now())
                self.sing(now())
                self.fold_when_due()
            except SQLAlchemyError as error:
                self._outage.meet(error)
            except Exception:
                log.exception("what was due waits for the next tick")
            else:
                self._outage.end()

    def tick(self, at: dt.datetime) -> None:
        """Do what is due at ``at``."""
        day = today(at)
        with patience(force.PATIENCE_SECONDS), Session(self._engine) as session, session.begin():
            if force.is_due(session, day):
                follow_gold_rate(session, at)
        if self._counted_on != day:
            with patience(force.PATIENCE_SECONDS), Session(self._engine) as session, session.begin():
                session.execute(text("SET LOCAL statement_timeout = '60s'"))
                session.execute(force.prices_settled())
                session.execute(sales.count_all(at=at))
            self._counted_on = day

    def sing(self, at: dt.datetime) -> None:
        """Record a canary where none was recorded lately."""
        with Session(self._engine) as session, session.begin():
            if session.scalar(canary.is_due()):
                outbox.record_sync(session, canary.CanarySung(), at=at)

    def fold_when_due(self) -> None:
        """Every ten seconds, keep short what is added up to know how many there are."""
        if time.monotonic() - self._folded_at < FOLD_SECONDS:
            return
        self._folded_at = time.monotonic()
        for each in counters.ALL:
            with self._engine.begin() as connection:
                connection.execute(counters.compact(each))


def follow_gold_rate(session: Session, at: dt.datetime) -> None:
    """Price the listing by the rate of the day and, where that is another one, tell every open page."""
    held = force.bring_into_force(session, day=today(at))
    if held.is_new:
        rate = written(held.rate)
        event = GoldRateChanged(rate=rate, change="in force", changed=rate, repriced=held.repriced)
        outbox.record_sync(session, event, at=at)
