"""Publish events to the socket servers of either side through Redis, from this process."""

import json
import struct
from collections.abc import Mapping
from datetime import UTC, datetime
from typing import Any

import psycopg
import redis.asyncio
from psycopg.types.json import Jsonb

from shop.clock import iso
from shop.events.wire_format import CHANNEL

_RECORD = """
    WITH stream AS (UPDATE event_stream SET position = position + 1 RETURNING position)
    INSERT INTO domain_event (position, type, aggregate, reach, customer_id, data, occurred_at)
    SELECT position, %s, 'product:1', %s, %s, %s, %s FROM stream RETURNING position
"""


class ShopEventEmitter:
    """Replaces relay and worker: records the event in the log with a position, then publishes it."""

    def __init__(self, dsn: str, redis_url: str) -> None:
        self._database = psycopg.connect(dsn, autocommit=True)
        self._database.execute("SET synchronous_commit = off")
        self._redis = redis.asyncio.Redis.from_url(redis_url)

    def prepare(self, type_: str, data: Mapping[str, Any], customer_id: int | None = None) -> bytes:
        """Record an event and return the message to publish."""
        at = datetime.now(UTC)
        reach = "everyone" if customer_id is None else "customer_and_admins"
        values = (type_, reach, customer_id, Jsonb(data), at)
        row = self._database.execute(_RECORD, values).fetchone()
        return json.dumps([[row[0], type_, reach, customer_id, data, {}, iso(at), None]]).encode()

    async def publish(self, message: bytes) -> None:
        """Publish a prepared message."""
        await self._redis.publish(CHANNEL, message)


class SocketIoEmitter:
    """Publishes to Socket.IO's Redis adapter, in the format of its emitter."""

    def __init__(self, redis_url: str) -> None:
        self._redis = redis.asyncio.Redis.from_url(redis_url)
        self._number = 0

    def prepare(self, type_: str, data: Mapping[str, Any], customer_id: int | None = None) -> bytes:
        """Return the message to publish for an event."""
        self._number += 1
        event = {"id": self._number, "type": type_, "at": iso(datetime.now(UTC)), "data": data}
        room = "everyone" if customer_id is None else f"customer:{customer_id}"
        packet = {"type": 2, "data": [type_, event], "nsp": "/"}
        return message_pack(["emitter", packet, {"rooms": [room], "except": [], "flags": {}}])

    async def publish(self, message: bytes) -> None:
        """Publish a prepared message."""
        await self._redis.publish("socket.io#/#", message)


def message_pack(value: Any) -> bytes:
    """Encode a value as MessagePack; supports the types of an event: texts, numbers, lists, maps."""
    match value:
        case str():
            text = value.encode()
            return b"\xda" + struct.pack(">H", len(text)) + text
        case int():
            return b"\xd2" + struct.pack(">i", value)
        case float():
            return b"\xcb" + struct.pack(">d", value)
        case list():
            return b"\xdc" + struct.pack(">H", len(value)) + b"".join(map(message_pack, value))
        case dict():
            pairs = b"".join(message_pack(key) + message_pack(held) for key, held in value.items())
            return b"\xde" + struct.pack(">H", len(value)) + pairs
    raise TypeError(f"not supported in an event: {value!r}")
