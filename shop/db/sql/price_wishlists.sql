-- The wishlist entries whose product is on sale, each with the price of its size at the rate of the listing. The price
-- is NULL if the product no longer has the size. If it has no sizes now, the size is ignored. "known" is the price that
-- the shopper knows, NULL if there is none for this size.
SELECT
    entry.id,
    entry.customer_id,
    entry.product_id,
    entry.size,
    CASE WHEN entry.told_size IS NOT DISTINCT FROM entry.size THEN entry.told_price END AS known,
    CASE
        WHEN entry.size IS NULL OR product.sizes = '[]' THEN listing.price
        ELSE ornament_price(
            (SELECT r22k FROM rate_in_force),
            size.weight,
            coalesce(size.making_charge, product.making_charge),
            coalesce(size.wastage_charge, product.wastage_charge),
            product.discount,
            product.stone_charge
        )
    END AS price
FROM wishlist_entry AS entry
JOIN listing ON listing.product_id = entry.product_id
LEFT JOIN product ON product.id = entry.product_id AND entry.size IS NOT NULL
LEFT JOIN LATERAL (
    \ir size_of_product.sql
) AS size ON size.label = entry.size
