-- The money that moved in a month. Payments for orders without an amount due are refunded automatically: they count as
-- a payment and a refund of the method "surplus".
SELECT
    CASE kind WHEN 'surplus' THEN kind ELSE method END AS method,
    count(*) FILTER (WHERE kind <> 'refund')::integer AS payments,
    coalesce(sum(amount) FILTER (WHERE kind <> 'refund'), 0) AS received,
    count(*) FILTER (WHERE kind <> 'payment')::integer AS refunds,
    coalesce(sum(amount) FILTER (WHERE kind <> 'payment'), 0) AS refunded
FROM payment_entry
WHERE kind IN ('payment', 'refund', 'surplus') AND at >= :start AND at < :end
GROUP BY 1
ORDER BY 3 DESC, 1
