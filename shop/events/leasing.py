"""The relay's part of a delivery: created with its event's position, leased to a worker, leased again when it is due.

The functions are synchronous and take a connection of the caller, who commits. Statements that follow each other are
sent in one pipeline of the driver, because :func:`sequence_and_lease` is on the way of every change to the page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, cast

import psycopg
from psycopg import sql
from sqlalchemy import Connection, CursorResult, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger, Double, Text

from shop.db.pipeline import BlockingPipeline, Rows, Statement
from shop.db.query import BoundQuery

MAX_ATTEMPTS = 8
_SEQUENCE_LOCK: Statement = (f"SELECT pg_advisory_xact_lock({0x5377_6172})", ())

BY_ID = "delivery.id = ANY((SELECT %(ids)s::bigint[])::bigint[])"
"""Finds deliveries by primary key.

The ids are in a subselect so that PostgreSQL does not know their number. Else it would plan anew at each execution,
which takes half as long as the execution. And where few deliveries wait, it would scan the index of those that wait.
"""
LEASE_IS_VALID = f"""
    {BY_ID} AND coalesce(delivery.done_at, delivery.dead_at) IS NULL
    AND delivery.lease = (%(numbers)s::bigint[])[array_position(%(ids)s::bigint[], delivery.id)]
"""
"""Finds deliveries whose current lease is the one presented: see :func:`lease_parameters`."""


@dataclass(frozen=True)
class Subscription:
    """One reaction to one type of event: ``consumer`` is its name, ``lease`` how many seconds it may take.

    ``delay`` is how many seconds to wait before the first lease.
    """

    type: str
    consumer: str
    queue: str
    lease: float
    delay: float = 0.0


@dataclass(frozen=True)
class Lease:
    """The right to work on a delivery once. ``number`` counts its leases, ``attempts`` the attempts before this one."""

    delivery_id: int
    number: int
    consumer: str
    queue: str
    attempts: int = field(default=0, compare=False)


class Sequenced(NamedTuple):
    """How many events got their position, and the leases of the deliveries that are due at once."""

    events: int
    leases: list[Lease]


_SEQUENCE_AND_LEASE = """
    WITH fresh AS (
        SELECT id, type, row_number() OVER (ORDER BY id) AS place
        FROM (SELECT id, type FROM domain_event WHERE position IS NULL ORDER BY id LIMIT {batch}) AS waiting
    ), stream AS (
        UPDATE event_stream SET position = position + (SELECT count(*) FROM fresh)
        WHERE EXISTS (SELECT FROM fresh)
        RETURNING position - (SELECT count(*) FROM fresh) AS base, pg_notify('event_position', '')
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
    SELECT sequenced.events, leased.id, leased.lease, leased.consumer, leased.queue
    FROM (SELECT count(*) AS events FROM fresh) AS sequenced LEFT JOIN leased ON leased.lease = 1 ORDER BY leased.id
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

_RELEASE = f"""
    UPDATE delivery SET due_at = now() + make_interval(secs => %(pause)s) WHERE {LEASE_IS_VALID} AND taken_at IS NULL
"""  # noqa: S608 - made of constants

_REQUEUE_UNCLAIMED = text("""
    UPDATE delivery SET due_at = now()
    WHERE done_at IS NULL AND dead_at IS NULL AND taken_at IS NULL AND leased_at IS NOT NULL AND due_at > now()
""")

# Twenty minutes are more than any lease, and than any pause with its jitter.
_CLAMP_DUE_AT = text("""
    UPDATE delivery SET due_at = now()
    WHERE done_at IS NULL AND dead_at IS NULL AND due_at > now() + interval '20 minutes'
""")

_RETRY_NOW = text("""
    UPDATE delivery SET due_at = now()
    WHERE queue = :queue AND done_at IS NULL AND dead_at IS NULL AND leased_at IS NULL AND due_at > now()
        AND attempts > 0 AND last_error LIKE ANY(:errors)
""").bindparams(bindparam("errors", type_=ARRAY(Text)))


def driver(connection: Connection) -> psycopg.Connection[Any]:
    """Return psycopg's connection under SQLAlchemy's."""
    return cast("psycopg.Connection[Any]", connection.connection.driver_connection)


def pipeline(connection: Connection) -> BlockingPipeline:
    """Return the pipeline of a connection; it is made once for each."""
    made: BlockingPipeline | None = connection.info.get("pipeline")
    if made is None:
        made = connection.info["pipeline"] = BlockingPipeline(driver(connection))
    return made


def send(connection: Connection, *queries: BoundQuery) -> list[Rows]:
    """Send queries together in the caller's transaction; return the rows of each."""
    return pipeline(connection).send(*(query.statement for query in queries))


def lease_parameters(leases: Sequence[Lease]) -> dict[str, list[int]]:
    """Return the parameters of :data:`LEASE_IS_VALID`."""
    return {
        "ids": [lease.delivery_id for lease in leases],
        "numbers": [lease.number for lease in leases],
    }


def sequence_and_lease(connection: Connection, subscriptions: Sequence[Subscription], *, batch: int = 500) -> Sequenced:
    """Give committed events their positions, create the deliveries that follow, and lease those that are due at once.

    This runs once at a time, under an advisory lock that ends with the transaction. So a greater position never
    commits before a smaller one, however many relays run.
    """
    *_, rows = pipeline(connection).send(_SEQUENCE_LOCK, (_statement(tuple(subscriptions), batch), ()))
    leases = [Lease(row.id, row.lease, row.consumer, row.queue) for row in rows if row.id is not None]
    return Sequenced(rows[0].events, leases)


@cache
def _statement(subscriptions: tuple[Subscription, ...], batch: int) -> str:
    """Return the statement with the subscriptions as literals: to send them as parameters was half of its cost."""
    rows = (
        sql.SQL("({})").format(sql.SQL(", ").join([s.type, s.consumer, s.queue, float(s.lease), float(s.delay)]))
        for s in subscriptions
    )
    return sql.SQL(_SEQUENCE_AND_LEASE).format(subscriptions=sql.SQL(", ").join(rows), batch=batch).as_string()


def origins(connection: Connection, leases: Sequence[Lease]) -> list[tuple[str, str, float]]:
    """Return of each leased event its type, the id of the request that caused it, and how many seconds it waited."""
    rows = connection.execute(_ORIGINS, {"ids": [lease.delivery_id for lease in leases]})
    return [(row.type, row.request_id, row.waited) for row in rows]


def lease_due(connection: Connection, shares: Mapping[tuple[str, str], float], *, batch: int = 500) -> list[Lease]:
    """Lease what is due again: it failed and paused, or its worker never answered.

    A delivery that was tried :data:`MAX_ATTEMPTS` times is marked as dead instead. Several relays share the work.

    :param shares: how many seconds a lease lasts, by queue and consumer. Deliveries of any others are left alone.
    :param batch: how many to lease for each queue and consumer, so that many of one do not displace the others.
    """
    queues, consumers = zip(*shares, strict=True) if shares else ((), ())
    parameters = {"queues": list(queues), "consumers": list(consumers), "leases": list(shares.values())}
    rows = connection.execute(_LEASE_DUE, {"batch": batch, "most": MAX_ATTEMPTS, **parameters})
    return [Lease(row.id, row.lease, row.consumer, row.queue, row.attempts) for row in rows]


def release(connection: Connection, leases: Sequence[Lease], *, pause: float) -> None:
    """Make leases that no worker began due again after ``pause`` seconds."""
    driver(connection).execute(_RELEASE, lease_parameters(leases) | {"pause": pause})


def requeue_unclaimed(connection: Connection) -> int:
    """Make all leased deliveries that no worker has claimed due at once; return how many.

    For a broker that may have lost the messages. Where it has not, the old lease is no longer valid.
    """
    return cast("CursorResult[Any]", connection.execute(_REQUEUE_UNCLAIMED)).rowcount


def clamp_due_at(connection: Connection) -> None:
    """Make due what is due later than is possible: PostgreSQL's clock was set back in the meantime."""
    connection.execute(_CLAMP_DUE_AT)


def retry_now(connection: Connection, queue: str, errors: Sequence[str]) -> int:
    """Make paused deliveries due at once whose error begins with one of these; return how many."""
    parameters = {"queue": queue, "errors": [f"{error}%" for error in errors]}
    return cast("CursorResult[Any]", connection.execute(_RETRY_NOW, parameters)).rowcount
