-- The sales of a month by the product's current category, without cancelled lines. A deleted product has none. Orders
-- without lines have a row of their own, with their own totals.
SELECT
    CASE WHEN order_item.id IS NULL THEN 'Without items' ELSE coalesce(category.name, '') END AS category,
    sum(coalesce(order_item.quantity, shop_order.total_quantity))::integer AS pieces,
    sum(coalesce(order_item.total_amount, shop_order.total_amount)) AS amount
FROM shop_order
    LEFT JOIN order_item ON order_item.order_id = shop_order.id
    LEFT JOIN product ON product.id = order_item.product_id
    LEFT JOIN category ON category.id = product.category_id
WHERE shop_order.ordered_at >= :start AND shop_order.ordered_at < :end
    AND order_item.status IS DISTINCT FROM 'cancelled'
GROUP BY 1
ORDER BY 3 DESC, 1
