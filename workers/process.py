"""What a worker process needs: its database engine, its log, its sign of life."""

import os
import socket
import threading
from functools import cache
from typing import Any

import structlog
from celery.signals import setup_logging, worker_process_init, worker_ready, worker_shutting_down
from sqlalchemy import Engine

from shop import heartbeat
from shop.database import make_engine
from shop.logs import configure
from shop.settings import settings

log = structlog.get_logger()


@cache
def engine() -> Engine:
    """Return this process's engine; each forked child makes its own."""
    return make_engine(settings(), "worker", pool_size=2, idle_seconds=90)


@setup_logging.connect
def _log(**_: Any) -> None:
    configure("worker")


@worker_process_init.connect
def _forget_parents_engine(**_: Any) -> None:
    engine.cache_clear()


@worker_ready.connect
def _show_life(sender: Any, **_: Any) -> None:
    queues = [queue.name for queue in sender.task_consumer.queues]
    name = f"{sender.hostname} {os.getpid()} {socket.gethostname()}"
    heart = heartbeat.Heart(make_engine(settings(), "worker heart", pool_size=1), name, queues)
    threading.Thread(target=heart.beat_for_ever, daemon=True, name="heart").start()
    worker_shutting_down.connect(lambda **_: heart.stop(), weak=False)
