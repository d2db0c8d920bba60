"""Create the deliveries of webhook endpoints in the order of the stream, and lease them.

Each endpoint has its own position in the stream, which a separate thread of the relay advances. So recording an event
costs the same with and without endpoints. An endpoint's position advances only while fewer of its deliveries are due
than it may have in flight. No rows are written for later events before that, so a slow endpoint or a busy machine adds
no load on PostgreSQL while events are recorded.

For each aggregate, such as an order, only one delivery is due at a time. Later deliveries of the aggregate have the due
time :data:`BEHIND` until that one is done or dead. An event that names an order, such as that of a return, belongs to
the order here.
"""

from collections.abc import Sequence

from sqlalchemy import Connection, text

from shop.events.leasing import Lease
from shop.integrations.events import WebhookTested
from shop.integrations.model import PROGRESS_CHANNEL, QUEUE
from shop.integrations.public_log import IS_PUBLIC
from shop.integrations.rules import MAX_CALLS

BEHIND = "timestamptz '9999-01-01 00:00:00+00'"
"""The due time of a delivery that waits for an earlier one of its aggregate."""
_AGGREGATE = "coalesce('order:' || (event.data ->> 'orderId'), event.aggregate)"
LEASE_SECONDS = 30.0
POSITIONS = 500
"""Maximum of positions by which an endpoint advances in one step, unless no event has them, as after a restore."""

_NOTIFY = text("SELECT pg_notify(:channel, :payload)")

# The lock is a separate statement, because the next one must see the results that were committed under it. Failed
# deliveries do not count: a delivery that fails for days must not block the endpoint's events of other aggregates.
_LOCK_BEHIND = text(f"""
    SELECT endpoint.id FROM webhook_endpoint AS endpoint CROSS JOIN event_stream AS stream
    WHERE endpoint.is_on AND endpoint.position < stream.position AND (
        SELECT count(*) FROM delivery
        WHERE queue = '{QUEUE}' AND consumer = 'webhook:' || endpoint.id AND done_at IS NULL AND dead_at IS NULL
            AND due_at <= now() AND attempts = 0
    ) < least(endpoint.call_limit, :most)
    ORDER BY endpoint.id FOR UPDATE OF endpoint
""")  # noqa: S608 - made of constants

_FAN_OUT = text(f"""
    WITH step AS (
        SELECT endpoint.id, endpoint.types, endpoint.position AS after,
            least(stream.position, greatest(endpoint.position + :positions, coalesce(
                (SELECT min(position) - 1 FROM domain_event WHERE position > endpoint.position), stream.position
            ))) AS through
        FROM webhook_endpoint AS endpoint CROSS JOIN event_stream AS stream
        WHERE endpoint.is_on AND endpoint.id = ANY(CAST(:ids AS bigint[]))
    ), picked AS (
        SELECT step.id AS endpoint_id, event.id AS event_id, event.position, event.aggregate,
            row_number() OVER (PARTITION BY step.id, event.aggregate ORDER BY event.position) AS place
        FROM step CROSS JOIN LATERAL (
            SELECT id, position, {_AGGREGATE} AS aggregate FROM domain_event AS event
            WHERE event.position > step.after AND event.position <= step.through AND (
                ({IS_PUBLIC} AND (step.types IS NULL OR event.type = ANY(step.types)))
                OR (event.type = '{WebhookTested.type}' AND event.aggregate = 'webhook:' || step.id)
            )
            ORDER BY position LIMIT :most
        ) AS event
    ), reached AS (
        SELECT step.id, step.after, CASE
            WHEN count(picked.position) < :most THEN step.through ELSE max(picked.position) END AS position
        FROM step LEFT JOIN picked ON picked.endpoint_id = step.id GROUP BY step.id, step.after, step.through
    ), made AS (
        INSERT INTO delivery (event_id, consumer, queue, due_at)
        SELECT event_id, 'webhook:' || endpoint_id, '{QUEUE}', CASE
            WHEN place > 1 OR EXISTS (
                SELECT FROM webhook_delivery AS earlier
                WHERE earlier.is_open AND earlier.endpoint_id = picked.endpoint_id
                    AND earlier.aggregate = picked.aggregate AND earlier.position < picked.position
            ) THEN {BEHIND} ELSE now() END
        FROM picked ORDER BY position
        ON CONFLICT (event_id, consumer) DO UPDATE SET due_at = excluded.due_at, done_at = NULL, dead_at = NULL,
            attempts = 0, leased_at = NULL, taken_at = NULL, last_error = NULL
            WHERE coalesce(delivery.done_at, delivery.dead_at) IS NOT NULL
        RETURNING id, event_id, consumer
    ), noted AS (
        INSERT INTO webhook_delivery (delivery_id, endpoint_id, aggregate, position, is_open)
        SELECT made.id, picked.endpoint_id, picked.aggregate, picked.position, true
        FROM made JOIN picked ON made.event_id = picked.event_id AND made.consumer = 'webhook:' || picked.endpoint_id
        ON CONFLICT (delivery_id) DO UPDATE SET aggregate = excluded.aggregate, is_open = true, begun_at = NULL
    )
    UPDATE webhook_endpoint AS endpoint SET position = reached.position FROM reached WHERE endpoint.id = reached.id
    RETURNING reached.position - reached.after AS steps
""")  # noqa: S608 - made of constants

# The lock is a separate statement, as above: the next one must see what another relay leased under it.
_LOCK_DUE = text(f"""
    SELECT endpoint.id FROM webhook_endpoint AS endpoint
    WHERE endpoint.is_on AND NOT EXISTS (SELECT FROM queue_pause WHERE queue = '{QUEUE}') AND EXISTS (
        SELECT FROM delivery
        WHERE queue = '{QUEUE}' AND consumer = 'webhook:' || endpoint.id AND done_at IS NULL AND dead_at IS NULL
            AND due_at <= now()
    )
    ORDER BY endpoint.id FOR UPDATE OF endpoint
""")  # noqa: S608 - made of constants

_LEASE = text(f"""
    WITH room AS (
        SELECT 'webhook:' || endpoint.id AS consumer, least(:most, floor(endpoint.call_limit)::int) - (
            SELECT count(*) FROM delivery
            WHERE queue = '{QUEUE}' AND consumer = 'webhook:' || endpoint.id AND done_at IS NULL AND dead_at IS NULL
                AND due_at > now() AND due_at <= now() + make_interval(secs => :lease) AND leased_at IS NOT NULL
        ) AS free
        FROM webhook_endpoint AS endpoint WHERE endpoint.id = ANY(CAST(:ids AS bigint[]))
    ), due AS (
        SELECT waiting.id FROM room CROSS JOIN LATERAL (
            SELECT id FROM delivery
            WHERE queue = '{QUEUE}' AND consumer = room.consumer AND done_at IS NULL AND dead_at IS NULL
                AND due_at <= now()
            ORDER BY due_at, id LIMIT greatest(room.free, 0) FOR UPDATE SKIP LOCKED
        ) AS waiting
    )
    UPDATE delivery SET lease = delivery.lease + 1, leased_at = clock_timestamp(), taken_at = NULL,
        due_at = now() + make_interval(secs => :lease)
    FROM due WHERE delivery.id = due.id
    RETURNING delivery.id, delivery.lease, delivery.consumer, delivery.queue
""")  # noqa: S608 - made of constants

# A safeguard: no delivery may wait behind one that is no longer open.
_RELEASE_STUCK = text(f"""
    UPDATE delivery SET due_at = now() FROM webhook_delivery AS about
    WHERE about.delivery_id = delivery.id AND about.is_open
        AND delivery.done_at IS NULL AND delivery.dead_at IS NULL AND delivery.due_at = {BEHIND}
        AND NOT EXISTS (
            SELECT FROM webhook_delivery AS earlier
            WHERE earlier.is_open AND earlier.endpoint_id = about.endpoint_id
                AND earlier.aggregate = about.aggregate AND earlier.position < about.position
        )
    RETURNING delivery.id
""")  # noqa: S608 - made of constants


def fan_out(connection: Connection, *, most: int = MAX_CALLS) -> int:
    """Advance each enabled endpoint by one step of at most ``most`` deliveries. The caller commits.

    Concurrent steps of several relays are serialised. Return the longest step, in positions.
    """
    ids = list(connection.execute(_LOCK_BEHIND, {"most": most}).scalars())
    if not ids:
        return 0
    steps = connection.execute(_FAN_OUT, {"ids": ids, "positions": POSITIONS, "most": most}).scalars().all()
    notify_progress(connection, ids)
    return max(steps, default=0)


def notify_progress(connection: Connection, endpoint_ids: Sequence[int]) -> None:
    """Notify open pages of the portal of the endpoints with new deliveries or responses, once the caller commits."""
    payload = ",".join(map(str, endpoint_ids))
    connection.execute(_NOTIFY, {"channel": PROGRESS_CHANNEL, "payload": payload})


def lease_due(connection: Connection, *, most_in_flight: int = MAX_CALLS) -> Sequence[Lease]:
    """Lease due deliveries of the enabled endpoints, at most as many for each as it may have in flight.

    Nothing is leased while the queue is paused. Concurrent calls of several relays are serialised, so that together
    they do not lease more. The caller commits.
    """
    ids = list(connection.execute(_LOCK_DUE).scalars())
    if not ids:
        return []
    rows = connection.execute(_LEASE, {"ids": ids, "most": most_in_flight, "lease": LEASE_SECONDS})
    return [Lease(row.id, row.lease, row.consumer, row.queue) for row in rows]


def release_stuck(connection: Connection) -> int:
    """Make deliveries due that wait although no earlier delivery is open. This should not occur.

    Return their number.
    """
    return len(connection.execute(_RELEASE_STUCK).all())
