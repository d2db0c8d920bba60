-- Records an event for each payment whose reminder is due, once.
WITH due AS (
    SELECT order_id
    FROM payment
    WHERE status = 'due' AND remind_at <= :at
    ORDER BY remind_at
    LIMIT 50
    FOR UPDATE SKIP LOCKED
),
reminded AS (
    UPDATE payment SET remind_at = NULL
    FROM due
    WHERE payment.order_id = due.order_id
    RETURNING payment.order_id
),
recorded AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
    SELECT
        'payment.reminder_due', concat('order:', order_id), 'nobody', customer_id,
        jsonb_build_object('orderId', order_id), :at
    FROM reminded
    JOIN shop_order ON shop_order.id = reminded.order_id
    RETURNING id
)
SELECT pg_notify('domain_event', '')
FROM recorded
LIMIT 1
