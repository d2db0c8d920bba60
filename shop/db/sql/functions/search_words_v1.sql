-- Returns the words of a name in lower case. An index uses it, so a change of it needs another name or a new index.
-- Punctuation becomes spaces first, because the parser would read "a.b" as a host, "a/b" as a path and "<a>" as a tag.
CREATE OR REPLACE FUNCTION search_words(name text) RETURNS tsvector
LANGUAGE sql IMMUTABLE STRICT PARALLEL SAFE
RETURN to_tsvector(
    'simple', translate(lower(name COLLATE "pg_c_utf8"), '!"#$%&()*+,-./:;<=>?@[]^_`{|}~\', repeat(' ', 32))
);
