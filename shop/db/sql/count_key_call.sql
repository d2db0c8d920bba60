-- Counts a call of an API key, which is always an attempt. Its write is not worth waiting for the disk.
WITH attempt AS (
    SELECT FROM set_config('synchronous_commit', 'off', TRUE)
)
\ir consume_attempt.sql
