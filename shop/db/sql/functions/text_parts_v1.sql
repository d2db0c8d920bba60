-- Returns the parts of two and of three characters of a text, in lower case. A text that contains another text has all
-- parts of the other. An index uses the function, so a change of it needs another name or a new index.
CREATE OR REPLACE FUNCTION text_parts(whole text) RETURNS text[]
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN (
    SELECT coalesce(array_agg(DISTINCT substr(lower(whole), place, size)), '{}')
    FROM generate_series(1, length(lower(whole)) - 1) AS place, generate_series(2, 3) AS size
    WHERE place + size - 1 <= length(lower(whole))
);
