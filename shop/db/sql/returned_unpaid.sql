-- The price of the pieces of an order whose returns were closed before anything was paid, for a row of payment. No line
-- of which pieces came back is cancelled. This is Payment.returned_unpaid of shop/payments/model.py.
SELECT coalesce(round(sum(order_item.total_amount * return_request.quantity / order_item.quantity), 2), 0)
FROM order_item
JOIN return_request ON return_request.order_item_id = order_item.id
WHERE order_item.order_id = payment.order_id
    AND return_request.status = 'refunded'
    AND NOT EXISTS (
        SELECT FROM payment_entry
        WHERE payment_entry.order_id = payment.order_id
            AND payment_entry.return_id = return_request.id
            AND payment_entry.from_status NOT IN ('due', 'claimed', 'failed')
    )
