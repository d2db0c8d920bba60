"""The Celery application. Celery carries ids; attempts, retries and dead letters live in the table ``delivery``.

So Celery acknowledges early and uses no retry, eta, result or chain: a message that Redis or a killed worker loses is
sent again when its lease ends. Late acknowledgement on Redis was measured: it lost messages as well, and it repeatedly
delivered a task that kills its worker. The queue ``fanout`` is consumed without acknowledgement, because a lost message
is sent again after its lease in any case.
"""

import os
import ssl
from typing import Any, Self

from celery import Celery
from celery.app.amqp import AMQP
from celery.signals import celeryd_init
from kombu import Connection, Queue

from shop.settings import settings
from workers import kombu_fix
from workers.queues import QUEUES

RECONNECT = {"interval_start": 0.5, "interval_step": 0.5, "interval_max": 2.0}
"""Seconds between two attempts to reach the broker. Celery has no setting for this; its own pauses grow to 30 s."""


class QuickReconnect(Connection):
    """A broker connection that reconnects within two seconds."""

    def ensure_connection(self, *args: Any, **kwargs: Any) -> Self:
        """Connect, with the pauses of :data:`RECONNECT` between attempts."""
        return super().ensure_connection(*args, **(RECONNECT | kwargs))


class Broker(AMQP):
    """The class that gives Celery its connections."""

    Connection = QuickReconnect
    BrokerConnection = QuickReconnect


app = Celery(
    "swarna",
    amqp=Broker,
    include=["workers.deliver", "workers.process"],
)


def _broker() -> dict[str, Any]:
    """Return the settings of the broker. They are read when needed, not on import.

    kombu chooses TLS by the name of its transport, which ``broker_transport`` replaces. Options of the URL come first.
    """
    has_tls = settings().redis_url.startswith("rediss://")
    return {
        "broker_url": settings().redis_url,
        "broker_use_ssl": {"ssl_cert_reqs": ssl.CERT_REQUIRED} if has_tls else None,
    }


app.add_defaults(_broker)
app.conf.update(
    broker_transport=kombu_fix.transport(),
    accept_content=["json"],
    task_serializer="json",
    task_ignore_result=True,
    task_acks_late=False,
    task_publish_retry=False,
    task_queues=[Queue(name, no_ack=queue.no_ack) for name, queue in QUEUES.items()],
    worker_prefetch_multiplier=1,
    worker_max_memory_per_child=300_000,  # KB; a process does not shrink after a large picture
    worker_soft_shutdown_timeout=10,
    worker_hijack_root_logger=False,
    # It affects late acknowledgement only, which no task uses. If it is off, Celery warns at each lost connection.
    worker_cancel_long_running_tasks_on_connection_loss=True,
    broker_connection_retry_on_startup=True,
    broker_connection_max_retries=None,
    broker_connection_timeout=2,
    broker_pool_limit=4,
    broker_pool_acquire_timeout=2,
    broker_transport_options={
        "socket_connect_timeout": 1,
        "socket_timeout": 3,
        "socket_keepalive": True,
        "health_check_interval": 10,
        "max_retries": 0,
    },
)

_worker_pids: list[int] = []  # the pid of the worker, once it is known; children inherit it


@celeryd_init.connect
def _note_pid(**_: Any) -> None:
    _worker_pids[:] = [os.getpid()]


def is_child() -> bool:
    """Return whether this process is a child of a worker (``prefork``)."""
    return bool(_worker_pids) and os.getpid() not in _worker_pids
