-- Counts a call of an API key as an attempt. The commit does not wait for the disk.
WITH attempt AS (
    SELECT FROM set_config('synchronous_commit', 'off', TRUE)
)
\ir consume_attempt.sql
