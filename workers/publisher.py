"""Publish leased deliveries as Celery tasks, in its own thread, so that a hung broker blocks nothing else.

A broker that was unavailable or restarted may have lost the messages that no worker had fetched. Their deliveries are
published again at once instead of at the end of their leases. A queue that no worker empties is limited: deliveries
beyond :data:`workers.queues.MAX_MESSAGES` wait in PostgreSQL.
"""

import queue
import threading
import time
from collections import defaultdict, deque
from collections.abc import Iterable, Iterator
from typing import Any, NamedTuple

import redis
import structlog
from kombu import Producer
from kombu.exceptions import KombuError
from redis.backoff import NoBackoff
from redis.retry import Retry
from sqlalchemy import Engine

from shop.db.engine import DATABASE_ERRORS
from shop.events import leasing, unserved
from shop.events.leasing import Lease
from shop.integrations import model as webhooks
from shop.settings import settings
from workers.app import app
from workers.queues import MAX_MESSAGES, QUEUES
from workers.subscriptions import PAGES, is_known, max_per_task, queue_of

CHECK_SECONDS = 1.0
IDLE_COUNT_SECONDS = 5.0
"""Seconds between two counts of the queues' messages while nothing is published."""
ACQUIRE_SECONDS = 2.0
MARKER_KEY = "swarna:kept"
"""The broker has this key until it loses its data."""
BROKER_ERRORS = (KombuError, redis.RedisError, OSError)

MAX_URGENT_TASKS = 5
"""If a batch has more tasks of one reaction than this, they get the priority :data:`BULK`. Other tasks go first."""
URGENT, BULK = 0, 9
"""Priorities. A worker on Redis fetches the lowest number first."""

log = structlog.get_logger()


class Task(NamedTuple):
    """Leases of one reaction, or of webhook endpoints, that one worker gets together."""

    consumer: str
    queue: str
    priority: int
    leases: list[Lease]


def tasks_of(leases: Iterable[Lease]) -> Iterator[Task]:
    """Group leases into tasks, each at most as large as the reaction allows.

    A delivery that was tried before gets its own task, so that its failures use up no attempts of others.
    Webhook endpoints share tasks, because their calls are independent and a task costs as much as several calls.
    """
    grouped: dict[tuple[str, bool], list[Lease]] = defaultdict(list)
    for lease in leases:
        shared = webhooks.QUEUE if webhooks.is_endpoint(lease.consumer) else lease.consumer
        grouped[shared, lease.attempts > 0].append(lease)
    for (_, is_retried), group in grouped.items():
        consumer = group[0].consumer
        size = 1 if is_retried else max_per_task(consumer)
        priority = URGENT if len(group) <= MAX_URGENT_TASKS * size else BULK
        for start in range(0, len(group), size):
            yield Task(consumer, queue_of(consumer), priority, group[start : start + size])


def publish(producer: Producer, task: Task) -> None:
    """Publish a task. It carries ids only.

    :raises kombu.exceptions.OperationalError: if the broker did not accept it.
    """
    limits = QUEUES[task.queue]
    app.send_task(
        "swarna.deliver",
        kwargs={"consumer": task.consumer, "leases": [(lease.delivery_id, lease.number) for lease in task.leases]},
        producer=producer,
        queue=task.queue,
        priority=task.priority,
        expires=limits.lease,
        soft_time_limit=limits.soft_limit,
        time_limit=limits.hard_limit,
        ignore_result=True,
        argsrepr="",
        kwargsrepr="",
    )


class Publisher(threading.Thread):
    """A thread that publishes tasks.

    ``broker_is_away`` is True from a broker error until the broker responds again. ``full_queues`` are the queues with
    :data:`MAX_MESSAGES` or more messages.
    """

    def __init__(self, engine: Engine) -> None:
        super().__init__(name="publisher", daemon=True)
        self._engine = engine
        self._waiting: queue.SimpleQueue[list[Lease]] = queue.SimpleQueue()
        self._pages: queue.SimpleQueue[list[Lease]] = queue.SimpleQueue()
        self._stopping = threading.Event()
        self._redis = redis.Redis.from_url(
            settings().redis_url, socket_connect_timeout=1, socket_timeout=3, retry=Retry(NoBackoff(), 0)
        )
        self._checked_at = 0.0
        self._counted_at = 0.0
        self._has_published = False
        self.broker_is_away = False
        self.full_queues: frozenset[str] = frozenset()

    def put(self, leases: list[Lease]) -> None:
        """Queue leases for publishing. Those for open pages go before all others.

        While the broker is unavailable, all are released at once.
        """
        if not leases:
            return
        if self.broker_is_away:
            self._release(leases)
            return
        if pages := [lease for lease in leases if lease.consumer == PAGES]:
            self._pages.put(pages)
        self._waiting.put([lease for lease in leases if lease.consumer != PAGES])

    def stop(self) -> None:
        """End the thread."""
        self._stopping.set()
        self._waiting.put([])  # wakes the thread

    def run(self) -> None:
        """Publish until stopped. A single bad row must not end this thread, and with it the relay."""
        while True:
            try:
                leases = self._waiting.get(timeout=CHECK_SECONDS)
            except queue.Empty:
                leases = []
            if self._stopping.is_set():
                break
            try:
                self._publish(leases)
            except Exception:
                log.exception("leases were not published; they expire")
        self._redis.close()

    def _publishable(self, leases: list[Lease]) -> Iterator[Task]:
        """Return the tasks to publish. Fail leases of unknown reactions, and release those of full queues."""
        known = [lease for lease in leases if is_known(lease.consumer)]
        full = [lease for lease in known if queue_of(lease.consumer) in self.full_queues]
        if len(known) < len(leases):
            self._fail([lease for lease in leases if not is_known(lease.consumer)])
        self._release(full)
        return tasks_of(lease for lease in known if queue_of(lease.consumer) not in self.full_queues)

    def _fail(self, leases: list[Lease]) -> None:
        try:
            with self._engine.begin() as connection:
                unserved.fail_leased(connection, leases, queues=QUEUES, longest_pause=settings().longest_pause)
        except DATABASE_ERRORS as error:
            log.warning(
                "unserved deliveries were not marked as failed; they are retried when their leases end",
                reason=type(error).__name__,
            )

    def _publish(self, leases: list[Lease]) -> None:
        pages: deque[Task] = deque()
        others = deque(self._publishable(leases))
        try:
            with app.producer_pool.acquire(block=True, timeout=ACQUIRE_SECONDS) as producer:
                while next_ones := self._take_pages(pages) or others:
                    publish(producer, next_ones[0])
                    next_ones.popleft()  # after publishing, so that an error releases this task too
                    self._has_published = True
                self._check_broker(producer)
        except BROKER_ERRORS as error:
            self.broker_is_away = True
            log.warning("the broker is unavailable; due deliveries wait", reason=type(error).__name__)
            self._release([lease for task in (*pages, *others) for lease in task.leases])
            self._wait_for_broker()

    def _take_pages(self, pages: deque[Task]) -> deque[Task]:
        """Add the tasks for pages that were queued meanwhile."""
        while not self._pages.empty():
            pages.extend(self._publishable(self._pages.get_nowait()))
        return pages

    def _check_broker(self, producer: Producer) -> None:
        """Once a second, set the marker. If it was missing, messages may be lost.

        Count the messages of the queues if some were published since the last count, or if that is old.
        """
        at = time.monotonic()
        if at - self._checked_at < CHECK_SECONDS:
            return
        if self._has_published or self.full_queues or at - self._counted_at >= IDLE_COUNT_SECONDS:
            channel: Any = producer.channel
            counts = {name: channel.queue_declare(name).message_count for name in QUEUES}
            self.full_queues = frozenset(name for name, count in counts.items() if count >= MAX_MESSAGES)
            self._counted_at, self._has_published = at, False
        if self._redis.set(MARKER_KEY, 1, nx=True):
            self._requeue_unclaimed()
        self._checked_at = time.monotonic()

    def _requeue_unclaimed(self) -> None:
        try:
            with self._engine.begin() as connection:
                count = leasing.requeue_unclaimed(connection)
        except DATABASE_ERRORS as error:
            log.warning(
                "unclaimed deliveries were not requeued; they are retried when their leases end",
                reason=type(error).__name__,
            )
        else:
            log.info("deliveries that the broker may have lost are published again", deliveries=count)

    def _release(self, leases: list[Lease]) -> None:
        if not leases:
            return
        try:
            with self._engine.begin() as connection:
                leasing.release(connection, leases, pause=CHECK_SECONDS)
        except DATABASE_ERRORS as error:
            log.warning("leases were not released; they end by themselves", reason=type(error).__name__)

    def _wait_for_broker(self) -> None:
        """Check the broker once a second. Release queued leases meanwhile."""
        while not self._stopping.wait(CHECK_SECONDS):
            for waiting in (self._pages, self._waiting):
                while not waiting.empty():
                    self._release(waiting.get_nowait())
            try:
                self._redis.ping()
            except BROKER_ERRORS:
                continue
            self.broker_is_away = False
            log.info("the broker is available again")
            self._requeue_unclaimed()
            return
