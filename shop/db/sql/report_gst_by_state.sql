-- The documents of a month by kind and by the state of the delivery. The amounts of credit notes are positive.
SELECT
    kind, state_code, count(*)::integer AS documents,
    sum(taxable) AS taxable, sum(cgst) AS cgst, sum(sgst) AS sgst, sum(igst) AS igst, sum(total) AS total
FROM invoice
WHERE issued_at >= :start AND issued_at < :end
GROUP BY kind, state_code
ORDER BY kind DESC, sum(total) DESC, state_code
