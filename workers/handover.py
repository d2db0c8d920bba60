"""Handing leased deliveries to Celery, in a thread of its own, so that a hung broker holds up nothing else.

A broker that was away, or begins anew, has lost what no worker had fetched. That is handed over again at once, and not
when its leases end. A queue that nobody empties is not filled for ever: what is more than enough for its workers waits
in PostgreSQL.
"""

import queue
import threading
import time
from collections import defaultdict
from collections.abc import Iterable, Iterator
from contextlib import suppress
from typing import NamedTuple, cast

import psycopg
import structlog
from celery.utils.nodenames import anon_nodename
from kombu import Producer, uuid
from kombu.exceptions import KombuError
from kombu.serialization import dumps
from kombu.transport.virtual import Channel
from redis import RedisError
from sqlalchemy import Engine
from sqlalchemy.exc import SQLAlchemyError

from shop.events import deliveries, unserved
from shop.events.deliveries import Lease
from shop.settings import settings
from workers.app import app
from workers.subscriptions import CONSUMERS, QUEUES, handed_over_together, own_queue

PROBE_SECONDS = 1.0
MARK = "swarna:kept"
"""A key that stands in the broker for as long as it keeps what it was given."""
ORIGIN = anon_nodename()
BROKER_ERRORS = (KombuError, RedisError, OSError)
DATABASE_ERRORS = (SQLAlchemyError, psycopg.Error)

MANY = 5
"""More tasks than these at once, of one reaction, are a bulk that nobody waits for: what else comes goes before it."""
MOST_MESSAGES = 1000
"""A queue with more messages in the broker than these is full: nothing is leased for it until workers took some."""
FIRST, LATER = 0, 9
"""Priorities as kombu keeps them in Redis: a worker fetches the lowest number first."""

log = structlog.get_logger()


class Task(NamedTuple):
    """Leases of one reaction that one worker gets together."""

    consumer: str
    queue: str
    priority: int
    leases: list[Lease]


def tasks_of(leases: Iterable[Lease]) -> Iterator[Task]:
    """Group leases into tasks, at most as many in one as the reaction allows.

    What was tried before goes alone: so one that fails each time takes nobody else's attempts.
    """
    grouped: dict[tuple[str, bool], list[Lease]] = defaultdict(list)
    for lease in leases:
        grouped[lease.consumer, lease.attempts > 0].append(lease)
    for (consumer, is_retried), group in grouped.items():
        size = 1 if is_retried else handed_over_together(consumer)
        priority = FIRST if len(group) <= MANY * size else LATER
        for start in range(0, len(group), size):
            yield Task(consumer, own_queue(consumer), priority, group[start : start + size])


def send(producer: Producer, task: Task) -> None:
    """Publish one task. It carries ids only.

    The message is Celery's own; it goes past ``send_task``, where routes, options and signals that nobody here uses
    take as long as all the rest.

    :raises kombu.exceptions.OperationalError, redis.RedisError, OSError: when the broker did not take it.
    """
    limits = QUEUES[task.queue]
    message = app.amqp.as_task_v2(
        uuid(),
        "swarna.deliver",
        kwargs={"consumer": task.consumer, "leases": [(lease.delivery_id, lease.number) for lease in task.leases]},
        expires=limits.lease,
        soft_time_limit=limits.soft_limit,
        time_limit=limits.hard_limit,
        ignore_result=True,
        argsrepr="",
        kwargsrepr="",
        origin=ORIGIN,
    )
    content_type, encoding, body = dumps(message.body, "json")
    channel = cast("Channel", producer.channel)
    prepared = channel.prepare_message(body, task.priority, content_type, encoding, message.headers, message.properties)
    channel.basic_publish(prepared, exchange="", routing_key=task.queue)


def connect() -> Producer:
    """Connect to the broker and make sure that it answers.

    :raises kombu.exceptions.OperationalError, redis.RedisError, OSError: where it does not.
    """
    connection = app.connection_for_write()
    try:
        connection.ensure_connection(max_retries=1, timeout=2)
        connection.default_channel.client.ping()  # type: ignore[attr-defined]
        return app.amqp.Producer(connection, auto_declare=False)
    except BROKER_ERRORS:
        connection.release()
        raise


class HandOver(threading.Thread):
    """A thread that publishes tasks.

    ``away`` tells that the broker did not take the last one, ``full`` which queues hold :data:`MOST_MESSAGES`.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="hand-over", daemon=True)
        self._engine = engine
        self._waiting: queue.SimpleQueue[list[Lease] | None] = queue.SimpleQueue()
        self._ending = threading.Event()
        self._producer: Producer | None = None
        self._looked_at = 0.0
        self.away = False
        self.full: frozenset[str] = frozenset()

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
        self._ending.set()
        self._waiting.put(None)

    def run(self) -> None:
        """Hand over until stopped."""
        while not self._ending.is_set():
            try:
                leases = self._waiting.get(timeout=PROBE_SECONDS)
            except queue.Empty:
                leases = []
            if leases is not None:
                self._hand_over_safely(leases)

    def _hand_over_safely(self, leases: list[Lease]) -> None:
        """Hand over what can be; what a row alone is to blame for ends neither this thread nor its relay."""
        known = [lease for lease in leases if lease.consumer in CONSUMERS]
        full = [lease for lease in known if own_queue(lease.consumer) in self.full]
        try:
            if len(known) < len(leases):
                self._fail([lease for lease in leases if lease.consumer not in CONSUMERS])
            if full:
                self._give_back(full)
            self._hand_over([lease for lease in known if own_queue(lease.consumer) not in self.full])
        except Exception:
            log.exception("not handed over; leases run out by themselves", deliveries=len(leases))

    def _fail(self, leases: list[Lease]) -> None:
        try:
            with self._engine.begin() as connection:
                unserved.fail_leased(connection, leases, queues=QUEUES, longest_pause=settings().longest_pause)
        except DATABASE_ERRORS as error:
            log.warning("leases run out by themselves", reason=type(error).__name__)

    def _hand_over(self, leases: list[Lease]) -> None:
        sent: set[int] = set()
        try:
            self._producer = self._producer or connect()
            for task in tasks_of(leases):
                send(self._producer, task)
                sent.update(lease.delivery_id for lease in task.leases)
            self._look_for_losses(self._producer)
        except BROKER_ERRORS as error:
            self.away = True
            log.warning("the broker is away; what is due waits", reason=type(error).__name__)
            self._disconnect()
            self._give_back([lease for lease in leases if lease.delivery_id not in sent])
            self._wait_for_broker()

    def _look_for_losses(self, producer: Producer) -> None:
        """Once a second, set the mark; where it was gone, so is all that was handed over. And see what is full."""
        if time.monotonic() - self._looked_at < PROBE_SECONDS:
            return
        channel = cast("Channel", producer.channel)
        sizes = {name: channel.queue_declare(name).message_count for name in QUEUES}
        self.full = frozenset(name for name, size in sizes.items() if size >= MOST_MESSAGES)
        if producer.connection.default_channel.client.set(MARK, 1, nx=True):  # type: ignore[union-attr]
            self._recall()
        self._looked_at = time.monotonic()

    def _recall(self) -> None:
        try:
            with self._engine.begin() as connection:
                count = deliveries.recall(connection)
        except DATABASE_ERRORS as error:
            log.warning("leases run out by themselves", reason=type(error).__name__)
        else:
            log.info("what the broker may have lost is handed over again", deliveries=count)

    def _give_back(self, leases: list[Lease]) -> None:
        try:
            with self._engine.begin() as connection:
                deliveries.give_back(connection, leases, pause=PROBE_SECONDS)
        except DATABASE_ERRORS as error:
            log.warning("leases run out by themselves", reason=type(error).__name__)

    def _disconnect(self) -> None:
        producer, self._producer = self._producer, None
        if producer is not None and producer.connection is not None:
            with suppress(*BROKER_ERRORS):
                producer.connection.release()

    def _wait_for_broker(self) -> None:
        while not self._ending.wait(PROBE_SECONDS):
            while not self._waiting.empty():
                self._give_back(self._waiting.get_nowait() or [])
            try:
                self._producer = connect()
            except BROKER_ERRORS:
                continue
            self.away = False
            log.info("the broker is back")
            self._recall()
            return
