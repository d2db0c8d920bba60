"""The Celery application. Celery hands over ids; attempts, retries and dead letters live in the table ``delivery``.

Hence early acknowledgement and no retry, eta, result or chain: a message that Redis or a killed worker loses is sent
again when its lease ends. Measured on Redis, late acknowledgement lost messages too, and requeued for ever what kills
its worker. The fan-out's messages are not acknowledged at all, as they are many, short, and followed by the log.
"""

import gc
from typing import Any, Self

from celery import Celery
from celery.app.amqp import AMQP
from kombu import Connection, Queue
from kombu.transport import redis, virtual

from shop.settings import settings

RECONNECT = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
"""The pauses in which a worker looks for a broker that is away, in seconds; Celery's own grow to 30."""


class _Channel(redis.Channel):
    """A channel that asks Redis to forget a message only where it was asked to remember it.

    Where Redis does not answer that, kombu goes on counting the message: who may have one at a time never gets another.
    """

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:  # noqa: FBT001, FBT002 - kombu's signature
        """Acknowledge a message, unless it is of a queue without acknowledgements; kombu makes the trip for nothing."""
        try:
            self.qos.get(delivery_tag)
        except KeyError:
            return
        try:
            super().basic_ack(delivery_tag, multiple)
        except Exception:
            virtual.QoS.ack(self.qos, delivery_tag)
            raise


class _Transport(redis.Transport):
    """A transport that leaves its worker's loop with its connection.

    kombu (since its #2492) leaves there what it does at each turn, and with it all that a lost connection had.
    """

    Channel = _Channel
    _loop: Any = None

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Take part in each turn of the loop.

        What is left of a lost connection is full of circles, and would wait for the seventieth to be collected.
        """
        gc.collect()
        before = set(loop.on_tick)
        super().register_with_event_loop(connection, loop)
        self._loop, self._turns = loop, loop.on_tick - before

    def close_connection(self, connection: Any) -> None:
        """Close what it has open, and take part no more."""
        if self._loop is not None:
            self._loop.on_tick -= self._turns
        super().close_connection(connection)


class PatientConnection(Connection):
    """A connection that never waits long for a broker that is back."""

    def get_transport_cls(self) -> type[_Transport]:
        """Speak to Redis as above."""
        return _Transport

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Self:
        """Connect, trying again in the pauses of :data:`RECONNECT`."""
        return super().ensure_connection(*args, **(RECONNECT | kwargs))


class Broker(AMQP):
    """What Celery makes its connections with."""

    Connection = PatientConnection
    BrokerConnection = PatientConnection


app = Celery(
    "swarna",
    amqp=Broker,
    include=["workers.deliver", "workers.process"],
)
app.conf.update(
    broker_url=settings().redis_url,
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_store_errors_even_if_ignored=False,
    task_acks_late=False,
    task_publish_retry=False,
    task_queues=[Queue("fanout", no_ack=True), Queue("mail"), Queue("images"), Queue("imports")],
    task_create_missing_queues=True,
    worker_prefetch_multiplier=1,
    worker_max_memory_per_child=300_000,  # KB; a large picture leaves its process as large
    worker_soft_shutdown_timeout=10,
    worker_hijack_root_logger=False,
    worker_send_task_events=False,
    worker_cancel_long_running_tasks_on_connection_loss=True,  # those with late acknowledgement: none of ours
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=2,
    broker_pool_limit=4,
    broker_transport_options={
        "socket_connect_timeout": 1,
        "socket_timeout": 3,
        "socket_keepalive": True,
        "health_check_interval": 10,
        "max_retries": 0,
    },
)
