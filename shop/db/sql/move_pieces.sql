-- Gives the pieces that order lines took back to the stock or, with :is_undo, takes those again that a cancellation gave
-- back. Runs after lock_pieces.sql. Pieces that are not counted, or were not when they were ordered, are not moved.
-- Returns a row for each line whose pieces are to be moved; is_moved is false where that many are not left.
WITH wanted AS (
    SELECT
        order_item.id AS order_item_id,
        order_item.product_id,
        -sum(stock_movement.quantity) FILTER (
            WHERE NOT :is_undo OR stock_movement.reason IN ('cancellation', 'undo')
        ) AS quantity
    FROM order_item
    JOIN stock_movement ON stock_movement.order_item_id = order_item.id
    JOIN product ON product.id = order_item.product_id AND product.stock_quantity IS NOT NULL
    WHERE order_item.id = ANY (:item_ids::bigint[])
    GROUP BY order_item.id
),
moved AS (
    UPDATE product
    SET stock_quantity = product.stock_quantity + wanted.quantity
    FROM wanted
    WHERE product.id = wanted.product_id
        AND wanted.quantity <> 0
        AND product.stock_quantity + wanted.quantity BETWEEN 0 AND :most_pieces
    RETURNING
        product.id AS product_id, wanted.order_item_id, wanted.quantity, product.stock_quantity AS pieces_left,
        product.status, product.stock_availability,
        product.stock_quantity - greatest(wanted.quantity, 0) <= :last_pieces::integer AS is_shown
),
movement AS (
    INSERT INTO stock_movement (product_id, quantity, reason, order_item_id, admin_id, changed_by, at)
    SELECT product_id, quantity, :reason, order_item_id, :admin_id, :changed_by, :at
    FROM moved
    ORDER BY order_item_id
),
stock_event AS ( -- shoppers see the last pieces only, admins each of them
    INSERT INTO domain_event (type, aggregate, reach, data, admin_data, occurred_at, request_id)
    SELECT
        CASE WHEN is_shown THEN 'catalogue.changed' ELSE 'stock.changed' END,
        concat('product:', product_id),
        CASE WHEN is_shown THEN 'everyone' ELSE 'admins' END,
        jsonb_build_object(
            'entity', 'product', 'id', product_id, 'action', 'updated', 'status', status,
            'stockAvailability', stock_availability,
            'stockLeft', CASE WHEN pieces_left <= :last_pieces::integer THEN pieces_left END
        ),
        jsonb_build_object('stockQuantity', pieces_left),
        :at,
        :request_id
    FROM moved
    ORDER BY product_id
)
SELECT wanted.order_item_id, moved.order_item_id IS NOT NULL AS is_moved
FROM wanted
LEFT JOIN moved USING (order_item_id)
WHERE wanted.quantity <> 0
