-- Counts an attempt if it is allowed now; otherwise returns no row and changes nothing.
-- The surrounding statement has a query "attempt" with one row, or with none if nothing has to be counted.
-- An attempt that may follow at once is due from :long_ago and not from :at, because the clocks of API processes differ.
INSERT INTO throttle AS held (scope, subject, count, next_at, ends_at)
SELECT
    :scope,
    :subject,
    1,
    CASE WHEN :free > 1 THEN :long_ago ELSE :at + :first END,
    :at + :window
FROM attempt
ON CONFLICT (scope, subject) DO UPDATE SET
    count = CASE WHEN held.ends_at <= :at THEN 1 ELSE held.count + 1 END,
    next_at = CASE
        WHEN held.ends_at <= :at THEN excluded.next_at
        WHEN held.count + 1 < :free THEN :long_ago
        ELSE :at + least(:longest, :first * power(2, least(held.count + 1 - :free, 20)))
    END,
    ends_at = CASE WHEN held.ends_at <= :at THEN excluded.ends_at ELSE held.ends_at END
WHERE held.ends_at <= :at OR held.next_at <= :at
RETURNING held.count
