"""Metrics of a relay: outbox, queues and payments of the whole shop, read from PostgreSQL at each scrape.

Each relay serves the same figures, so alert rules take the maximum.
"""

from collections import defaultdict
from collections.abc import Callable, Iterator

import structlog
from prometheus_client import REGISTRY
from prometheus_client.core import GaugeMetricFamily
from prometheus_client.registry import Collector
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.observability import metrics
from shop.operations import queries
from workers.queues import QUEUES

log = structlog.get_logger()


class QueueCollector(Collector):
    """Metrics of outbox and queues. While PostgreSQL is unavailable there are no samples, which alert rules detect."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine

    def collect(self) -> Iterator[GaugeMetricFamily]:
        """Read the figures."""
        try:
            with self._engine.connect() as connection:
                outbox = connection.execute(queries.OUTBOX).one()
                waiting = connection.execute(queries.WAITING).all()
                paused = connection.execute(queries.PAUSES).all()
                dead = connection.execute(queries.DEAD).all()
                money = connection.execute(queries.PAYMENTS).one()
        except SQLAlchemyError as error:
            log.warning("queue metrics could not be read", reason=type(error).__name__)
            return
        yield GaugeMetricFamily("shop_outbox_events", "Committed events without a position.", value=outbox.waiting)
        yield GaugeMetricFamily("shop_outbox_lag_seconds", "Age of the oldest of these events.", value=outbox.lag)
        yield _by_queue("shop_queue_waiting", "Pending deliveries.", [(r.queue, r.waiting) for r in waiting], sum)
        yield _by_queue(
            "shop_queue_failing", "Pending deliveries that failed before.", [(r.queue, r.failing) for r in waiting], sum
        )
        oldest = [(r.queue, r.oldest) for r in waiting]
        yield _by_queue("shop_queue_oldest_seconds", "Age of the oldest pending delivery.", oldest, max)
        yield _by_queue("shop_queue_paused", "Whether an operator paused it.", [(r.queue, 1) for r in paused], max)
        yield _by_queue("shop_queue_dead", "Deliveries that were given up.", [(r.queue, r.dead) for r in dead], sum)

        for name, help_, value in (
            ("shop_payment_claims", "Payments that shoppers claim and staff have not confirmed.", money.claims),
            ("shop_payment_claim_oldest_seconds", "Age of the oldest unconfirmed claim.", money.oldest_claim),
            ("shop_refunds_failing", "Refunds that the provider refused or could not pay back.", money.failing_refunds),
            ("shop_payments_unheard", "Open links and refunds not asked about for 5 min.", money.unheard),
            (
                "shop_payment_provider_away",
                "Processes whose last requests to the provider failed.",
                money.without_provider,
            ),
        ):
            yield GaugeMetricFamily(name, help_, value=value)

    def describe(self) -> Iterator[GaugeMetricFamily]:
        """Return nothing, so that registering needs no database."""
        return iter(())


def serve(engine: Engine) -> None:
    """Serve the metrics of this relay."""
    if metrics.are_enabled():
        REGISTRY.register(QueueCollector(engine))
        metrics.serve()


def _by_queue(
    name: str, help_: str, values: list[tuple[str, float]], total: Callable[[list[float]], float]
) -> GaugeMetricFamily:
    family = GaugeMetricFamily(name, help_, labels=("queue",))
    grouped: dict[str, list[float]] = defaultdict(list)
    for queue in QUEUES:
        grouped[queue].append(0)
    for queue, value in values:
        grouped[queue].append(value)
    for queue, found in grouped.items():
        family.add_metric([queue], total(found))
    return family
