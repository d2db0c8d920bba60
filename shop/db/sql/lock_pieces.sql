-- Locks the products of order lines in the sequence of their ids, as an order does.
SELECT id
FROM product
WHERE id IN (SELECT product_id FROM order_item WHERE id = ANY (:item_ids::bigint[])) AND stock_quantity IS NOT NULL
ORDER BY id
FOR NO KEY UPDATE
