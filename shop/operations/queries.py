"""Queries of the shop's state: pending, dead and completed work. Each is one short statement."""

from sqlalchemy import text

from shop.db.query import Query
from shop.events.history import DELIVERY_STATE
from shop.events.retries import MIN_REFUSED, Failure
from shop.integrations.queries import missed_events
from shop.operations.event_probe import EVENT_PROBE

STATE = text("""
    SELECT clock_timestamp() AS at,
        pg_is_in_recovery() OR current_setting('default_transaction_read_only')::boolean
            OR current_setting('transaction_read_only')::boolean AS is_read_only,
        coalesce(extract(epoch FROM clock_timestamp() - (
            SELECT min(claimed_at) FROM payment WHERE status = 'claimed'
        )), 0)::float AS claim_waits,
        (
            SELECT concat_ws(', ', problem, 'order ' || order_id, 'link ' || link_id, 'payment ' || payment_id)
            FROM payment_notice
            WHERE seen_at IS NULL AND problem <> 'nothing to pay' AND NOT starts_with(problem, 'page refused')
            ORDER BY id DESC
            LIMIT 1
        ) AS unexpected_notice,
        (
            SELECT concat_ws(', ', 'order ' || order_id, problem)
            FROM payment_notice
            WHERE seen_at IS NULL AND at > clock_timestamp() - interval '1 day' AND starts_with(problem, 'page refused')
            ORDER BY id DESC
            LIMIT 1
        ) AS refused_page,
        array(
            SELECT order_id FROM payment WHERE refund_failed > 0 ORDER BY order_id LIMIT 5
        ) AS failed_refunds
""")

PAYMENTS = text("""
    SELECT
        (SELECT count(*) FROM payment WHERE status = 'claimed') AS claims,
        coalesce((
            SELECT extract(epoch FROM clock_timestamp() - min(claimed_at)) FROM payment WHERE status = 'claimed'
        ), 0)::float AS oldest_claim,
        (SELECT count(*) FROM payment WHERE refund_failed > 0) + (
            SELECT count(*) FROM delivery
            WHERE consumer = 'send_refund' AND queue = 'imports' AND done_at IS NULL AND last_error IS NOT NULL
        ) AS failing_refunds,
        (
            SELECT count(*) FROM payment_link
            WHERE status = 'open' AND asked_at < clock_timestamp() - interval '5 minutes'
        ) + (
            SELECT count(*) FROM payment_refund
            WHERE status = 'pending' AND asked_at < clock_timestamp() - interval '5 minutes'
        ) AS unheard,
        (
            SELECT count(*) FROM process
            WHERE ended_at IS NULL AND seen_at > clock_timestamp() - interval '30 seconds'
                AND detail -> 'troubles' @> '[{"kind": "payments"}]'
        ) AS without_provider
""")
"""Counts of payments and refunds that wait for people or for the payment provider."""

PROCESSES = text("""
    SELECT name, kinds, detail, ended_at IS NOT NULL AS is_ended,
        extract(epoch FROM clock_timestamp() - seen_at)::float AS silent,
        extract(epoch FROM clock_timestamp() - started_at)::float AS up
    FROM process ORDER BY kinds, started_at, name
""")
"""Ages are in seconds."""

OUTBOX = text("""
    SELECT count(*) AS waiting,
        coalesce(extract(epoch FROM clock_timestamp() - min(recorded_at)), 0)::float AS lag
    FROM domain_event WHERE position IS NULL
""")
"""Committed events that have no position yet."""

MAX_MISSED = 1000
"""The maximum of missed events that are counted for an endpoint, because a process may run this query each second."""

MAX_COMPARED = 1000
"""The maximum of refused notifications whose shoppers are compared."""

_IS_REFUSED = f"coalesce(failure IN ('{Failure.DEFERRED}', '{Failure.MAILBOX}'), false)"
WAITING = text(f"""
    WITH pending AS MATERIALIZED (
        SELECT queue, consumer, event_id, postponed_to, due_at, failure, {_IS_REFUSED} AS is_refused,
            CASE WHEN queue <> 'webhooks' THEN last_error END AS last_error
        FROM delivery
        WHERE done_at IS NULL AND dead_at IS NULL
            -- An endpoint that fails, is slow with one order or is off is no fault of the shop: see Integrations.
            AND (queue <> 'webhooks' OR (
                attempts = 0 AND due_at < '9999-01-01 00:00:00+00'
                AND consumer IN (SELECT 'webhook:' || id FROM webhook_endpoint WHERE is_on)
            ))
    ),
    few AS MATERIALIZED (
        SELECT (
            SELECT count(*) < {MIN_REFUSED} FROM (
                SELECT FROM pending WHERE queue = 'mail' AND is_refused LIMIT {MIN_REFUSED}
            ) AS mail
        ) AS mails, (
            SELECT count(DISTINCT device.customer_id) < {MIN_REFUSED}
            FROM (
                SELECT (event.data ->> 'deviceId')::bigint AS device_id FROM (
                    SELECT event_id FROM pending WHERE queue = 'push' AND is_refused LIMIT {MAX_COMPARED}
                ) AS refused JOIN domain_event AS event ON event.id = refused.event_id
            ) AS push JOIN push_device AS device ON device.id = push.device_id
        ) AS pushes
    ),
    told AS (
        SELECT pending.*, is_refused AND CASE queue WHEN 'mail' THEN mails WHEN 'push' THEN pushes ELSE false END
            AS is_apart
        FROM pending CROSS JOIN few
    ),
    waiting AS (
        SELECT queue, consumer, count(*) AS waiting,
            count(*) FILTER (WHERE last_error IS NOT NULL AND NOT is_apart) AS failing,
            min(event_id) FILTER (WHERE coalesce(postponed_to <= clock_timestamp(), true) AND NOT is_apart) AS first_id,
            max(postponed_to) FILTER (WHERE postponed_to <= clock_timestamp()) AS postponed_to,
            extract(epoch FROM min(due_at) FILTER (WHERE last_error IS NOT NULL AND NOT is_apart) - clock_timestamp()
                )::float AS next_try,
            bool_or(failure IS NOT NULL AND NOT is_apart) AS waits_for_server,
            coalesce(max(last_error) FILTER (WHERE failure IS NOT NULL AND NOT is_apart),
                max(last_error) FILTER (WHERE NOT is_apart)) AS error
        FROM told
        GROUP BY queue, consumer
    )
    SELECT waiting.*, coalesce(extract(epoch FROM
        clock_timestamp() - greatest(event.recorded_at, waiting.postponed_to))::float, 0) AS oldest
    FROM waiting LEFT JOIN domain_event AS event ON event.id = waiting.first_id
    UNION ALL
    SELECT 'webhooks', 'webhook:' || endpoint.id, next.missed, 0, NULL, NULL, NULL, false, NULL,
        extract(epoch FROM clock_timestamp() - next.since)::float
    FROM webhook_endpoint AS endpoint CROSS JOIN LATERAL ({missed_events(MAX_MISSED)}) AS next
    WHERE endpoint.is_on AND endpoint.position < (SELECT position FROM event_stream) AND next.missed > 0
""")  # noqa: S608 - made of constants
"""Pending deliveries by consumer, and the events for which enabled endpoints of webhooks have no deliveries yet.

At most :data:`MAX_MISSED` such events are counted for each endpoint; the page Integrations counts more. Ages are in
seconds; for postponed ones they start at that time. If the mail server temporarily refuses only one or two mails, these
are counted without an age or a failure, because other mails are sent. The same holds for the notifications of one or
two shoppers that push services temporarily refuse.
"""

PAUSES = text("""
    SELECT queue, paused_by, paused_at,
        greatest(extract(epoch FROM clock_timestamp() - paused_at), 0)::float AS paused_for
    FROM queue_pause ORDER BY queue
""")
"""The paused queues."""

DEAD = text("""
    SELECT queue, consumer, count(*) AS dead FROM delivery
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND queue <> 'webhooks' GROUP BY queue, consumer
""")

TALLIES = text("""
    SELECT consumer, (extract(epoch FROM date_trunc('minute', now()) - minute) / 60)::integer AS minutes_ago,
        done, failed, seconds
    FROM tally WHERE minute > date_trunc('minute', now()) - interval '60 minutes'
""")

DEAD_LETTERS = text("""
    SELECT delivery.id, consumer, queue, attempts, dead_at, last_error,
        event.id AS event_id, event.position, event.type, event.aggregate, event.occurred_at,
        event.data || event.admin_data AS payload
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND queue <> 'webhooks' AND delivery.id < :before
        AND position(lower(:search) IN lower(concat_ws(' ', consumer, event.type,
            replace(event.aggregate, ':', ' '), last_error))) > 0
    ORDER BY delivery.id DESC LIMIT :limit
""")
"""Dead deliveries except webhooks, newest first, with their errors and the events' payloads."""

_CHOSEN = """
    dead_at IS NOT NULL AND done_at IS NULL AND queue <> 'webhooks'
        AND (CAST(:ids AS bigint[]) IS NULL OR delivery.id = ANY(CAST(:ids AS bigint[])))
        AND (CAST(:consumer AS text) IS NULL OR consumer = CAST(:consumer AS text))
"""

LOCK_DEAD = text(f"""
    SELECT delivery.id, consumer, last_error, event.type, event.aggregate
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE {_CHOSEN} ORDER BY delivery.id LIMIT :limit FOR UPDATE OF delivery SKIP LOCKED
""")  # noqa: S608 - made of constants
"""Select and lock dead deliveries, oldest first: by ids, by consumer, or all of them if both are null."""

DEAD_IDS = text(f"SELECT delivery.id FROM delivery WHERE {_CHOSEN} ORDER BY id")  # noqa: S608 - made of constants

COUNT_DEAD = text(f"SELECT count(*) FROM delivery WHERE {_CHOSEN}")  # noqa: S608 - made of constants

LONGEST_WAITING = text(f"""
    SELECT event.id, delivery.id AS delivery_id, queue, consumer, event.type, event.aggregate, event.occurred_at,
        attempts, due_at, last_error
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE done_at IS NULL AND dead_at IS NULL AND (:queue = '' OR queue = :queue)
        AND event.type <> '{EVENT_PROBE}'
    ORDER BY event.id, delivery.id LIMIT :limit
""")  # noqa: S608 - made of constants
"""Pending deliveries, oldest first."""

EVENTS = text(f"""
    SELECT event.id, event.position, event.type, event.aggregate, event.occurred_at,
        string_agg(delivery.consumer || ' ' || {DELIVERY_STATE}, ', ' ORDER BY delivery.id) AS reactions
    FROM domain_event AS event LEFT JOIN delivery ON delivery.event_id = event.id
    WHERE (event.type = :type OR :type = '' AND event.type <> '{EVENT_PROBE}')
        AND (:aggregate = '' OR event.aggregate = :aggregate)
    GROUP BY event.id ORDER BY event.id DESC LIMIT :limit
""")  # noqa: S608 - made of constants
"""The newest events with the states of their deliveries. Probes are listed only on request."""

EVENT = text("""
    SELECT id, position, type, aggregate, reach, customer_id, request_id, occurred_at, recorded_at,
        data || admin_data AS payload
    FROM domain_event WHERE id = :id
""")

DELIVERIES = text(f"""
    SELECT id, consumer, {DELIVERY_STATE} AS state, queue, attempts, due_at, leased_at, taken_at, done_at, dead_at,
        last_error
    FROM delivery WHERE event_id = :id ORDER BY id
""")  # noqa: S608 - made of constants

NEARLY_USED_UP = 0.9
"""The share of used numbers above which a sequence is reported."""

_LARGEST_NUMBER = """
    least(sequence.max_value, CASE format_type(attribute.atttypid, NULL)
        WHEN 'integer' THEN 2147483647 WHEN 'smallint' THEN 32767 ELSE sequence.max_value END)
"""

FILLING_SEQUENCES = Query(f"""
    SELECT owner.relname || '.' || attribute.attname AS name, sequence.last_value >= {_LARGEST_NUMBER} AS is_used_up,
        sequence.last_value::float / {_LARGEST_NUMBER} AS part
    FROM pg_sequences AS sequence
    JOIN pg_depend AS depend ON depend.classid = 'pg_class'::regclass AND depend.refclassid = 'pg_class'::regclass
        AND depend.objid = format('%%I.%%I', sequence.schemaname, sequence.sequencename)::regclass
        AND depend.deptype IN ('a', 'i')
    JOIN pg_class AS owner ON owner.oid = depend.refobjid
    JOIN pg_attribute AS attribute ON attribute.attrelid = owner.oid AND attribute.attnum = depend.refobjsubid
    WHERE NOT sequence.cycle AND sequence.last_value > {_LARGEST_NUMBER} * {NEARLY_USED_UP}
    ORDER BY part DESC, name LIMIT 3
""")  # noqa: S608 - made of constants
"""Selects the sequences of ids that approach their maximum or that of their column's type, the fullest first."""
