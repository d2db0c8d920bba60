"""The relay's part of a delivery: create it when its event is sequenced, lease it, and lease it again when it is due.

The functions are synchronous and take the caller's connection; the caller commits. Consecutive statements are sent in
one pipeline, because every event passes :func:`sequence_and_lease` on its way to a page.
"""

from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from functools import cache
from typing import Any, NamedTuple, cast

from psycopg import sql
from sqlalchemy import Connection, CursorResult, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger, Double, Text

from shop.db.pipeline import Statement, driver_of, pipeline_of
from shop.events.retries import MAX_ATTEMPTS, Failure

_SEQUENCE_LOCK: Statement = (f"SELECT pg_advisory_xact_lock({0x5377_6172})", ())

BY_ID = "delivery.id = ANY((SELECT %(ids)s::bigint[])::bigint[])"
"""Find deliveries by primary key.

The ids are in a subselect, so that PostgreSQL does not know their number. Otherwise it would plan each execution again,
which takes half as long as the execution, and would scan the index of pending deliveries if there are few of them.
"""
LEASE_IS_VALID = f"""
    {BY_ID} AND coalesce(delivery.done_at, delivery.dead_at) IS NULL
    AND delivery.lease = (%(numbers)s::bigint[])[array_position(%(ids)s::bigint[], delivery.id)]
"""
"""Find deliveries whose current lease is the given one; see :func:`lease_parameters`."""


def not_paused(queue: str) -> str:
    """Return SQL for the condition that a queue is not paused, such as ``not_paused("delivery.queue")``."""
    return f"{queue} NOT IN (SELECT queue FROM queue_pause)"  # noqa: S608 - made of constants


@dataclass(frozen=True)
class Subscription:
    """A reaction to a type of event. ``consumer`` is its name, ``lease`` its maximum duration in seconds.

    ``delay`` is the time before the first lease, in seconds. ``condition`` is a condition in SQL on the row ``event``.
    No delivery is created for an event that does not meet it.
    """

    type: str
    consumer: str
    queue: str
    lease: float
    delay: float = 0.0
    condition: str | None = None


@dataclass(frozen=True)
class Lease:
    """The right to work on a delivery once. ``number`` counts its leases, ``attempts`` the earlier attempts."""

    delivery_id: int
    number: int
    consumer: str
    queue: str
    attempts: int = field(default=0, compare=False)


class Sequenced(NamedTuple):
    """The number of sequenced events, and the leases of the deliveries that are due at once."""

    events: int
    leases: list[Lease]


_SEQUENCE_AND_LEASE = f"""
    WITH fresh AS (
        SELECT id, type, row_number() OVER (ORDER BY id) AS place
        FROM (SELECT id, type FROM domain_event WHERE position IS NULL ORDER BY id LIMIT {{batch}}) AS waiting
    ), stream AS (
        UPDATE event_stream SET position = position + (SELECT count(*) FROM fresh)
        WHERE EXISTS (SELECT FROM fresh)
        RETURNING position - (SELECT count(*) FROM fresh) AS base, pg_notify('event_position', '')
    ), placed AS (
        UPDATE domain_event AS event SET position = stream.base + fresh.place
        FROM fresh, stream WHERE event.id = fresh.id
        RETURNING event.id, event.type, event.position, event.customer_id, event.data
    ), due AS (
        SELECT *, delay <= 0 AND {not_paused("s.queue")} AS at_once
        FROM (VALUES {{subscriptions}}) AS s(type, consumer, queue, lease, delay)
    ), leased AS (
        INSERT INTO delivery (event_id, consumer, queue, due_at, lease, leased_at)
        SELECT event.id, due.consumer, due.queue,
            now() + make_interval(secs => CASE WHEN due.at_once THEN due.lease ELSE due.delay END),
            CASE WHEN due.at_once THEN 1 ELSE 0 END, CASE WHEN due.at_once THEN clock_timestamp() END
        FROM placed AS event JOIN due ON due.type = event.type
        WHERE {{conditions}}
        ORDER BY event.position
        ON CONFLICT (event_id, consumer) DO NOTHING
        RETURNING id, event_id, lease, consumer, queue
    )
    SELECT sequenced.events, leased.id, leased.lease, leased.consumer, leased.queue
    FROM (SELECT count(*) AS events FROM fresh) AS sequenced LEFT JOIN leased ON leased.lease = 1 ORDER BY leased.id
"""  # noqa: S608 - made of constants

_ORIGINS = text("""
    SELECT DISTINCT event.type, event.request_id,
        extract(epoch FROM delivery.leased_at - event.recorded_at)::float AS waited
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE delivery.id = ANY(:ids) AND event.request_id IS NOT NULL
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))

_LEASE_DUE = text(f"""
    WITH pair AS (
        SELECT * FROM unnest(:queues, :consumers, :leases) AS s(queue, consumer, lease)
        WHERE {not_paused("s.queue")}
    ), due AS (
        SELECT waiting.id, pair.lease FROM pair CROSS JOIN LATERAL (
            SELECT id FROM delivery
            WHERE queue = pair.queue AND consumer = pair.consumer
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
""").bindparams(  # noqa: S608 - made of constants
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
        AND queue = coalesce(:queue, queue)
""")

# Twenty minutes are longer than any lease and any back-off with its jitter, except those of webhooks.
_CLAMP_DUE_AT = text("""
    UPDATE delivery SET due_at = now()
    WHERE done_at IS NULL AND dead_at IS NULL AND due_at > now() + interval '20 minutes' AND queue <> 'webhooks'
""")

_RETRY_NOW = text("""
    UPDATE delivery SET due_at = now()
    WHERE queue = :queue AND done_at IS NULL AND dead_at IS NULL AND leased_at IS NULL AND due_at > now()
        AND attempts > 0 AND failure = ANY(:failures)
""").bindparams(bindparam("failures", type_=ARRAY(Text)))


def lease_parameters(leases: Sequence[Lease]) -> dict[str, list[int]]:
    """Return the parameters of :data:`LEASE_IS_VALID`."""
    return {
        "ids": [lease.delivery_id for lease in leases],
        "numbers": [lease.number for lease in leases],
    }


def sequence_and_lease(connection: Connection, subscriptions: Sequence[Subscription], *, batch: int = 500) -> Sequenced:
    """Sequence committed events, create their deliveries, and lease those that are due at once.

    An advisory lock, held until the end of the transaction, serialises the callers. So a higher position never commits
    before a lower one, however many relays run. An event gets deliveries for these subscriptions only, once and for
    all, so an upgrade must replace the relay before the processes that record new types of events.
    """
    *_, rows = pipeline_of(connection).send(_SEQUENCE_LOCK, (_statement(tuple(subscriptions), batch), ()))
    leases = [Lease(row.id, row.lease, row.consumer, row.queue) for row in rows if row.id is not None]
    return Sequenced(rows[0].events, leases)


@cache
def _statement(subscriptions: tuple[Subscription, ...], batch: int) -> str:
    """Return the statement with the subscriptions as literals. Sending them as parameters took half of its time."""
    rows = (
        sql.SQL("({})").format(sql.SQL(", ").join([s.type, s.consumer, s.queue, float(s.lease), float(s.delay)]))
        for s in subscriptions
    )
    conditions: list[sql.Composable] = [
        sql.SQL("((due.type, due.consumer) <> ({}, {}) OR {})").format(s.type, s.consumer, sql.SQL(s.condition))
        for s in subscriptions
        if s.condition
    ]
    parts = {
        "subscriptions": sql.SQL(", ").join(rows),
        "conditions": sql.SQL(" AND ").join(conditions or [sql.SQL("true")]),
    }
    return sql.SQL(_SEQUENCE_AND_LEASE).format(**parts, batch=batch).as_string()


def origins(connection: Connection, leases: Sequence[Lease]) -> list[tuple[str, str, float]]:
    """Return for each leased event its type, the id of the request that caused it, and the seconds that it waited."""
    rows = connection.execute(_ORIGINS, {"ids": [lease.delivery_id for lease in leases]})
    return [(row.type, row.request_id, row.waited) for row in rows]


def lease_due(
    connection: Connection, lease_seconds: Mapping[tuple[str, str], float], *, batch: int = 500
) -> list[Lease]:
    """Lease due deliveries: delayed or postponed ones, failed ones, and those whose lease has ended. Nothing of a
    paused queue is leased.

    Deliveries with ``MAX_ATTEMPTS`` attempts are marked as dead instead. Several relays share the work.

    :param lease_seconds: the seconds of a lease, by queue and consumer. Other deliveries are not leased.
    :param batch: maximum for each queue and consumer, so that many deliveries of one do not displace the others.
    """
    queues, consumers = zip(*lease_seconds, strict=True) if lease_seconds else ((), ())
    parameters = {"queues": list(queues), "consumers": list(consumers), "leases": list(lease_seconds.values())}
    rows = connection.execute(_LEASE_DUE, {"batch": batch, "most": MAX_ATTEMPTS, **parameters})
    return [Lease(row.id, row.lease, row.consumer, row.queue, row.attempts) for row in rows]


def release(connection: Connection, leases: Sequence[Lease], *, pause: float) -> None:
    """Make leases that no worker has begun due again after ``pause`` seconds."""
    driver_of(connection).execute(_RELEASE, lease_parameters(leases) | {"pause": pause})


def requeue_unclaimed(connection: Connection, queue: str | None = None) -> int:
    """Make leased deliveries that no worker has claimed due at once, of one queue or of all. Return their number.

    This is for a broker that may have lost the messages. If it has not, the old leases are no longer valid.
    """
    return cast("CursorResult[Any]", connection.execute(_REQUEUE_UNCLAIMED, {"queue": queue})).rowcount


def clamp_due_at(connection: Connection) -> None:
    """Correct due times that are impossibly late, which happens when PostgreSQL's clock is set back."""
    connection.execute(_CLAMP_DUE_AT)


def retry_now(connection: Connection, queue: str, failures: Sequence[Failure]) -> int:
    """Make deliveries due that wait for a retry after one of these failures. Return their number."""
    parameters = {"queue": queue, "failures": failures}
    return cast("CursorResult[Any]", connection.execute(_RETRY_NOW, parameters)).rowcount
