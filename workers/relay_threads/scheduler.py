"""Scheduled work of the shop.

- At midnight in India the gold rate of the day is applied, and old sales stop counting.
- Every few seconds, overdue payments are ended, and the counters are compacted.
- At its time, a scheduled product goes on sale.
- At nine in the morning in India, mails to the desk that list what is stuck are queued.
- Once a minute, expired exports of shoppers' data are ended, and by day news of the prices of wished products is
  queued.

Several relays may run, so work that must be done once is checked again under a lock.
"""

import datetime as dt
import time
from collections.abc import Callable
from dataclasses import dataclass

import structlog
from sqlalchemy import Engine, select, text
from sqlalchemy.orm import Session

from shop.catalogue import sales_counts
from shop.catalogue.model import Activity, Product
from shop.clock import now, today
from shop.db import counters
from shop.db.deadlines import wait_limit
from shop.db.engine import DATABASE_ERRORS, is_unavailable
from shop.db.models import COUNTERS
from shop.events import outbox
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
from workers.relay_threads.thread import RelayThread

TICK_SECONDS = 2.0
PRICE_NEWS_SECONDS = 60.0
ON_SALE_BATCH = 200

log = structlog.get_logger()


@dataclass
class Job:
    """A piece of scheduled work, and how many seconds apart it is done: at each tick, or less often."""

    work: Callable[[dt.datetime], None]
    seconds: float = 0.0
    due_at: float = 0.0


class Scheduler(RelayThread):
    """Does every two seconds what is due."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(engine, "scheduler", "scheduled work waits for the database", pause=TICK_SECONDS)
        self._counted_on: dt.date | None = None
        self._reported_on: dt.date | None = None
        self._price_news = PriceNews()
        self._jobs = [
            Job(self.apply_rate_of_the_day),
            Job(self.put_on_sale_what_is_due),
            Job(self.settle_payments, seconds=5),
            Job(self.compact_counters, seconds=10),
            Job(self.report_stuck),
            Job(self.end_data_exports, seconds=60),
            Job(self.queue_price_news, seconds=PRICE_NEWS_SECONDS),
            Job(self.recount_sales, seconds=60),
        ]

    def work(self) -> None:
        """Do the jobs that are due. One that fails does not stop the others; it is retried when it is due again."""
        for job in self._jobs:
            if time.monotonic() < job.due_at:
                continue
            job.due_at = time.monotonic() + job.seconds
            try:
                job.work(now())
            except Exception as error:
                if is_unavailable(error):
                    raise
                reason, is_expected = str(error).partition("\n")[0], isinstance(error, DATABASE_ERRORS)
                name = job.work.__name__
                log.warning("scheduled work failed", work=name, reason=reason, exc_info=not is_expected)

    def apply_rate_of_the_day(self, at: dt.datetime) -> None:
        """Apply the gold rate of the day, unless it is in force."""
        with wait_limit(repricing.REPRICING_TIMEOUT_SECONDS), Session(self._engine) as session, session.begin():
            if repricing.is_repricing_due(session, today(at)):
                apply_gold_rate(session, at)

    def recount_sales(self, at: dt.datetime) -> None:
        """Once a day, recount the sales of all products, so that old ones stop counting."""
        day = today(at)
        if self._counted_on != day:
            with wait_limit(repricing.REPRICING_TIMEOUT_SECONDS), Session(self._engine) as session, session.begin():
                session.execute(text("SET LOCAL statement_timeout = '60s'"))
                session.execute(repricing.lock_prices_shared())
                session.execute(sales_counts.refresh_all(at=at))
            self._counted_on = day

    def compact_counters(self, _at: dt.datetime) -> None:
        """Merge the rows of each counter."""
        for each in COUNTERS:
            with self._engine.begin() as connection:
                connection.execute(counters.compact(each))

    def settle_payments(self, at: dt.datetime) -> None:
        """End overdue payments and queue reminders."""
        payment_deadlines.settle(self._engine, at)

    def put_on_sale_what_is_due(self, at: dt.datetime) -> None:
        """Put scheduled products on sale at their time, a batch at each check."""
        with Session(self._engine) as session, session.begin():
            if session.scalar(select(Product.id).where(Product.on_sale_at <= at).limit(1)) is not None:
                session.execute(repricing.lock_prices_shared())
                put_on_sale(session, at)

    def end_data_exports(self, at: dt.datetime) -> None:
        """End exports of shoppers' data that expired or were never made. A worker removes the files."""
        with Session(self._engine) as session, session.begin():
            never_made = DataExport.made_at.is_(None) & (DataExport.asked_at <= at - MADE_WITHIN)
            erasure.end_exports(session, (DataExport.ends_at <= at) | never_made, at=at)

    def queue_price_news(self, at: dt.datetime) -> None:
        """By day, queue price news for some shoppers whose wished products have a new price."""
        percent = wishlist_settings().price_news_percent
        if not percent or not price_news.is_time(at):
            return
        with wait_limit(PRICE_NEWS_SECONDS), self._engine.begin() as connection:
            connection.execute(text("SET LOCAL statement_timeout = '30s'"))
            self._price_news.queue(connection, percent=percent, at=at)

    def report_stuck(self, at: dt.datetime) -> None:
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
