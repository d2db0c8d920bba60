"""Presence: which member of staff looks at which order, product or customer, for the pages of staff.

A page reports what it looks at, and repeats its report every few seconds. Each process publishes the reports of its
pages through Redis, and sends all reports to the pages of staff who may read them. Nothing is stored. A report that is
not repeated expires, for example because a tab, its network or a process has failed. While Redis is unavailable, nobody
is shown.
"""

import asyncio
import json
import os
import secrets
from collections.abc import Iterable
from enum import StrEnum
from typing import Any, NamedTuple

import redis.asyncio
import structlog
from redis import RedisError
from sqlalchemy import BigInteger, bindparam, select
from sqlalchemy.exc import SQLAlchemyError

from realtime.connections import Connection, ConnectionRegistry
from realtime.fast_send import FastSender
from shop.db.base import LARGEST_KEY
from shop.db.pool import Pool
from shop.db.query import Query
from shop.staff.event_receivers import receivers_of
from shop.staff.model import Admin

EVENT = "presence.changed"
"""The event that pages receive: everyone who looks at anything of one kind."""
LOOK = "look"
"""The only event that pages of staff may send."""
CHANNEL = "swarna:presence"

LOOK_SECONDS = 7.0
"""A page that has not repeated its report for this time counts as closed. Pages repeat it every 3 s."""
PUBLISH_SECONDS = 2.0
PROCESS_SECONDS = 5.0
"""A process that has published nothing for this time counts as ended, with its pages."""
TICK_SECONDS = 0.5
RECONNECT_SECONDS = 0.5
MAX_MESSAGE = 1_000_000

_NAME = Query.of(select(Admin.name).where(Admin.id == bindparam("id", type_=BigInteger)))

log = structlog.get_logger()


class Kind(StrEnum):
    """The kind of object that people look at."""

    ORDER = "order"
    PRODUCT = "product"
    CUSTOMER = "customer"

    def is_for(self, connection: Connection) -> bool:
        """Whether a connection belongs to staff who may read this kind."""
        return connection.is_admin and bool(_RECEIVERS[self] & connection.identity.roles)


_RECEIVERS = {
    Kind.ORDER: receivers_of("order"),
    Kind.PRODUCT: receivers_of("stock"),
    Kind.CUSTOMER: receivers_of("desk"),
}


class Look(NamedTuple):
    """A person who looks at an object, or edits it. In Redis it is a list."""

    kind: Kind
    id: int
    admin_id: int
    name: str
    is_editing: bool

    @classmethod
    def from_json(cls, fields: list[Any]) -> "Look":
        """Parse a look that a process has published.

        :raises ValueError, TypeError: for anything else.
        """
        kind, id_, admin_id, name, is_editing = fields
        return cls(Kind(kind), int(id_), int(admin_id), str(name), bool(is_editing))

    def for_pages(self) -> dict[str, Any]:
        """Return the fields that pages get."""
        return {"id": self.id, "adminId": self.admin_id, "name": self.name, "isEditing": self.is_editing}


def read_look(data: Any) -> tuple[Kind, int, bool] | None:
    """Return the kind and the id of the object that a page looks at, and whether it edits it; None for invalid data."""
    if not isinstance(data, dict):
        return None
    kind, id_, is_editing = data.get("kind", ""), data.get("id"), data.get("isEditing", False)
    if type(id_) is not int or not 0 < id_ <= LARGEST_KEY or type(is_editing) is not bool:
        return None
    try:
        return Kind(kind), id_, is_editing
    except ValueError:
        return None


class Presence:
    """The objects that the pages of this process look at, and the reports that all processes have published."""

    def __init__(self, pool: Pool, redis_url: str, connections: ConnectionRegistry, sender: FastSender) -> None:
        self._pool = pool
        self._connections = connections
        self._sender = sender
        self._redis = redis.asyncio.Redis.from_url(
            redis_url, socket_connect_timeout=1, socket_keepalive=True, health_check_interval=5
        )
        self._own_id = f"{os.getpid()}.{secrets.token_hex(4)}"
        self._own: dict[str, tuple[Look, float]] = {}
        self._heard: dict[str, tuple[list[Look], float]] = {}
        self._shown: dict[Kind, list[Look]] = {}
        self._changed = asyncio.Event()

    async def look(self, connection: Connection, *data: Any) -> bool:
        """Record the object that a page of staff looks at. Return False if it may not, or if the data is invalid."""
        if not connection.is_admin or len(data) != 1:
            return False
        if data[0] is None:
            self.leave(connection.sid)
            return True
        wanted = read_look(data[0])
        if wanted is None or not wanted[0].is_for(connection):
            return False
        kind, id_, is_editing = wanted
        known = self._own.get(connection.sid)
        name = known[0].name if known else await self._name_of(connection)
        if name is None or connection not in self._connections:
            return True
        found = Look(kind, id_, connection.identity.admin_id or 0, name, is_editing)
        self._own[connection.sid] = (found, _now() + LOOK_SECONDS)
        if known is None or known[0] != found:
            self._changed.set()
        return True

    def leave(self, sid: str) -> None:
        """Remove the record of a page."""
        if self._own.pop(sid, None):
            self._changed.set()

    async def greet(self, connection: Connection) -> None:
        """Send a page that has joined the presence that it may read."""
        for kind, shown in self._shown.items():
            if shown and kind.is_for(connection):
                await self._send(kind, shown, [connection])

    async def follow(self) -> None:
        """Listen to the reports of all processes, including this one, for ever."""
        while True:
            try:
                async with self._redis.pubsub() as subscription:
                    await subscription.subscribe(CHANNEL)
                    self._changed.set()
                    while True:
                        message = await subscription.get_message(ignore_subscribe_messages=True, timeout=5)
                        if message:
                            self._hear(message["data"])
                            await self._show()
            except (RedisError, OSError):
                await asyncio.sleep(RECONNECT_SECONDS)

    async def announce(self) -> None:
        """Publish the report of this process at each change and every 2 s, for ever."""
        published, next_at = False, 0.0
        while True:
            is_changed = await self._wait()
            self._drop_lapsed()
            await self._show()
            if not is_changed and (_now() < next_at or not (self._own or published)):
                continue
            next_at = _now() + PUBLISH_SECONDS
            published = bool(self._own)
            if not await self._publish():
                published = True  # publish again when Redis is available: other processes may still show these pages

    async def close(self) -> None:
        """Notify the other processes that this one has no more pages."""
        self._own.clear()
        await self._publish()
        await self._redis.aclose()

    async def _publish(self) -> bool:
        try:
            async with asyncio.timeout(PUBLISH_SECONDS):
                await self._redis.publish(CHANNEL, self._message())
        except (RedisError, OSError):  # a time-out is an OSError too
            return False
        return True

    async def _wait(self) -> bool:
        """Wait for a change, at most until the next check. Return whether there was one."""
        try:
            async with asyncio.timeout(TICK_SECONDS):
                await self._changed.wait()
        except TimeoutError:
            pass
        is_changed = self._changed.is_set()
        self._changed.clear()
        return is_changed

    def _message(self) -> str:
        return json.dumps([self._own_id, [look for look, _ in self._own.values()]])

    def _hear(self, data: bytes) -> None:
        try:
            if len(data) > MAX_MESSAGE:
                raise ValueError("too long")  # noqa: TRY301 - treated like any other unreadable message
            process, fields = json.loads(data)
            looks = [Look.from_json(each) for each in fields]
        except (ValueError, TypeError, RecursionError):
            log.warning("unreadable presence on Redis", length=len(data))
            return
        self._heard[str(process)] = (looks, _now() + PROCESS_SECONDS)

    def _drop_lapsed(self) -> None:
        at = _now()
        for sid in [sid for sid, (_, until) in self._own.items() if until < at]:
            self.leave(sid)
        self._heard = {process: heard for process, heard in self._heard.items() if heard[1] >= at}

    async def _show(self) -> None:
        """For each kind that has changed, send the presence to all pages that may read it."""
        looks = [look for heard, _ in self._heard.values() for look in heard]
        for kind in Kind:
            shown = _merged(look for look in looks if look.kind is kind)
            if shown != self._shown.get(kind, []):
                self._shown[kind] = shown
                await self._send(kind, shown, self._connections.staff())

    async def _send(self, kind: Kind, shown: list[Look], connections: Iterable[Connection]) -> None:
        sockets = {each.sid: each.socket for each in connections if kind.is_for(each)}
        if sockets:
            data = {"kind": kind, "looks": [look.for_pages() for look in shown]}
            await self._sender.send(sockets, EVENT, {"type": EVENT, "data": data})

    async def _name_of(self, connection: Connection) -> str | None:
        try:
            [rows] = await self._pool.fetch_batched(_NAME(id=connection.identity.admin_id))
        except SQLAlchemyError:
            return None  # the page reports again within 3 s
        return rows[0].name if rows else None


def _merged(looks: Iterable[Look]) -> list[Look]:
    """Return each person once for each object. A person counts as editing if any of their pages edits the object."""
    found: dict[tuple[int, int], Look] = {}
    for look in looks:
        before = found.get((look.id, look.admin_id))
        is_editing = look.is_editing or (before is not None and before.is_editing)
        found[look.id, look.admin_id] = look._replace(is_editing=is_editing)
    return sorted(found.values())


def _now() -> float:
    return asyncio.get_running_loop().time()
