"""Queries of webhook endpoints and their deliveries, for the portal."""

from sqlalchemy import Select, func, select, text, update
from sqlalchemy.sql.dml import ReturningUpdate

from shop.events.model import Delivery
from shop.integrations.fan_out import BEHIND
from shop.integrations.model import QUEUE, WebhookDelivery, WebhookEndpoint, WebhookTally, consumer_of
from shop.integrations.public_log import BODY, IS_PUBLIC


def endpoints() -> Select[WebhookEndpoint]:
    """Select all endpoints, the oldest first."""
    return select(WebhookEndpoint).order_by(WebhookEndpoint.id)


COUNTS = text(f"""
    SELECT consumer,
        count(*) FILTER (WHERE done_at IS NULL AND dead_at IS NULL) AS waiting,
        count(*) FILTER (WHERE done_at IS NULL AND dead_at IS NULL AND last_error IS NOT NULL) AS failing,
        count(*) FILTER (WHERE dead_at IS NOT NULL AND done_at IS NULL) AS dead
    FROM delivery WHERE queue = '{QUEUE}' AND done_at IS NULL GROUP BY consumer
""")  # noqa: S608 - made of constants
"""Counts of the deliveries that are not done, by consumer."""

MAX_COUNTED = 10_000
"""The maximum of events that are counted, so that a figure on a page takes the same time however long the log is."""

_IS_WANTED = "endpoint.types IS NULL OR type = ANY(endpoint.types)"


def missed_events(max_counted: int) -> str:
    """Return SQL that counts the events of an ``endpoint`` that have no delivery yet.

    It is off, or has enough due deliveries.

    At most one event more than ``max_counted`` is read. ``is_more`` is whether there are more than ``max_counted``.
    """
    return f"""
        SELECT least(count(*) FILTER (WHERE {_IS_WANTED}), {max_counted}) AS missed,
            count(*) > {max_counted} AS is_more, min(recorded_at) FILTER (WHERE {_IS_WANTED}) AS since
        FROM (
            SELECT event.type, event.recorded_at FROM domain_event AS event
            WHERE event.position > endpoint.position AND {IS_PUBLIC}
            ORDER BY event.position LIMIT {max_counted} + 1
        ) AS event
    """  # noqa: S608 - made of constants


MISSED = text(f"""
    SELECT endpoint.id, next.missed, next.is_more
    FROM webhook_endpoint AS endpoint CROSS JOIN LATERAL ({missed_events(MAX_COUNTED)}) AS next
""")  # noqa: S608 - made of constants


def tallies() -> Select[WebhookTally]:
    """Select the figures of the last 24 hours, by hour."""
    return (
        select(WebhookTally)
        .where(WebhookTally.hour > func.date_trunc("hour", func.now()) - text("interval '24 hours'"))
        .order_by(WebhookTally.hour)
    )


STATES = {
    "all": "true",
    "failed": "delivery.last_error IS NOT NULL",
    "waiting": "delivery.done_at IS NULL AND delivery.dead_at IS NULL",
    "dead": "delivery.dead_at IS NOT NULL AND delivery.done_at IS NULL",
}
DELIVERIES = {
    state: text(f"""
        SELECT delivery.id, delivery.attempts, delivery.done_at, delivery.dead_at, delivery.last_error,
            delivery.leased_at IS NOT NULL AND delivery.due_at > now() AS is_leased,
            CASE WHEN delivery.due_at < {BEHIND} THEN delivery.due_at END AS due_at,
            about.position, event.aggregate, about.status, about.answer, about.milliseconds, about.tries,
            event.type, event.recorded_at, event.data, {BODY} AS body
        FROM webhook_delivery AS about JOIN delivery ON delivery.id = about.delivery_id
        JOIN domain_event AS event ON event.id = delivery.event_id
        WHERE about.endpoint_id = :endpoint_id AND about.position < :before AND {condition}
        ORDER BY about.position DESC LIMIT :limit
    """)  # noqa: S608 - made of constants
    for state, condition in STATES.items()
}
"""Select an endpoint's deliveries before a position, the newest first, by state."""

DELIVERY_COUNTS = text("""
    SELECT count(*) AS all,
        count(*) FILTER (WHERE delivery.last_error IS NOT NULL) AS failed,
        count(*) FILTER (WHERE delivery.done_at IS NULL AND delivery.dead_at IS NULL) AS waiting,
        count(*) FILTER (WHERE delivery.dead_at IS NOT NULL AND delivery.done_at IS NULL) AS dead
    FROM webhook_delivery AS about JOIN delivery ON delivery.id = about.delivery_id
    WHERE about.endpoint_id = :endpoint_id
""")

RETRY = text("""
    WITH again AS (
        UPDATE delivery SET due_at = now(), dead_at = NULL, attempts = 0, leased_at = NULL, taken_at = NULL
        FROM webhook_delivery AS about
        WHERE about.delivery_id = delivery.id AND about.endpoint_id = :endpoint_id AND delivery.done_at IS NULL
            AND (delivery.dead_at IS NOT NULL OR (
                NOT :only_dead AND delivery.last_error IS NOT NULL
                AND (delivery.leased_at IS NULL OR delivery.due_at <= now())
            ))
            AND (CAST(:ids AS bigint[]) IS NULL OR delivery.id = ANY(CAST(:ids AS bigint[])))
        RETURNING delivery.id
    )
    UPDATE webhook_delivery SET is_open = true, begun_at = NULL FROM again WHERE delivery_id = again.id
    RETURNING delivery_id
""")
"""Makes deliveries due now that are dead or wait for a retry, except those in flight, which would be sent twice.

:data:`KEEP_ORDER` must follow.
"""

KEEP_ORDER = text(f"""
    UPDATE delivery SET due_at = {BEHIND} FROM webhook_delivery AS about
    WHERE about.delivery_id = delivery.id AND about.is_open AND about.endpoint_id = :endpoint_id
        AND delivery.done_at IS NULL AND delivery.dead_at IS NULL AND delivery.due_at < {BEHIND}
        AND (delivery.leased_at IS NULL OR delivery.due_at <= now())
        AND EXISTS (
            SELECT FROM webhook_delivery AS earlier
            WHERE earlier.is_open AND earlier.endpoint_id = about.endpoint_id
                AND earlier.aggregate = about.aggregate AND earlier.position < about.position
        )
""")  # noqa: S608 - made of constants
"""Holds back an endpoint's deliveries while an earlier one of the same aggregate is open, except those in flight."""

SWITCH_ON = text(f"""
    WITH again AS (
        UPDATE delivery SET attempts = 0, due_at = CASE WHEN due_at < {BEHIND} THEN now() ELSE due_at END
        WHERE queue = '{QUEUE}' AND consumer = :consumer AND done_at IS NULL AND dead_at IS NULL
            AND (leased_at IS NULL OR due_at <= now())
        RETURNING id
    )
    UPDATE webhook_delivery SET begun_at = NULL FROM again WHERE delivery_id = again.id
""")  # noqa: S608 - made of constants
"""Resets waiting deliveries, because staff who switch an endpoint on expect it to work again.

Those that wait for a retry are due now. Each is tried for three days again.
"""

FORGET_WAITING = text(f"""
    DELETE FROM delivery USING webhook_delivery AS about, domain_event AS event, webhook_endpoint AS endpoint
    WHERE about.delivery_id = delivery.id AND event.id = delivery.event_id AND endpoint.id = about.endpoint_id
        AND endpoint.id = :endpoint_id AND about.is_open AND about.position > endpoint.position
        AND delivery.done_at IS NULL AND delivery.dead_at IS NULL
        AND (delivery.leased_at IS NULL OR delivery.due_at <= now())
        AND {IS_PUBLIC} AND (endpoint.types IS NULL OR event.type = ANY(endpoint.types))
""")  # noqa: S608 - made of constants
"""Deletes an endpoint's waiting deliveries after its position, except those in flight.

An endpoint that is moved back gets them again, each after the earlier ones of its aggregate.
"""

REMOVE = text(f"DELETE FROM delivery WHERE queue = '{QUEUE}' AND consumer = :consumer")  # noqa: S608 - as above

POSITION_AT = text("""
    SELECT greatest(stream.pruned_through, coalesce((
        SELECT min(position) - 1 FROM domain_event
        WHERE occurred_at >= :at AND position IS NOT NULL
            AND recorded_at > CAST(:at AS timestamptz) - interval '10 minutes'
    ), stream.position)) FROM event_stream AS stream
""")
"""Selects the position before those of all events since a time.

An event of a long transaction has a later position than events that occurred after it. Only ``recorded_at`` has an
index; the clock of the database may be up to ten minutes behind that of the process.
"""

KEPT = text(f"""
    SELECT (
            SELECT count(*) FROM (
                SELECT FROM domain_event WHERE position IS NOT NULL AND reach <> 'nobody'
                ORDER BY position DESC LIMIT {MAX_COUNTED} + 1
            ) AS counted
        ) AS kept,
        (SELECT min(recorded_at) FROM domain_event WHERE recorded_at >= :since) AS oldest,
        (SELECT min(position) FROM domain_event WHERE recorded_at >= :since) AS first,
        CAST(:since AS timestamptz) AS since, stream.position, stream.pruned_through
    FROM event_stream AS stream
""")  # noqa: S608 - made of constants
"""Selects how much of the log is stored. ``kept`` is above :data:`MAX_COUNTED` if there are more events than that.

``oldest`` and ``first`` are of the events since a time, the end of the retention: a few older ones are kept for an
unfinished delivery, and the log has gaps after them.
"""


def rewind(endpoint_id: int, position: int) -> ReturningUpdate[int]:
    """Move an endpoint back to an earlier position of the stream. A later position changes nothing."""
    return (
        update(WebhookEndpoint)
        .where(WebhookEndpoint.id == endpoint_id, WebhookEndpoint.position > position)
        .values(position=position)
        .returning(WebhookEndpoint.id)
    )


def delivery_ids(endpoint_id: int) -> Select[int]:
    """Select the ids of an endpoint's deliveries."""
    return (
        select(Delivery.id)
        .join(WebhookDelivery, WebhookDelivery.delivery_id == Delivery.id)
        .where(Delivery.consumer == consumer_of(endpoint_id))
    )
