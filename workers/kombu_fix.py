"""A Redis transport for Celery that corrects three faults of kombu 5.7.0.

1. kombu acknowledges every message to Redis, even in a queue that is consumed without acknowledgement.
2. If Redis does not respond to an acknowledgement in time, kombu still counts the message as unfinished. A worker that
   may hold one message at a time then never fetches another one.
3. Since kombu #2492, the worker's event loop keeps a callback of each lost connection, and with it the connection.

The correction saves one request to Redis for each fan-out task, 0.07 MB of memory for each outage of Redis, and the
restart of workers that stopped fetching. It relies on internals: how kombu counts messages, and ``Hub.on_tick``. So it
is used with this version only; for any other version, :func:`transport` returns kombu's own transport. Delete this
module when ``tests/workers/test_kombu_fix.py`` shows that kombu has fixed these faults.
"""

import gc
from importlib.metadata import version
from typing import Any

from kombu.transport import redis, virtual

WRITTEN_FOR = "5.7.0"


def transport() -> str:
    """Return the value of Celery's setting ``broker_transport`` for the installed version of kombu."""
    return f"{__name__}:Transport" if version("kombu") == WRITTEN_FOR else "redis"


class Channel(redis.Channel):
    """A channel that acknowledges a message only if its queue requires it, and always stops counting the message."""

    def basic_ack(self, delivery_tag: str, multiple: bool = False) -> None:  # noqa: FBT001, FBT002 - kombu's signature
        """Acknowledge a message. ``qos`` knows only messages of queues with acknowledgement."""
        try:
            self.qos.get(delivery_tag)
        except KeyError:
            return
        try:
            super().basic_ack(delivery_tag, multiple)
        except Exception:
            virtual.QoS.ack(self.qos, delivery_tag)
            raise


class Transport(redis.Transport):
    """A transport that removes its callbacks from the worker's event loop when its connection is closed."""

    Channel = Channel
    _event_loop: Any = None

    def register_with_event_loop(self, connection: Any, loop: Any) -> None:
        """Register with the event loop and record the callbacks that were added.

        A lost connection is part of reference cycles. They are collected here, because a worker allocates too little to
        trigger the garbage collector soon.
        """
        gc.collect()
        before = set(loop.on_tick)
        super().register_with_event_loop(connection, loop)
        self._event_loop, self._added_callbacks = loop, loop.on_tick - before

    def close_connection(self, connection: Any) -> None:
        """Close the connection and remove its callbacks."""
        if self._event_loop is not None:
            self._event_loop.on_tick -= self._added_callbacks
        super().close_connection(connection)
