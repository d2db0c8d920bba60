-- Records an event for each open request of these products or customers whose product is in stock again in the size of
-- the request, in the order of the requests. A request for a removed size stays open, unless the product has no sizes
-- any more. Requests whose mail is already queued are left out, but not after 8 days: then the mail was given up, because
-- no delivery waits so long. Unconfirmed addresses are left out, because anybody may sign up with a stranger's.
WITH due AS (
    UPDATE back_in_stock_request AS request
    SET due_at = :at
    FROM product, customer
    WHERE product.id = request.product_id
        AND customer.id = request.customer_id
        AND (
            product.id = ANY (CAST(:product_ids AS bigint[]))
            OR customer.id = ANY (CAST(:customer_ids AS bigint[]))
        )
        AND customer.email_confirmed_at IS NOT NULL
        AND product.status = 'active'
        AND product.stock_availability = 'yes'
        AND (
            request.size IS NULL
            OR product.sizes = '[]'
            OR jsonb_path_exists(
                product.sizes,
                '$[*] ? (@.label == $size && !(@.stock_quantity == 0))',
                jsonb_build_object('size', request.size)
            )
        )
        AND request.mailed_at IS NULL
        AND (request.due_at IS NULL OR request.due_at < :at - interval '8 days')
    RETURNING request.id, request.product_id, request.customer_id, request.asked_at
),
recorded AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
    SELECT
        'stock.request_due', concat('product:', product_id), 'nobody', customer_id,
        jsonb_build_object('requestId', id), :at
    FROM due
    ORDER BY asked_at, id
    RETURNING id
)
SELECT pg_notify('domain_event', '')
FROM recorded
LIMIT 1
