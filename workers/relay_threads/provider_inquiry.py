"""Ask the payment provider about open links, so that a lost webhook delays a payment by minutes only.

This is a thread of each relay. It does nothing if no provider is configured.
"""

import datetime as dt
import threading

import structlog
from sqlalchemy import Engine

from shop.db.engine import DATABASE_ERRORS
from shop.observability.logs import OutageLogger
from shop.operations.incidents import incidents
from shop.payments import reconcile
from shop.payments.provider import ProviderAway
from shop.settings import settings

UNHEARD_FOR = dt.timedelta(minutes=5)
PAUSE_SECONDS = 20.0

log = structlog.get_logger()


class ProviderInquiry(threading.Thread):
    """Asks about a few links at a time until stopped. Waits if the provider or the database is unavailable."""

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="provider inquiry", daemon=True)
        self._engine = engine
        self._stopping = threading.Event()
        self._outage = OutageLogger("payments are not checked: the provider or the database is unavailable")

    def stop(self) -> None:
        """End the thread after the current request."""
        self._stopping.set()

    def run(self) -> None:
        """Ask until stopped. Log unexpected errors and continue."""
        while settings().razorpay_key_id and not self._stopping.wait(PAUSE_SECONDS):
            try:
                asked = reconcile.ask(self._engine, unheard_for=UNHEARD_FOR)
            except (ProviderAway, *DATABASE_ERRORS) as error:
                if isinstance(error, ProviderAway):
                    incidents.record("payments", error.reason)
                self._outage.failed(error)
            except Exception:
                log.exception("asking the payment provider ended with an unexpected error")
            else:
                self._outage.recovered()
                if asked.refused:
                    log.warning(
                        "the payment provider refused requests about some links or refunds", refused=asked.refused
                    )
                if asked.unanswered:
                    log.warning("the payment provider did not respond about some orders", orders=asked.unanswered)
