-- Sets the status of an order line, with its history and its event.
-- Returns one row, or none if nothing was written: a line of the order is at another version than in :seen_versions,
-- the order's own status text has changed, or another transaction holds a lock on one of them. It never waits for a
-- lock, because it may share a transaction with the changes of other requests.
WITH locked AS (
    SELECT order_item.line, order_item.version, shop_order.status_text
    FROM order_item
    JOIN shop_order ON shop_order.id = order_item.order_id
    WHERE shop_order.id = :order_id
    FOR UPDATE SKIP LOCKED
),
changed AS (
    UPDATE order_item SET
        status = :status,
        version = :version,
        changed_by = :changed_by,
        ordered_at = :ordered_at,
        packed_at = :packed_at,
        shipped_at = :shipped_at,
        delivered_at = :delivered_at,
        cancelled_at = :cancelled_at
    WHERE id = :item_id
        AND (
            SELECT
                array_agg(version ORDER BY line) = :seen_versions::integer[]
                AND every(status_text IS NOT DISTINCT FROM :seen_status_text)
            FROM locked
        )
    RETURNING id
),
new_status AS (
    INSERT INTO status_change (
        order_item_id, version, from_status, to_status, at, admin_id, api_key_id, changed_by, undoes, reason, weights
    )
    SELECT
        id, :version, :previous_status, :status, :changed_at, :admin_id, :api_key_id::bigint, :changed_by, :undoes, :reason,
        :weights::numeric[]
    FROM changed
),
new_event AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, admin_data, occurred_at, request_id)
    SELECT
        :event_type, :event_aggregate, :event_reach, :event_customer_id, :event_data::jsonb, :event_admin_data::jsonb,
        :event_occurred_at, :event_request_id
    FROM changed
    RETURNING id
)
SELECT pg_notify('domain_event', '') -- wakes the relay on commit
FROM new_event
