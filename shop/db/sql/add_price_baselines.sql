-- Stores the current price as the one that the shopper knows, for at most :most wishlist entries without such a price
-- for their size.
UPDATE wishlist_entry AS entry SET told_price = wished.price, told_size = wished.size
FROM (
    SELECT id, size, price
    FROM (
        \ir price_wishlists.sql
    ) AS priced
    WHERE known IS NULL AND price IS NOT NULL
    ORDER BY id
    LIMIT :most
) AS wished
WHERE entry.id = wished.id AND entry.size IS NOT DISTINCT FROM wished.size
