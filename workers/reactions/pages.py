"""Fan-out: publish events to the realtime processes through Redis.

The event log is authoritative. A realtime process that finds a gap, or was disconnected from Redis, reads the log. So a
lost, repeated or late message does no harm.
"""

import json
from collections.abc import Sequence
from functools import cache

import redis
from sqlalchemy import Connection

from shop.events.deliveries import ClaimedEvent
from shop.events.wire_format import CHANNEL, event_to_json
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


def publish(_connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Publish the events in stream order, in one message.

    :raises redis.RedisError: if Redis did not accept it. The delivery is then retried.
    """
    _client().publish(CHANNEL, json.dumps([event_to_json(event) for event in events]))
