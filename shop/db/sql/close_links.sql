-- Records an event that closes the provider's payment pages of an order for another amount than is due now, if any page
-- is open.
WITH new_event AS (
    INSERT INTO domain_event (type, aggregate, reach, data, occurred_at, request_id)
    SELECT
        :event_type, :event_aggregate, :event_reach, :event_data::jsonb, :event_occurred_at, :event_request_id
    FROM payment_link
    WHERE order_id = :order_id AND status = 'open'
    LIMIT 1
    RETURNING id
)
SELECT pg_notify('domain_event', '') -- wakes the relay on commit
FROM new_event
