"""The Celery application. Celery hands over ids; attempts, retries and dead letters live in the table ``delivery``.

Hence early acknowledgement and no retry, eta, result or chain: a message that Redis or a killed worker loses is sent
again when its lease ends. Measured on Redis, late acknowledgement lost messages too, and requeued for ever what kills
its worker. The fan-out's messages are not acknowledged at all, as they are many, short, and followed by the log.
"""

from celery import Celery
from kombu import Queue

from shop.settings import settings

app = Celery(
    "swarna",
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
    worker_cancel_long_running_tasks_on_connection_loss=False,
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
