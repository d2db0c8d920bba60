"""The life of a delivery: admitted with its event, leased, taken, then done, tried again, expired or dead.

The functions are synchronous and take a connection of the caller's, who commits. They are used by the relay, the
workers and the ``shop events`` command. :func:`admit`, :func:`take` and :func:`finish` are on every change's way to the
page: they speak through the driver, which sends their statements together and waits for PostgreSQL once.
"""

import time
from collections.abc import Iterator, Mapping, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from datetime import datetime
from functools import cache
from typing import Any, cast

import psycopg
from psycopg import sql
from sqlalchemy import Connection, CursorResult, Engine, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger, Double, Text

from shop.db.pipeline import BlockingPipeline, Sent
from shop.db.query import Query

MOST_ATTEMPTS = 8
CHILD_LOST = "The process that worked on it was killed."

_BEGIN: Sent = ("BEGIN", ())
_COMMIT: Sent = ("COMMIT", ())
_COMMIT_AND_BEGIN: Sent = ("COMMIT AND CHAIN", ())
_ADMISSION_LOCK: Sent = (f"SELECT pg_advisory_xact_lock({0x5377_6172})", ())


@dataclass(frozen=True)
class Subscription:
    """One reaction to one type of event: ``consumer`` is its name, ``lease`` how many seconds it may take.

    ``delay`` is how many seconds to wait before the first hand-over.
    """

    type: str
    consumer: str
    queue: str
    lease: float
    delay: float = 0.0


@dataclass(frozen=True)
class Lease:
    """The right to work on a delivery once. ``number`` counts its leases, ``attempts`` the tries before this one."""

    delivery_id: int
    number: int
    consumer: str
    queue: str
    attempts: int = field(default=0, compare=False)


@dataclass(frozen=True, slots=True)
class HeldEvent:
    """An event that a worker reacts to, with the delivery that it holds meanwhile."""

    delivery_id: int
    event_id: int
    position: int
    type: str
    reach: str
    customer_id: int | None
    data: dict[str, Any]
    admin_data: dict[str, Any]
    occurred_at: datetime
    request_id: str | None = None


_ADMIT = """
    WITH fresh AS (
        SELECT id, type, row_number() OVER (ORDER BY id) AS place
        FROM (SELECT id, type FROM domain_event WHERE position IS NULL ORDER BY id LIMIT {batch}) AS waiting
    ), stream AS (
        UPDATE event_stream SET position = position + (SELECT count(*) FROM fresh)
        WHERE EXISTS (SELECT FROM fresh)
        RETURNING position - (SELECT count(*) FROM fresh) AS base
    ), placed AS (
        UPDATE domain_event AS event SET position = stream.base + fresh.place
        FROM fresh, stream WHERE event.id = fresh.id
        RETURNING event.id, event.type, event.position
    ), leased AS (
        INSERT INTO delivery (event_id, consumer, queue, due_at, lease, leased_at)
        SELECT placed.id, s.consumer, s.queue,
            now() + make_interval(secs => CASE WHEN s.delay > 0 THEN s.delay ELSE s.lease END),
            CASE WHEN s.delay > 0 THEN 0 ELSE 1 END, CASE WHEN s.delay > 0 THEN NULL ELSE clock_timestamp() END
        FROM placed JOIN (VALUES {subscriptions}) AS s(type, consumer, queue, lease, delay) USING (type)
        ORDER BY placed.position
        ON CONFLICT (event_id, consumer) DO NOTHING
        RETURNING id, event_id, lease, consumer, queue
    )
    SELECT admitted.events, leased.id, leased.lease, leased.consumer, leased.queue
    FROM (SELECT count(*) AS events FROM fresh) AS admitted LEFT JOIN leased ON leased.lease = 1 ORDER BY leased.id
"""

_ORIGINS = text("""
    SELECT DISTINCT event.type, event.request_id,
        extract(epoch FROM delivery.leased_at - event.recorded_at)::float AS waited
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE delivery.id = ANY(:ids) AND event.request_id IS NOT NULL
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))

_LEASE_DUE = text("""
    WITH share AS (
        SELECT * FROM unnest(:queues, :consumers, :leases) AS s(queue, consumer, lease)
    ), due AS (
        SELECT waiting.id, share.lease FROM share CROSS JOIN LATERAL (
            SELECT id FROM delivery
            WHERE queue = share.queue AND consumer = share.consumer
                AND done_at IS NULL AND dead_at IS NULL AND due_at <= now()
            ORDER BY due_at LIMIT :batch FOR UPDATE SKIP LOCKED
        ) AS waiting
    ), buried AS (
        UPDATE delivery SET dead_at = clock_timestamp(),
            last_error = coalesce(last_error, 'The worker gave no answer before its lease ended.')
        FROM due WHERE delivery.id = due.id AND delivery.attempts >= :most
        RETURNING delivery.id
    )
    UPDATE delivery SET lease = delivery.lease + 1, leased_at = clock_timestamp(), taken_at = NULL,
        due_at = now() + make_interval(secs => due.lease)
    FROM due WHERE delivery.id = due.id AND delivery.attempts < :most
    RETURNING delivery.id, delivery.lease, delivery.consumer, delivery.queue, delivery.attempts
""").bindparams(
    bindparam("queues", type_=ARRAY(Text)),
    bindparam("consumers", type_=ARRAY(Text)),
    bindparam("leases", type_=ARRAY(Double)),
)

_RECALL = text("""
    UPDATE delivery SET due_at = now()
    WHERE done_at IS NULL AND dead_at IS NULL AND taken_at IS NULL AND leased_at IS NOT NULL AND due_at > now()
""")

# Twenty minutes are more than any lease, and any pause with its jitter.
_BRING_NEAR = text("""
    UPDATE delivery SET due_at = now()
    WHERE done_at IS NULL AND dead_at IS NULL AND due_at > now() + interval '20 minutes'
""")

_BRING_FORWARD = text("""
    UPDATE delivery SET due_at = now()
    WHERE queue = :queue AND done_at IS NULL AND dead_at IS NULL AND leased_at IS NULL AND due_at > now()
        AND attempts > 0 AND last_error LIKE ANY(:errors)
""").bindparams(bindparam("errors", type_=ARRAY(Text)))

# By its key, however many deliveries wait: where the condition were that of the index of those that wait, PostgreSQL
# would plan to read through all of them as long as it takes them for few. And the ids in a select of their own: where
# it can count them, it thinks it better to plan anew each time, which takes half as long as to carry out the plan.
_BY_KEY = "delivery.id = ANY((SELECT %(ids)s::bigint[])::bigint[])"
_STILL_GOOD = f"""
    {_BY_KEY} AND coalesce(delivery.done_at, delivery.dead_at) IS NULL
    AND delivery.lease = (%(numbers)s::bigint[])[array_position(%(ids)s::bigint[], delivery.id)]
"""

_TAKE = Query(f"""
    UPDATE delivery SET taken_at = clock_timestamp(), attempts = attempts + 1
    FROM set_config('synchronous_commit', 'off', true)
    WHERE {_STILL_GOOD} AND taken_at IS NULL
    RETURNING delivery.id
""")  # noqa: S608 - made of constants

_HOLD = Query(f"""
    SELECT delivery.id AS delivery_id, event.id AS event_id, event.position, event.type, event.reach,
        event.customer_id, event.data, event.admin_data, event.occurred_at, event.request_id
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE {_STILL_GOOD}
    ORDER BY event.position FOR UPDATE OF delivery SKIP LOCKED
""")  # noqa: S608 - made of constants

_LOOKS_AGAIN = (0.002, 0.01, 0.05)
"""Pauses in seconds: who looks for the same lease at the same moment locks its row until it sees that it came late."""

_FINISH = Query(f"""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = NULL
    WHERE {_BY_KEY} AND done_at IS NULL AND taken_at IS NOT NULL
""")  # noqa: S608 - made of constants

_EXPIRE = """
    UPDATE delivery SET done_at = clock_timestamp(),
        last_error = left(concat_ws(' The last try: ', %(why)s::text, last_error), 2000)
    WHERE id = %(id)s
"""

_POSTPONE = """
    UPDATE delivery SET due_at = greatest(%(to)s, now()), postponed_to = greatest(%(to)s, now()),
        attempts = attempts - 1, taken_at = NULL, leased_at = NULL
    WHERE id = %(id)s
"""

_DROP = f"""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = NULL WHERE {_STILL_GOOD} AND taken_at IS NULL
"""  # noqa: S608 - as above

_GIVE_BACK = f"""
    UPDATE delivery SET due_at = now() + make_interval(secs => %(pause)s) WHERE {_STILL_GOOD} AND taken_at IS NULL
"""  # noqa: S608 - as above

_FAIL = f"""
    UPDATE delivery SET last_error = %(error)s, attempts = least(attempts, %(counted)s), leased_at = NULL,
        dead_at = CASE WHEN least(attempts, %(counted)s) >= %(most)s THEN clock_timestamp() END,
        due_at = now() + make_interval(secs => least(%(longest)s, 2 ^ (attempts - 1)) * (0.75 + random() / 2))
    WHERE {_STILL_GOOD}
"""  # noqa: S608 - as above

_REPLAY = text("""
    UPDATE delivery SET dead_at = NULL, attempts = 0, taken_at = NULL, due_at = now()
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND (id = ANY(:ids) OR :every) RETURNING id
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))

_DISCARD = text("""
    UPDATE delivery SET done_at = clock_timestamp()
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND id = ANY(:ids) RETURNING id
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


def _held(leases: Sequence[Lease]) -> dict[str, list[int]]:
    return {
        "ids": [lease.delivery_id for lease in leases],
        "numbers": [lease.number for lease in leases],
    }


def _driver(connection: Connection) -> psycopg.Connection[Any]:
    return cast("psycopg.Connection[Any]", connection.connection.driver_connection)


def _line(connection: Connection) -> BlockingPipeline:
    line: BlockingPipeline | None = connection.info.get("line")
    if line is None:
        line = connection.info["line"] = BlockingPipeline(_driver(connection))
    return line


def admit(connection: Connection, subscriptions: Sequence[Subscription], *, batch: int = 500) -> list[Lease]:
    """Give committed events their positions and lease the deliveries that follow from them.

    One admission at a time, under an advisory lock that ends with the transaction: so a greater position never
    commits before a smaller one, however many relays run.
    """
    return admit_batch(connection, subscriptions, batch=batch)[1]


def admit_batch(
    connection: Connection, subscriptions: Sequence[Subscription], *, batch: int
) -> tuple[int, list[Lease]]:
    """Do what :func:`admit` does; return also how many events got a position, be there deliveries of them or not."""
    *_, rows = _line(connection).send(_ADMISSION_LOCK, (_admission(tuple(subscriptions), batch), ()))
    return rows[0].events, [Lease(row.id, row.lease, row.consumer, row.queue) for row in rows if row.id is not None]


@cache
def _admission(subscriptions: tuple[Subscription, ...], batch: int) -> str:
    """Return the statement with the subscriptions written into it: half of its cost was to send them."""
    rows = (
        sql.SQL("({})").format(sql.SQL(", ").join([s.type, s.consumer, s.queue, float(s.lease), float(s.delay)]))
        for s in subscriptions
    )
    return sql.SQL(_ADMIT).format(subscriptions=sql.SQL(", ").join(rows), batch=batch).as_string()


def origins(connection: Connection, leases: Sequence[Lease]) -> list[tuple[str, str, float]]:
    """Return of the leased events their type, the request that each came from, and how many seconds they waited."""
    rows = connection.execute(_ORIGINS, {"ids": [lease.delivery_id for lease in leases]})
    return [(row.type, row.request_id, row.waited) for row in rows]


def lease_due(connection: Connection, shares: Mapping[tuple[str, str], float], *, batch: int = 500) -> list[Lease]:
    """Lease what is due again: failed and paused, or handed over to a worker that never answered.

    What was tried :data:`MOST_ATTEMPTS` times is dead instead. Several relays share the work.

    :param shares: how many seconds a lease lasts, by queue and consumer. What is not among them is left alone.
    :param batch: how many are leased of each, so that many of one take no other's place.
    """
    queues, consumers = zip(*shares, strict=True) if shares else ((), ())
    about = {"queues": list(queues), "consumers": list(consumers), "leases": list(shares.values())}
    rows = connection.execute(_LEASE_DUE, {"batch": batch, "most": MOST_ATTEMPTS, **about})
    return [Lease(row.id, row.lease, row.consumer, row.queue, row.attempts) for row in rows]


def give_back(connection: Connection, leases: Sequence[Lease], *, pause: float) -> None:
    """Let leases that could not be handed over come due again after ``pause`` seconds."""
    _driver(connection).execute(_GIVE_BACK, _held(leases) | {"pause": pause})


def recall(connection: Connection) -> int:
    """Let all that was handed over and that no worker has begun come due at once; return how many deliveries that are.

    For a broker that may have lost them. One that it did not lose finds its lease worth nothing.
    """
    return cast("CursorResult[Any]", connection.execute(_RECALL)).rowcount


def bring_near(connection: Connection) -> None:
    """Let come due what is due further off than anything can be: PostgreSQL's clock was put back meanwhile."""
    connection.execute(_BRING_NEAR)


def bring_forward(connection: Connection, queue: str, errors: Sequence[str]) -> int:
    """Let come due at once what failed with an error that begins so, and is paused; return how many those are."""
    about = {"queue": queue, "errors": [f"{error}%" for error in errors]}
    return cast("CursorResult[Any]", connection.execute(_BRING_FORWARD, about)).rowcount


@contextmanager
def at_work(database: Engine) -> Iterator[Connection]:
    """Open a transaction whose BEGIN goes with what :func:`take` sends, its COMMIT with what :func:`finish` does."""
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection, connection.begin():
        yield connection


def take(connection: Connection, leases: Sequence[Lease]) -> list[HeldEvent]:
    """Begin to work: count the attempts, commit that, and lock the deliveries whose lease is still good.

    Returns their events in the stream's order, for the transaction of the effect. The attempt is committed before the
    effect, so that a task which kills its worker is counted too. That commit does not wait for the disk: a crash of
    PostgreSQL forgets at most that a worker was at it, and the lease repeats the work. What another worker holds, as
    when a message came twice, is left to it.
    """
    line = _line(connection)
    held = _held(leases)
    begin = [_BEGIN] if line.is_idle and line.driver.autocommit else []  # else psycopg begins
    *_, taken, _, found = line.send(*begin, _TAKE(**held).sent, _COMMIT_AND_BEGIN, _HOLD(**held).sent)
    good = {row.id for row in taken}
    for pause in _LOOKS_AGAIN:
        if good.issubset(row.delivery_id for row in found):
            break
        time.sleep(pause)
        (found,) = line.send(_HOLD(**held).sent)
    return [HeldEvent(*row) for row in found if row.delivery_id in good]


def finish(connection: Connection, delivery_ids: Sequence[int]) -> None:
    """Mark deliveries as done; commits together with what they changed."""
    line = _line(connection)
    line.send(_FINISH(ids=list(delivery_ids)).sent, *([_COMMIT] if line.driver.autocommit else []))


def expire(connection: Connection, delivery_id: int, *, why: str) -> None:
    """End a delivery, which the caller holds, as done though it came too late to be of use; the reason is kept."""
    _driver(connection).execute(_EXPIRE, {"id": delivery_id, "why": why})


def postpone(connection: Connection, delivery_id: int, *, to: datetime) -> None:
    """Let a delivery, which the caller holds, come due at another time instead; this attempt counts as none.

    It stays with what :func:`finish` is told of, and is not finished. Times further off than 20 minutes are brought
    nearer by a relay (:func:`bring_near`), so a consumer must be ready to postpone again.
    """
    _driver(connection).execute(_POSTPONE, {"id": delivery_id, "to": to})


def drop(connection: Connection, leases: Sequence[Lease]) -> int:
    """Mark as done, without an attempt, what nothing has to be done for any more; return how many those were."""
    return _driver(connection).execute(_DROP, _held(leases)).rowcount


def fail(
    connection: Connection, leases: Sequence[Lease], *, error: str, longest_pause: float, is_away: bool = False
) -> None:
    """Keep the error and try again after 1, 2, 4 … seconds with jitter; dead after the eighth attempt.

    Where it failed because a server ``is_away`` that says nothing of the work: it is tried about once a minute until
    the server is back, however long that takes.
    """
    counted = MOST_ATTEMPTS - 2 if is_away else MOST_ATTEMPTS
    about = {"error": error[:2000], "most": MOST_ATTEMPTS, "counted": counted, "longest": longest_pause}
    _driver(connection).execute(_FAIL, _held(leases) | about)


def replay(connection: Connection, delivery_ids: Sequence[int] = (), *, every: bool = False) -> list[int]:
    """Make dead deliveries due again with fresh attempts; return their ids."""
    return list(connection.execute(_REPLAY, {"ids": list(delivery_ids), "every": every}).scalars())


def discard(connection: Connection, delivery_ids: Sequence[int]) -> list[int]:
    """Give dead deliveries up for good, their error kept; return their ids."""
    return list(connection.execute(_DISCARD, {"ids": list(delivery_ids)}).scalars())
