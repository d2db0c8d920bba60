-- Loads everything that an order depends on, without locks.
-- Returns a row for each of :product_ids, in their order; a product that does not exist, or is scheduled, has no id. Returns no row if the
-- customer does not exist or has deleted the account. Columns other than the product's are the same in each row. Weight, charges and pieces are
-- those of the size at the same index of :sizes, or of the default size if that is empty. The size is null if the
-- product does not have it.
SELECT
    customer.name AS customer_name,
    customer.email AS customer_email,
    customer.phone AS customer_phone,
    idempotency_key.order_id AS placed_id,
    idempotency_key.request_hash AS placed_hash,
    idempotency_key.created_at AS placed_at,
    (
        SELECT least(next_at, ends_at)
        FROM throttle
        WHERE scope = :scope AND subject = :subject AND least(next_at, ends_at) > :at
    ) AS paused_until,
    (
        \ir current_gold_rate.sql
    ) AS rate,
    (
        SELECT jsonb_build_object(
            'name', name, 'address', address, 'city', city, 'state', state, 'country', country, 'zip_code', zip_code,
            'phone', phone
        )
        FROM address
        WHERE customer_id = :customer_id AND (:address_id::bigint IS NULL OR id = :address_id::bigint)
        ORDER BY is_default DESC, id DESC
        LIMIT 1
    ) AS address,
    product.id,
    product.name,
    product.purity,
    product.hallmark,
    product.status = 'active' AND product.stock_availability = 'yes'
        AND coalesce(size.stock_quantity, 1) > 0 AS is_for_sale,
    product.sizes,
    size.label AS size,
    CASE WHEN size.label IS NULL THEN product.stock_quantity ELSE size.stock_quantity END AS stock_quantity,
    coalesce(size.weight, product.weight) AS weight,
    product.gross_weight + coalesce(size.weight - product.weight, 0) AS gross_weight,
    product.stones,
    product.stone_charge,
    coalesce(size.making_charge, product.making_charge) AS making_charge,
    coalesce(size.wastage_charge, product.wastage_charge) AS wastage_charge,
    product.discount,
    (
        SELECT image_url
        FROM product_image
        WHERE product_id = product.id AND (original IS NULL OR status = 'ready')
        ORDER BY position, id
        LIMIT 1
    ) AS image_url
FROM customer
CROSS JOIN unnest(:product_ids::bigint[], :sizes::text[]) WITH ORDINALITY AS wanted (id, size, line)
LEFT JOIN product ON product.id = wanted.id AND product.on_sale_at IS NULL
LEFT JOIN LATERAL (
    \ir size_of_product.sql
) AS size ON product.sizes <> '[]' AND CASE WHEN wanted.size = '' THEN is_default ELSE label = wanted.size END
LEFT JOIN idempotency_key ON idempotency_key.customer_id = customer.id AND idempotency_key.key = :key
WHERE customer.id = :customer_id AND customer.deleted_at IS NULL
ORDER BY wanted.line
