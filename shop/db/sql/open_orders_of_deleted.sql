-- Selects the orders of customer :customer_id that still need name, mail, phone and address: those with a line that is
-- being delivered or whose status can still be undone, with an undecided return, or with an open payment or refund; and
-- those whose invoice or mail a worker has not sent yet. A delivered order that is not paid stays open for three years,
-- after which the debt lapses, or until its pieces have come back and their returns are closed; one that is paid on
-- delivery counts as settled. Erased orders are never open.
SELECT shop_order.id
FROM shop_order
JOIN payment ON payment.order_id = shop_order.id
WHERE shop_order.customer_id = :customer_id
    AND shop_order.erased_at IS NULL
    AND (
        EXISTS (
            SELECT FROM order_item
            WHERE order_item.order_id = shop_order.id
                AND (
                    status NOT IN ('delivered', 'cancelled')
                    OR greatest(delivered_at, cancelled_at) > :undo_since
                )
        )
        OR EXISTS (
            SELECT FROM order_item
            JOIN return_request ON return_request.order_item_id = order_item.id
            WHERE order_item.order_id = shop_order.id AND return_request.status IN ('requested', 'approved', 'received')
        )
        OR payment.status = 'claimed'
        OR payment.status IN ('due', 'failed') AND payment.method <> 'cod' AND EXISTS (
            SELECT FROM order_item
            WHERE order_item.order_id = shop_order.id
                AND status <> 'cancelled'
                AND delivered_at > :undo_since - interval '3 years'
                AND quantity > (
                    SELECT coalesce(sum(back.quantity), 0)
                    FROM return_request AS back
                    WHERE back.order_item_id = order_item.id AND back.status = 'refunded'
                )
        )
        OR payment.refund_pending > 0
        OR EXISTS ( -- accepted by the provider, which may still fail to pay it, but not answer for ever
            SELECT FROM payment_refund
            WHERE payment_refund.order_id = shop_order.id
                AND payment_refund.status = 'pending'
                AND payment_refund.created_at > :undo_since - interval '30 days'
        )
        OR payment.status IN ('paid', 'part_refunded')
        AND least( -- this is refund_due of shop/payments/state.py
            payment.paid - payment.refunded,
            payment.paid - payment.refunded + payment.refunded_for_returns - shop_order.total_amount + (
                SELECT coalesce(sum(total_amount), 0)
                FROM order_item
                WHERE order_item.order_id = shop_order.id AND status = 'cancelled'
            ) + (
                \ir returned_unpaid.sql
            )
        ) > 0
        OR EXISTS (
            SELECT FROM domain_event AS event
            JOIN delivery ON delivery.event_id = event.id
            WHERE event.customer_id = :customer_id
                AND event.reach = 'customer_and_admins'
                AND coalesce(event.data ->> 'orderId', event.data ->> 'id') = shop_order.id::text
                AND delivery.done_at IS NULL
                AND delivery.dead_at IS NULL
                AND (delivery.consumer LIKE 'mail%' OR delivery.consumer IN ('issue_invoice', 'send_refund'))
        )
        OR EXISTS ( -- a refund through the provider, of which no page is notified
            SELECT FROM delivery
            JOIN domain_event AS event ON event.id = delivery.event_id
            WHERE delivery.queue = 'mail'
                AND delivery.consumer IN ('mail_refund_sent', 'mail_payment_surplus')
                AND delivery.done_at IS NULL
                AND delivery.dead_at IS NULL
                AND event.aggregate = 'order:' || shop_order.id
        )
        OR EXISTS ( -- its deliveries are created when it gets its position
            SELECT FROM domain_event AS event
            WHERE event.position IS NULL
                AND event.type IN ('payment.refund_requested', 'payment.refund_sent')
                AND event.aggregate = 'order:' || shop_order.id
        )
    )
ORDER BY shop_order.id
