-- Locks an order and its payment, in this sequence, and serialises claims with the same reference.
SELECT
    (SELECT id FROM shop_order WHERE id = :order_id FOR NO KEY UPDATE) AS locked_order,
    (SELECT order_id FROM payment WHERE order_id = :order_id FOR NO KEY UPDATE) AS locked_payment,
    CASE WHEN :reference <> '' THEN pg_advisory_xact_lock(1886413165, hashtext(:reference)) END
