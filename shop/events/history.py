"""Queries of one delivery's history: its attempts with their errors and workers, and the actions of operators."""

from sqlalchemy import text

DELIVERY_STATE = """
    CASE
        WHEN done_at IS NOT NULL AND dead_at IS NOT NULL THEN 'discarded'
        WHEN done_at IS NOT NULL AND last_error IS NOT NULL THEN 'expired'
        WHEN done_at IS NOT NULL THEN 'done'
        WHEN dead_at IS NOT NULL THEN 'dead'
        WHEN last_error IS NOT NULL THEN 'failing'
        ELSE 'waiting' END
"""
"""The state of a delivery in SQL. One that is running now counts as waiting or failing."""

ONE = text(f"""
    SELECT delivery.id, consumer, queue, attempts, due_at, leased_at, taken_at, done_at, dead_at, last_error, worker,
        event.id AS event_id, event.position, event.type, event.aggregate, event.occurred_at, event.recorded_at,
        event.request_id, event.data || event.admin_data AS payload,
        CASE WHEN done_at IS NULL AND dead_at IS NULL AND leased_at IS NOT NULL AND taken_at IS NOT NULL
            THEN 'running' ELSE {DELIVERY_STATE} END AS progress,
        done_at IS NULL AND dead_at IS NULL AND queue IN (SELECT queue FROM queue_pause) AS is_paused
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE delivery.id = :id
""")  # noqa: S608 - made of constants
"""One delivery with its event."""

STEPS = text("""
    SELECT outcome, error, worker, began_at, ended_at, attempts, NULL AS actor
    FROM delivery_attempt WHERE delivery_id = :id
    UNION ALL
    SELECT 'failed', try.error, NULL, try.at, try.at + make_interval(secs => try.ms / 1000), 1, NULL
    FROM webhook_delivery, jsonb_to_recordset(tries) AS try(at timestamptz, ms double precision, error text)
    WHERE delivery_id = :id AND try.error IS NOT NULL
    UNION ALL
    SELECT action, NULL, NULL, at, at, 1, actor
    FROM audit_entry WHERE entity = 'delivery' AND entity_id = :id AND at >= :since
    UNION ALL
    SELECT CASE WHEN last_error IS NULL THEN 'done' ELSE 'expired' END, last_error, worker,
        coalesce(taken_at, done_at), done_at, 1, NULL
    FROM delivery WHERE id = :id AND done_at IS NOT NULL AND dead_at IS NULL
    UNION ALL
    SELECT 'running', NULL, worker, taken_at, NULL, 1, NULL
    FROM delivery WHERE id = :id AND done_at IS NULL AND dead_at IS NULL AND leased_at IS NOT NULL
        AND taken_at IS NOT NULL
    ORDER BY began_at, ended_at
""")
"""Its attempts and the actions of operators, oldest first. The calls of a webhook's endpoint are attempts as well."""
