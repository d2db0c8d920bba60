-- Compares, order by order, the invoiced amount of a month with the money received. "ahead" is money of orders that are
-- invoiced in another month, or not yet; "behind" is invoiced money that came in another month, or is still due.
WITH invoiced AS (
    SELECT order_id, sum(CASE kind WHEN 'invoice' THEN total ELSE -total END) AS amount
    FROM invoice
    WHERE issued_at >= :start AND issued_at < :end
    GROUP BY order_id
), kept AS (
    SELECT order_id, sum(CASE kind WHEN 'payment' THEN amount ELSE -amount END) AS amount
    FROM payment_entry
    WHERE kind IN ('payment', 'refund') AND at >= :start AND at < :end
    GROUP BY order_id
), difference AS (
    SELECT coalesce(kept.amount, 0) - coalesce(invoiced.amount, 0) AS amount
    FROM invoiced FULL JOIN kept USING (order_id)
)
SELECT
    count(*) FILTER (WHERE amount > 0)::integer AS ahead_orders,
    coalesce(sum(amount) FILTER (WHERE amount > 0), 0) AS ahead,
    count(*) FILTER (WHERE amount < 0)::integer AS behind_orders,
    coalesce(sum(-amount) FILTER (WHERE amount < 0), 0) AS behind
FROM difference
