"""Ask the payment provider about open links, so that a lost webhook delays a payment by minutes only.

This is a thread of each relay. It does nothing if no provider is configured.
"""

import datetime as dt

import structlog
from sqlalchemy import Engine

from shop.db.engine import DATABASE_ERRORS
from shop.operations.incidents import incidents
from shop.payments import reconcile
from shop.payments.provider import ProviderAway
from shop.settings import settings
from workers.relay_threads.thread import RelayThread

UNHEARD_FOR = dt.timedelta(minutes=5)
PAUSE_SECONDS = 20.0

log = structlog.get_logger()


class ProviderInquiry(RelayThread):
    """Asks about a few links at a time. Waits if the provider or the database is unavailable."""

    outage_errors = (ProviderAway, *DATABASE_ERRORS)

    def __init__(self, engine: Engine) -> None:
        outage = "payments are not checked: the provider or the database is unavailable"
        super().__init__(engine, "provider inquiry", outage, pause=PAUSE_SECONDS)

    def run(self) -> None:
        """Begin after a pause, as the provider of the demo may start at the same time."""
        if settings().razorpay_key_id:
            self.wait()
            super().run()

    def work(self) -> None:
        """Ask once."""
        try:
            asked = reconcile.ask(self._engine, unheard_for=UNHEARD_FOR)
        except ProviderAway as error:
            incidents.record("payments", error.reason)
            raise
        if asked.refused:
            log.warning("the payment provider refused requests about some links or refunds", refused=asked.refused)
        if asked.unanswered:
            log.warning("the payment provider did not respond about some orders", orders=asked.unanswered)
