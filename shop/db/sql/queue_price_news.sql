-- Records an event for each shopper for whom a wished product has, in the wished size, a price that differs from the
-- known one by at least a given share. It handles a limited number of shoppers at a time. A shopper is notified at most
-- once since a given time, by mail or on a device, and only if the address is confirmed, because anybody may sign up
-- with a stranger's.
WITH moved AS (
    SELECT id, customer_id, product_id, size, known, price
    FROM (
        \ir price_wishlists.sql
    ) AS priced
    WHERE abs(price - known) >= known * :share
),
chosen AS (
    SELECT DISTINCT moved.customer_id
    FROM moved
        JOIN customer ON customer.id = moved.customer_id
    WHERE customer.email_confirmed_at IS NOT NULL
        AND NOT EXISTS (
            SELECT FROM wishlist_entry AS told
            WHERE told.customer_id = moved.customer_id AND told.told_at > :since
        )
        AND (
            NOT EXISTS (
                SELECT FROM mail_choice AS choice
                WHERE choice.customer_id = moved.customer_id AND choice.subject = 'wishlist' AND NOT choice.is_wanted
            )
            OR EXISTS (
                SELECT FROM push_device AS device
                WHERE device.customer_id = moved.customer_id AND device.wishlist
            )
        )
    ORDER BY moved.customer_id
    LIMIT :most
),
told AS (
    UPDATE wishlist_entry AS entry SET told_price = moved.price, told_at = :at
    FROM moved
        JOIN chosen ON chosen.customer_id = moved.customer_id
    WHERE entry.id = moved.id AND entry.size IS NOT DISTINCT FROM moved.size AND entry.told_price = moved.known
    RETURNING entry.id, entry.customer_id, entry.product_id, entry.size, moved.known AS before, moved.price
),
recorded AS (
    INSERT INTO domain_event (type, aggregate, reach, customer_id, data, occurred_at)
    SELECT 'wishlist.price_news_due', concat('customer:', customer_id), 'nobody', customer_id,
        jsonb_build_object(
            'customerId', customer_id,
            'pieces', jsonb_agg(
                jsonb_build_object('productId', product_id, 'size', size, 'from', before, 'to', price) ORDER BY id DESC
            )
        ), :at
    FROM told
    GROUP BY customer_id
    ORDER BY customer_id
    RETURNING id
)
SELECT pg_notify('domain_event', '')
FROM recorded
LIMIT 1
