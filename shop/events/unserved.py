"""Unserved deliveries: no worker of this version can process them, because their queue or consumer is unknown.

An upgrade may have removed the consumer, or a process of a newer version may have created the delivery. It is retried
as often as any other, in case a process that knows it starts again. After that it is marked as dead with a reason, and
can be replayed.

The commits of these statements do not wait for the disk: a crash of PostgreSQL loses at most attempts.
"""

from collections.abc import Collection, Sequence

from sqlalchemy import Connection, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger, Integer, Text

from shop.events.leasing import Lease, not_paused
from shop.events.retries import MAX_ATTEMPTS, retry_pause

UNSERVED = "No worker of this version"
"""The beginning of the error of an unserved delivery."""

_FAILED = f"""
    attempts = delivery.attempts + 1, lease = delivery.lease + 1, leased_at = NULL, taken_at = NULL,
    failure = NULL,
    last_error = CASE WHEN delivery.queue = ANY(:queues)
        THEN format('{UNSERVED} knows the reaction %s.', delivery.consumer)
        ELSE format('{UNSERVED} serves the queue %s.', delivery.queue) END,
    dead_at = CASE WHEN delivery.attempts + 1 >= :most THEN clock_timestamp() END,
    due_at = now() + {retry_pause("(delivery.attempts + 1)", ":longest")}
"""

# A loose index scan: it steps from one pair of queue and consumer to the next and skips the rows of known pairs.
_FAIL_DUE = text(f"""
    WITH RECURSIVE pair AS (
        (SELECT queue, consumer FROM delivery WHERE done_at IS NULL AND dead_at IS NULL
            ORDER BY queue, consumer LIMIT 1)
        UNION ALL
        SELECT following.queue, following.consumer FROM pair CROSS JOIN LATERAL (
            SELECT queue, consumer FROM delivery
            WHERE done_at IS NULL AND dead_at IS NULL AND (queue, consumer) > (pair.queue, pair.consumer)
            ORDER BY queue, consumer LIMIT 1
        ) AS following
    ), due AS (
        SELECT waiting.id FROM pair CROSS JOIN LATERAL (
            SELECT id FROM delivery
            WHERE queue = pair.queue AND consumer = pair.consumer
                AND done_at IS NULL AND dead_at IS NULL AND due_at <= now()
            ORDER BY due_at LIMIT :batch FOR UPDATE SKIP LOCKED
        ) AS waiting
        WHERE pair.queue <> 'webhooks' AND {not_paused("pair.queue")}
            AND NOT (pair.queue = ANY(:queues) AND pair.consumer = ANY(:consumers))
        LIMIT :batch
    )
    UPDATE delivery SET {_FAILED} FROM due, set_config('synchronous_commit', 'off', true) WHERE delivery.id = due.id
    RETURNING delivery.id
""").bindparams(  # noqa: S608 - made of constants
    bindparam("queues", type_=ARRAY(Text)), bindparam("consumers", type_=ARRAY(Text))
)

_FAIL_LEASED = text(f"""
    UPDATE delivery SET {_FAILED} FROM unnest(:ids, :numbers) AS leased(id, number),
        set_config('synchronous_commit', 'off', true)
    WHERE delivery.id = leased.id AND delivery.lease = leased.number AND taken_at IS NULL
        AND done_at IS NULL AND dead_at IS NULL
    RETURNING delivery.id
""").bindparams(  # noqa: S608 - made of constants
    bindparam("queues", type_=ARRAY(Text)),
    bindparam("ids", type_=ARRAY(BigInteger)),
    bindparam("numbers", type_=ARRAY(Integer)),
)


def fail_due(
    connection: Connection,
    *,
    queues: Collection[str],
    consumers: Collection[str],
    longest_pause: float,
    batch: int = 500,
) -> int:
    """Count a failed attempt of due deliveries whose queue or consumer is unknown. Return their number.

    :param longest_pause: maximum seconds until the next attempt.
    :param batch: maximum number of deliveries.
    """
    parameters = {"queues": list(queues), "consumers": list(consumers), "batch": batch}
    return len(connection.execute(_FAIL_DUE, {**parameters, **_bounds(longest_pause)}).all())


def fail_leased(
    connection: Connection, leases: Sequence[Lease], *, queues: Collection[str], longest_pause: float
) -> int:
    """Count a failed attempt of leases that were sent to a process that cannot process them."""
    parameters = {
        "queues": list(queues),
        "ids": [lease.delivery_id for lease in leases],
        "numbers": [lease.number for lease in leases],
    }
    return len(connection.execute(_FAIL_LEASED, {**parameters, **_bounds(longest_pause)}).all())


def _bounds(longest_pause: float) -> dict[str, float]:
    return {"most": MAX_ATTEMPTS, "longest": longest_pause}
