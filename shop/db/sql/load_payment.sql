-- Loads the payment of an order with the fields of the order that the rules need. Runs after lock_payment.sql, as a
-- separate statement, so that it sees the lines as they were committed before the locks.
SELECT
    payment.order_id,
    shop_order.customer_id,
    shop_order.total_amount AS amount,
    shop_order.ordered_at,
    coalesce((
        SELECT sum(total_amount) FROM order_item WHERE order_id = shop_order.id AND status = 'cancelled'
    ), 0) AS cancelled,
    (
        \ir returned_unpaid.sql
    ) AS returned_unpaid,
    EXISTS (
        SELECT FROM order_item WHERE order_id = shop_order.id AND status NOT IN ('ordered', 'cancelled')
    ) AS is_begun,
    payment.method,
    payment.status,
    payment.paid,
    payment.refunded,
    payment.refunded_for_returns,
    payment.surplus,
    payment.refund_pending,
    payment.refund_failed,
    payment.expires_at,
    payment.remind_at,
    payment.version,
    payment.claim_reference,
    payment.claim_amount,
    payment.claimed_at,
    payment.rejection,
    payment.paid_at,
    payment.refunded_at,
    array(
        SELECT other.order_id
        FROM payment AS other
        WHERE other.claim_reference = coalesce(nullif(:reference, ''), payment.claim_reference)
            AND other.order_id <> payment.order_id
        ORDER BY other.order_id
        LIMIT 20
    ) AS used_in
FROM payment
JOIN shop_order ON shop_order.id = payment.order_id
WHERE payment.order_id = :order_id
