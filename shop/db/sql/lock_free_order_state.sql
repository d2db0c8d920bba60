-- Locks what an order depends on, as lock_order_state.sql does, but fails if another transaction holds one of the rows.
-- So orders of several requests can share a transaction: none of them makes the others wait. It waits for the lock of
-- the gold rates, because a change of a rate holds that lock only while it commits.
WITH locked_customer AS (
    SELECT id
    FROM customer
    WHERE id = :customer_id
    FOR NO KEY UPDATE NOWAIT
),
locked_product AS (
    SELECT locked.id
    FROM locked_customer
    CROSS JOIN unnest(:product_ids::bigint[]) AS wanted (id)
    LEFT JOIN LATERAL (
        SELECT id FROM product WHERE product.id = wanted.id AND stock_quantity IS NOT NULL FOR NO KEY UPDATE NOWAIT
    ) AS counted ON true
    LEFT JOIN LATERAL (
        SELECT id FROM product WHERE product.id = coalesce(counted.id, wanted.id) FOR SHARE NOWAIT
    ) AS locked ON true
)
SELECT locked.products, pg_advisory_xact_lock_shared(:rates_lock)
FROM (SELECT count(*) AS products FROM locked_product) AS locked
