-- The sales of a month by the product's current category, without cancelled lines. A deleted product has none.
SELECT
    coalesce(category.name, '') AS category,
    sum(order_item.quantity)::integer AS pieces,
    sum(order_item.total_amount) AS amount
FROM shop_order
    JOIN order_item ON order_item.order_id = shop_order.id
    LEFT JOIN product ON product.id = order_item.product_id
    LEFT JOIN category ON category.id = product.category_id
WHERE shop_order.ordered_at >= :start AND shop_order.ordered_at < :end AND order_item.status <> 'cancelled'
GROUP BY 1
ORDER BY 3 DESC, 1
