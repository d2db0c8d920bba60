-- Writes an order with its lines, their history, its payment, its idempotency key and its event. Takes its pieces from
-- counted stock, and removes its products from the cart. :admin_id and :changed_by are the admin who enters the order
-- for the customer, whom the event names to admins only; null if the customer places it. Runs after
-- lock_order_state.sql, as a separate statement, so that it sees everything that was committed before the locks.
-- Returns one row, or none if nothing was written: the key is used, a product or the rate differs from the lines, or the
-- customer is throttled. No number is drawn from a sequence in that case.
WITH order_line AS (
    SELECT
        line, product_id, product_name, product_image_url, purity, hallmark, size, quantity,
        weight, gross_weight, stones, stone_charge, gold_rate, making_charge, wastage_charge, discount, total_amount
    FROM jsonb_populate_recordset(NULL::order_item, :lines::jsonb)
),
unchanged_line AS (
    SELECT order_line.line
    FROM order_line
    JOIN product ON product.id = order_line.product_id
    LEFT JOIN LATERAL (
        \ir size_of_product.sql
    ) AS size ON product.sizes <> '[]' AND size.label = order_line.size
    WHERE product.status = 'active'
        AND product.stock_availability = 'yes'
        AND size.label IS NOT DISTINCT FROM order_line.size
        AND (product.sizes = '[]' OR order_line.size IS NOT NULL)
        AND (
            product.stock_quantity IS NULL
            OR coalesce(size.stock_quantity, product.stock_quantity) >= order_line.quantity
        )
        AND product.name = order_line.product_name
        AND product.purity = order_line.purity
        AND product.hallmark IS NOT DISTINCT FROM order_line.hallmark
        AND coalesce(size.weight, product.weight) = order_line.weight
        AND product.gross_weight + (order_line.weight - product.weight) IS NOT DISTINCT FROM order_line.gross_weight
        AND product.stones = order_line.stones
        AND product.stone_charge = order_line.stone_charge
        AND coalesce(size.making_charge, product.making_charge) = order_line.making_charge
        AND coalesce(size.wastage_charge, product.wastage_charge) = order_line.wastage_charge
        AND product.discount = order_line.discount
        AND order_line.gold_rate = least(:held_rate::numeric, ( -- NULL is ignored: most orders have no hold
            \ir current_gold_rate.sql
        ))
),
acceptable AS (
    SELECT id AS customer_id
    FROM customer
    WHERE id = :customer_id
        AND deleted_at IS NULL
        AND (SELECT count(*) FROM unchanged_line) = (SELECT count(*) FROM order_line)
        AND NOT EXISTS (
            SELECT FROM idempotency_key
            WHERE customer_id = :customer_id AND key = :key AND created_at >= :void_before
        )
),
attempt AS (
    SELECT FROM acceptable WHERE :is_limited
),
allowed_attempt AS (
    \ir consume_attempt.sql
),
new_key AS (
    INSERT INTO idempotency_key (customer_id, order_id, key, request_hash, created_at)
    SELECT customer_id, nextval('shop_order_id_seq'), :key, :request_hash, :ordered_at
    FROM acceptable
    WHERE NOT :is_limited OR EXISTS (SELECT FROM allowed_attempt)
    ON CONFLICT (customer_id, key) DO UPDATE SET
        order_id = excluded.order_id,
        request_hash = excluded.request_hash,
        created_at = excluded.created_at
    WHERE idempotency_key.created_at < :void_before
    RETURNING customer_id, order_id
),
new_order AS (
    INSERT INTO shop_order (
        id, customer_id, name, email, phone, address, total_quantity, total_amount, ordered_at,
        delivery_from, delivery_date
    )
    SELECT
        order_id, customer_id, :name, :email, :phone, :address::jsonb, :total_quantity, :total_amount, :ordered_at,
        :delivery_from, :delivery_date
    FROM new_key
),
new_payment AS (
    INSERT INTO payment (order_id, method, expires_at, remind_at)
    SELECT order_id, :payment_method, :payment_expires_at, :payment_remind_at
    FROM new_key
),
new_item AS (
    INSERT INTO order_item (
        id, order_id, line, product_id, product_name, product_image_url, purity, hallmark, size, quantity,
        weight, gross_weight, stones, stone_charge, gold_rate, making_charge, wastage_charge, discount, total_amount,
        status, ordered_at
    )
    SELECT
        nextval('order_item_id_seq'), order_id, line, product_id, product_name, product_image_url, purity, hallmark,
        size, quantity, weight, gross_weight, stones, stone_charge, gold_rate, making_charge, wastage_charge, discount,
        total_amount, 'ordered', :ordered_at
    FROM new_key
    CROSS JOIN order_line
    ORDER BY line
    RETURNING id, line
),
first_status AS (
    INSERT INTO status_change (id, order_item_id, version, to_status, at, admin_id, changed_by)
    SELECT
        nextval('status_change_id_seq'), id, 1, 'ordered', :ordered_at, :admin_id::bigint, :changed_by::text
    FROM new_item
),
pieces AS ( -- of one product, which may be on several lines in different sizes
    SELECT
        product_id,
        sum(quantity)::integer AS quantity,
        jsonb_object_agg(size, -quantity) FILTER (WHERE size IS NOT NULL) AS of_sizes
    FROM order_line
    GROUP BY product_id
),
taken AS (
    UPDATE product
    SET stock_quantity = product.stock_quantity - pieces.quantity, sizes = move_sizes(product.sizes, pieces.of_sizes)
    FROM new_key, pieces
    WHERE product.id = pieces.product_id AND product.stock_quantity IS NOT NULL
    RETURNING
        product.id AS product_id, product.stock_quantity AS pieces_left, product.status, product.stock_availability,
        product.stock_quantity <= :last_pieces::integer OR jsonb_path_exists(
            product.sizes, '$[*].stock_quantity ? (@ <= $last)', jsonb_build_object('last', :last_pieces::integer)
        ) AS is_shown
),
movement AS (
    INSERT INTO stock_movement (product_id, size, quantity, reason, order_item_id, admin_id, changed_by, at)
    SELECT
        order_line.product_id, order_line.size, -order_line.quantity, 'order', new_item.id, :admin_id::bigint,
        :changed_by::text, :ordered_at
    FROM taken
    JOIN order_line USING (product_id)
    JOIN new_item USING (line)
    ORDER BY line
),
stock_event AS (
    \ir stock_event.sql
    FROM taken
    ORDER BY product_id
),
emptied_cart AS (
    DELETE FROM cart_item
    USING new_key, order_line
    WHERE cart_item.customer_id = new_key.customer_id
        AND (
            cart_item.product_id = order_line.product_id
            OR (cart_item.sized_product_id, cart_item.size) = (order_line.product_id, order_line.size)
        )
),
event_item AS ( -- the lines in the form of the event, with the ids that were assigned
    SELECT
        (:event_data::jsonb -> 'items' -> (new_item.line - 1))
            || jsonb_build_object('orderId', new_key.order_id, 'itemId', new_item.id, 'id', new_item.id) AS data,
        new_item.line
    FROM new_key
    CROSS JOIN new_item
),
new_event AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, admin_data, occurred_at, request_id)
    SELECT
        :event_type,
        concat('order:', order_id),
        :event_reach,
        customer_id,
        :event_data::jsonb
            || jsonb_build_object(
                'id', order_id,
                'items', (SELECT jsonb_agg(data ORDER BY line) FROM event_item),
                'payment', :event_data::jsonb -> 'payment'
                    || jsonb_build_object('reference', concat(:reference_prefix::text, order_id))
            ),
        CASE WHEN :changed_by::text IS NULL THEN '{}' ELSE (
            SELECT jsonb_build_object('items', jsonb_agg(
                jsonb_set(data, '{history,0,changedBy}', to_jsonb(:changed_by::text)) ORDER BY line
            ))
            FROM event_item
        ) END,
        :event_occurred_at,
        :event_request_id
    FROM new_key
    RETURNING id
)
SELECT
    new_key.order_id,
    array(SELECT id FROM new_item ORDER BY line) AS item_ids,
    pg_notify('domain_event', '') -- wakes the relay on commit
FROM new_key
CROSS JOIN new_event
