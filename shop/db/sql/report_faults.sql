-- Counts inconsistencies of a month: documents whose sum differs from their lines, missing numbers between the first and
-- the last of the month, and payments whose state differs from their ledger.
SELECT
    (
        SELECT count(*)
        FROM invoice CROSS JOIN LATERAL (
            SELECT sum((line ->> 'total')::numeric) AS total, sum((line ->> 'taxable')::numeric) AS taxable
            FROM jsonb_array_elements(invoice.content -> 'lines') AS line
        ) AS lines
        WHERE invoice.issued_at >= :start AND invoice.issued_at < :end
            AND (lines.total, lines.taxable) IS DISTINCT FROM (invoice.total, invoice.taxable)
    )::integer AS documents,
    (
        SELECT coalesce(sum(missing), 0)
        FROM (
            SELECT max(sequence) - min(sequence) + 1 - count(*) AS missing
            FROM invoice
            WHERE issued_at >= :start AND issued_at < :end
            GROUP BY kind, year
        ) AS series
    )::integer AS missing_numbers,
    (
        SELECT count(*)
        FROM payment CROSS JOIN LATERAL (
            SELECT
                coalesce(sum(amount) FILTER (WHERE kind = 'payment'), 0) AS paid,
                coalesce(sum(amount) FILTER (WHERE kind = 'refund'), 0) AS refunded
            FROM payment_entry
            WHERE payment_entry.order_id = payment.order_id
        ) AS ledger
        WHERE payment.order_id IN (
            SELECT order_id
            FROM payment_entry
            WHERE kind IN ('payment', 'refund', 'surplus') AND at >= :start AND at < :end
        ) AND (ledger.paid, ledger.refunded) IS DISTINCT FROM (payment.paid, payment.refunded)
    )::integer AS payments
