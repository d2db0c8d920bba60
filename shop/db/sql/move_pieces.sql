-- Returns the pieces of order lines to stock, at most :quantity of each line if it is not null. With :is_undo, takes them
-- again after a cancellation was undone. Runs after lock_pieces.sql. Pieces without a count, now or when they were ordered, are not moved, nor are those of a size
-- that the product no longer has. If it has no sizes any more, they are moved without one. Returned pieces that are in
-- no count because of that are booked in and out, so that the ledger shows them.
-- Returns a row for each line whose pieces have to be moved; is_moved is false if not enough pieces are left. stranded is
-- the number of returned pieces in no count, else null.
WITH wanted AS (
    SELECT
        order_item.id AS order_item_id,
        order_item.product_id,
        CASE WHEN product.sizes <> '[]' THEN order_item.size END AS size,
        least( -- NULL is ignored
            :quantity::integer,
            -sum(stock_movement.quantity) FILTER (
                WHERE NOT :is_undo OR stock_movement.reason IN ('cancellation', 'undo')
            )
        ) AS quantity
    FROM order_item
    JOIN stock_movement ON stock_movement.order_item_id = order_item.id
    JOIN product ON product.id = order_item.product_id AND product.stock_quantity IS NOT NULL
    WHERE order_item.id = ANY (:item_ids::bigint[])
    GROUP BY order_item.id, product.id
),
movable AS (
    SELECT wanted.*
    FROM wanted
    JOIN product ON product.id = wanted.product_id
    LEFT JOIN LATERAL (
        \ir size_of_product.sql
    ) AS size ON size.label = wanted.size
    WHERE wanted.quantity <> 0
        AND (product.sizes = '[]' OR size.label IS NOT NULL)
        AND coalesce(size.stock_quantity, product.stock_quantity) + wanted.quantity >= 0
),
stranded AS (
    SELECT wanted.*, order_item.size AS ordered_size, product.name AS product_name
    FROM wanted
    JOIN order_item ON order_item.id = wanted.order_item_id
    JOIN product ON product.id = wanted.product_id
    WHERE wanted.quantity > 0
        AND product.sizes <> '[]'
        AND NOT EXISTS (
            SELECT
            FROM jsonb_to_recordset(product.sizes) AS size (label text)
            WHERE size.label = wanted.size
        )
),
stranded_movement AS (
    INSERT INTO stock_movement (product_id, size, quantity, reason, note, order_item_id, admin_id, changed_by, at)
    SELECT
        product_id, ordered_size, booking.sign * quantity, :reason, booking.note, order_item_id, :admin_id, :changed_by,
        :at
    FROM stranded
    CROSS JOIN (VALUES (1, ''), (-1, :stranded_note::text)) AS booking (sign, note)
    ORDER BY order_item_id, booking.sign DESC
),
pieces AS ( -- of one product, which may be on several lines in different sizes
    SELECT
        product_id,
        sum(quantity)::integer AS quantity,
        jsonb_object_agg(size, quantity) FILTER (WHERE size IS NOT NULL) AS of_sizes
    FROM movable
    GROUP BY product_id
),
moved AS (
    UPDATE product
    SET stock_quantity = product.stock_quantity + pieces.quantity, sizes = move_sizes(product.sizes, pieces.of_sizes)
    FROM pieces
    WHERE product.id = pieces.product_id AND product.stock_quantity + pieces.quantity BETWEEN 0 AND :most_pieces
    RETURNING
        product.id AS product_id, product.stock_quantity AS pieces_left, product.status, product.stock_availability,
        product.stock_quantity - greatest(pieces.quantity, 0) <= :last_pieces::integer OR EXISTS (
            SELECT
            FROM jsonb_to_recordset(product.sizes) AS size (label text, stock_quantity integer)
            WHERE size.stock_quantity - greatest((pieces.of_sizes ->> size.label)::integer, 0) <= :last_pieces::integer
        ) AS is_shown
),
movement AS (
    INSERT INTO stock_movement (product_id, size, quantity, reason, order_item_id, admin_id, changed_by, at)
    SELECT product_id, movable.size, movable.quantity, :reason, order_item_id, :admin_id, :changed_by, :at
    FROM moved
    JOIN movable USING (product_id)
    ORDER BY order_item_id
    RETURNING order_item_id
),
stock_event AS (
    \ir stock_event.sql
    FROM moved
    WHERE :reason <> 'return' -- it has an event with all fields of the product
    ORDER BY product_id
)
SELECT
    wanted.order_item_id, movement.order_item_id IS NOT NULL AS is_moved, stranded.quantity AS stranded,
    stranded.product_name, stranded.ordered_size AS size
FROM wanted
LEFT JOIN movement USING (order_item_id)
LEFT JOIN stranded USING (order_item_id)
WHERE wanted.quantity <> 0
