"""Scheduled work of the shop.

- At midnight in India the gold rate of the day is applied, and old sales stop counting.
- Every few seconds an event probe is recorded, and overdue payments are ended.
- Every ten seconds the counters are compacted.
- At its time, a scheduled product goes on sale.
- At nine in the morning in India, mails to the desk that list what is stuck are queued.
- Once a minute, expired exports of shoppers' data are ended, and by day news of the prices of wished products is
  queued.

This is a thread of each relay. Several relays may run, so work that must be done once is checked again under a lock.
"""

import datetime as dt
import threading
import time

import structlog
from sqlalchemy import Engine, select, text
from sqlalchemy.orm import Session

from shop.catalogue import sales_counts
from shop.catalogue.model import Activity, Product
from shop.clock import now, today
from shop.db import counters
from shop.db.deadlines import wait_limit
from shop.db.engine import DATABASE_ERRORS
from shop.db.models import COUNTERS
from shop.events import outbox
from shop.observability.logs import OutageLogger
from shop.operations import event_probe
from shop.personal_data import erasure
from shop.personal_data.model import MADE_WITHIN, DataExport
from shop.rates import repricing
from shop.rates.events import GoldRateChanged, rate_to_json
from shop.stuck import reports
from shop.stuck.rules import report_day
from shop.stuck.settings import stuck_settings
from shop.wishlists import price_news
from shop.wishlists.price_news import PriceNews
from shop.wishlists.settings import wishlist_settings
from workers import payment_deadlines

TICK_SECONDS = 2.0
COMPACT_SECONDS = 10.0
SETTLE_SECONDS = 5.0
END_EXPORTS_SECONDS = 60.0
PRICE_NEWS_SECONDS = 60.0
ON_SALE_BATCH = 200

log = structlog.get_logger()


class Scheduler:
    """Checks every two seconds whether anything is due."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._stopped = threading.Event()
        self._counted_on: dt.date | None = None
        self._reported_on: dt.date | None = None
        self._compacted_at = 0.0
        self._settled_at = 0.0
        self._exports_ended_at = 0.0
        self._price_news_at = 0.0
        self._price_news = PriceNews()
        self._outage = OutageLogger("scheduled work waits for the database")

    def stop(self) -> None:
        """End the loop after the current check."""
        self._stopped.set()

    def run(self) -> None:
        """Check until stopped. Wait while the database is unavailable."""
        while not self._stopped.wait(TICK_SECONDS):
            try:
                self.apply_due(now())
                self.record_event_probe(now())
                self.compact_counters_when_due()
                self.settle_payments_when_due(now())
                self.report_stuck_when_due(now())
                self.end_data_exports_when_due(now())
                self.put_on_sale_what_is_due(now())
                self.queue_price_news_when_due(now())
            except DATABASE_ERRORS as error:
                self._outage.failed(error)
            except Exception:
                log.exception("scheduled work failed; it is retried at the next check")
            else:
                self._outage.recovered()

    def apply_due(self, at: dt.datetime) -> None:
        """Apply the gold rate of the day and recount sales, if that is due at ``at``."""
        day = today(at)
        with wait_limit(repricing.REPRICING_TIMEOUT_SECONDS), Session(self._engine) as session, session.begin():
            if repricing.is_repricing_due(session, day):
                apply_gold_rate(session, at)
        if self._counted_on != day:
            with wait_limit(repricing.REPRICING_TIMEOUT_SECONDS), Session(self._engine) as session, session.begin():
                session.execute(text("SET LOCAL statement_timeout = '60s'"))
                session.execute(repricing.lock_prices_shared())
                session.execute(sales_counts.refresh_all(at=at))
            self._counted_on = day

    def record_event_probe(self, at: dt.datetime) -> None:
        """Record an event probe, unless one was recorded recently."""
        with Session(self._engine) as session, session.begin():
            if session.scalar(event_probe.is_due()):
                outbox.record_sync(session, event_probe.EventProbe(), at=at)

    def compact_counters_when_due(self) -> None:
        """Every ten seconds, merge the rows of each counter."""
        if time.monotonic() - self._compacted_at < COMPACT_SECONDS:
            return
        self._compacted_at = time.monotonic()
        for each in COUNTERS:
            with self._engine.begin() as connection:
                connection.execute(counters.compact(each))

    def settle_payments_when_due(self, at: dt.datetime) -> None:
        """Every five seconds, end overdue payments and queue reminders."""
        if time.monotonic() - self._settled_at >= SETTLE_SECONDS:
            self._settled_at = time.monotonic()
            payment_deadlines.settle(self._engine, at)

    def put_on_sale_what_is_due(self, at: dt.datetime) -> None:
        """Put scheduled products on sale at their time, a batch at each check."""
        with Session(self._engine) as session, session.begin():
            if session.scalar(select(Product.id).where(Product.on_sale_at <= at).limit(1)) is not None:
                session.execute(repricing.lock_prices_shared())
                put_on_sale(session, at)

    def end_data_exports_when_due(self, at: dt.datetime) -> None:
        """Once a minute, end exports of shoppers' data that expired or were never made. A worker removes the files."""
        if time.monotonic() - self._exports_ended_at < END_EXPORTS_SECONDS:
            return
        self._exports_ended_at = time.monotonic()
        with Session(self._engine) as session, session.begin():
            never_made = DataExport.made_at.is_(None) & (DataExport.asked_at <= at - MADE_WITHIN)
            erasure.end_exports(session, (DataExport.ends_at <= at) | never_made, at=at)

    def queue_price_news_when_due(self, at: dt.datetime) -> None:
        """Once a minute by day, queue price news for some shoppers whose wished products have a new price."""
        percent = wishlist_settings().price_news_percent
        if not percent or not price_news.is_time(at) or time.monotonic() - self._price_news_at < PRICE_NEWS_SECONDS:
            return
        self._price_news_at = time.monotonic()
        with wait_limit(PRICE_NEWS_SECONDS), self._engine.begin() as connection:
            connection.execute(text("SET LOCAL statement_timeout = '30s'"))
            self._price_news.queue(connection, percent=percent, at=at)

    def report_stuck_when_due(self, at: dt.datetime) -> None:
        """Queue the day's mails to the desk once: only the scheduler that inserts the day's row queues them."""
        day = report_day(at)
        if day is None or day == self._reported_on:
            return
        with Session(self._engine) as session, session.begin():
            reports.queue_report(session, day, stuck_settings(), at=at)
        self._reported_on = day


def put_on_sale(session: Session, at: dt.datetime) -> None:
    """Put a batch of scheduled products on sale, and record their events. The caller holds the price lock.

    A product whose pieces are not counted is then in stock.
    """
    due = select(Product).where(Product.on_sale_at <= at).order_by(Product.id).limit(ON_SALE_BATCH)
    for product in session.scalars(due.with_for_update(skip_locked=True)).all():
        product.on_sale_at = None
        product.status, product.stock_availability = Activity.ACTIVE.value, "yes"
        product.normalize()
        outbox.record_sync(session, product.change_event("updated"), at=at)


def apply_gold_rate(session: Session, at: dt.datetime) -> None:
    """Reprice the listing by the rate of the day. If the rate is new, record the event for every open page."""
    repriced = repricing.apply_current_rate(session, day=today(at))
    if repriced.is_change:
        rate = rate_to_json(repriced.rate)
        event = GoldRateChanged(rate=rate, change="in force", changed=rate, repriced=repriced.products)
        outbox.record_sync(session, event, at=at)
