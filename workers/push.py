"""Fan-out: publishes events to the realtime processes through Redis.

What is published is a hint with the event in it. The truth is the event log: a realtime process that sees a gap, or
was deaf, reads the log. So this may be lost, repeated or late without harm.
"""

import json
from collections.abc import Sequence
from functools import cache

import redis
from sqlalchemy import Connection

from shop.events.deliveries import HeldEvent
from shop.events.wire import CHANNEL, entry_to_json
from shop.settings import settings


@cache
def _client() -> redis.Redis:
    return redis.Redis.from_url(
        settings().redis_url,
        socket_connect_timeout=1,
        socket_timeout=2,
        socket_keepalive=True,
        health_check_interval=10,
    )


def publish(_connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Publish the events in the stream's order, in one message.

    :raises redis.RedisError: when Redis did not take it; the lease then repeats it.
    """
    _client().publish(CHANNEL, json.dumps([entry_to_json(event) for event in events]))
