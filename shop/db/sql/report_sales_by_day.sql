-- The sales of a month by the day of the order in India, without cancelled lines. An order without lines counts with
-- its own totals.
SELECT
    (shop_order.ordered_at AT TIME ZONE 'Asia/Kolkata')::date AS day,
    count(DISTINCT shop_order.id)::integer AS orders,
    sum(coalesce(order_item.quantity, shop_order.total_quantity))::integer AS pieces,
    sum(coalesce(order_item.total_amount, shop_order.total_amount)) AS amount
FROM shop_order LEFT JOIN order_item ON order_item.order_id = shop_order.id
WHERE shop_order.ordered_at >= :start AND shop_order.ordered_at < :end
    AND order_item.status IS DISTINCT FROM 'cancelled'
GROUP BY 1
ORDER BY 1
