-- Locks what an order depends on. Every order locks in the same sequence, so orders do not deadlock with each other:
-- the customer's row, which serialises the customer's orders; the products in the order of :product_ids, which is
-- sorted; the gold rates, by an advisory lock that orders share. Orders of a product with a counted stock wait for each
-- other; orders of other products do not.
WITH locked_customer AS (
    SELECT id
    FROM customer
    WHERE id = :customer_id
    FOR NO KEY UPDATE
),
locked_product AS (
    SELECT locked.id
    FROM locked_customer
    CROSS JOIN unnest(:product_ids::bigint[]) AS wanted (id)
    LEFT JOIN LATERAL (
        SELECT id FROM product WHERE product.id = wanted.id AND stock_quantity IS NOT NULL FOR NO KEY UPDATE
    ) AS counted ON true
    LEFT JOIN LATERAL (
        SELECT id FROM product WHERE product.id = coalesce(counted.id, wanted.id) FOR SHARE
    ) AS locked ON true
)
SELECT locked.products, pg_advisory_xact_lock_shared(:rates_lock)
FROM (SELECT count(*) AS products FROM locked_product) AS locked
