-- The gold rate for 22 carat that is in force: the latest one that is dated today in India or earlier. The caller's
-- :today may be yesterday by the time this runs. The inner SELECT lets PostgreSQL read the clock once and use the index.
SELECT r22k
FROM gold_rate
WHERE date <= greatest(:today::date, (SELECT timezone('Asia/Kolkata', clock_timestamp())::date))
ORDER BY date DESC
LIMIT 1
