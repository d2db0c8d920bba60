"""Handing leased deliveries to Celery, in a thread of its own, so that a hung broker holds up nothing else."""

import queue
import threading
from collections import defaultdict
from collections.abc import Iterable, Iterator

import structlog
from kombu import Producer
from kombu.exceptions import KombuError
from redis import RedisError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.events import deliveries
from shop.events.deliveries import Lease
from workers.app import app
from workers.subscriptions import QUEUES

PROBE_SECONDS = 1.0
BROKER_ERRORS = (KombuError, RedisError, OSError)

log = structlog.get_logger()


def tasks_of(leases: Iterable[Lease]) -> Iterator[tuple[str, str, list[Lease]]]:
    """Group leases into tasks: (consumer, queue, leases), at most as many in one as the queue allows."""
    grouped: dict[tuple[str, str], list[Lease]] = defaultdict(list)
    for lease in leases:
        grouped[lease.consumer, lease.queue].append(lease)
    for (consumer, name), group in grouped.items():
        size = QUEUES[name].batch
        for start in range(0, len(group), size):
            yield consumer, name, group[start : start + size]


def send(producer: Producer, consumer: str, name: str, leases: list[Lease]) -> None:
    """Publish one task. It carries ids only.

    :raises kombu.exceptions.OperationalError, redis.RedisError, OSError: when the broker did not take it.
    """
    limits = QUEUES[name]
    app.send_task(
        "swarna.deliver",
        kwargs={"consumer": consumer, "leases": [(lease.delivery_id, lease.number) for lease in leases]},
        queue=name,
        expires=limits.lease,
        soft_time_limit=limits.soft_limit,
        time_limit=limits.hard_limit,
        producer=producer,
        retry=False,
        ignore_result=True,
    )


class HandOver:
    """A thread that publishes tasks; ``away`` tells that the broker did not take the last one."""

    def __init__(self, engine: Engine) -> None:
        self._engine = engine
        self._waiting: queue.SimpleQueue[list[Lease] | None] = queue.SimpleQueue()
        self._stopped = threading.Event()
        self.away = False

    def put(self, leases: list[Lease]) -> None:
        """Queue leases to be handed over; they go back at once while the broker is away."""
        if not leases:
            return
        if self.away:
            self._give_back(leases)
        else:
            self._waiting.put(leases)

    def stop(self) -> None:
        """End the thread."""
        self._stopped.set()
        self._waiting.put(None)

    def run(self) -> None:
        """Hand over until stopped."""
        while not self._stopped.is_set():
            leases = self._waiting.get()
            if leases is not None:
                self._hand_over(leases)

    def _hand_over(self, leases: list[Lease]) -> None:
        sent: set[int] = set()
        try:
            with app.producer_pool.acquire(block=True, timeout=2) as producer:
                for consumer, name, batch in tasks_of(leases):
                    send(producer, consumer, name, batch)
                    sent.update(lease.delivery_id for lease in batch)
        except BROKER_ERRORS as error:
            self.away = True
            log.warning("the broker is away; what is due waits", reason=type(error).__name__)
            self._give_back([lease for lease in leases if lease.delivery_id not in sent])
            self._wait_for_broker()

    def _give_back(self, leases: list[Lease]) -> None:
        try:
            with self._engine.begin() as connection:
                deliveries.give_back(connection, leases, pause=PROBE_SECONDS)
        except SQLAlchemyError as error:
            log.warning("leases run out by themselves", reason=type(error).__name__)

    def _wait_for_broker(self) -> None:
        while not self._stopped.wait(PROBE_SECONDS):
            while not self._waiting.empty():
                self._give_back(self._waiting.get_nowait() or [])
            try:
                app.pool.force_close_all()  # type: ignore[attr-defined]
                with app.connection_for_write() as connection:
                    connection.ensure_connection(max_retries=1, timeout=2)
                    connection.default_channel.client.ping()  # type: ignore[attr-defined]
            except BROKER_ERRORS:
                continue
            self.away = False
            log.info("the broker is back")
            return
