-- Returns the words of a name in lower case and without accents. An index uses it, so a change of it needs another name
-- or a new index. Punctuation becomes spaces, because the parser would read "a.b" as a host, "a/b" as a path and "<a>"
-- as a tag, and leaves quotes and dashes other than ASCII ones in their words. Parts that punctuation joins are a word
-- together too: the words of "22-K" are "22", "k" and "22k". Most names have letters and spaces only; for them the
-- first branch takes half the time. The function is not strict, so that it is inlined.
CREATE OR REPLACE FUNCTION search_words(name text) RETURNS tsvector
LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE
    WHEN name COLLATE "C" !~ '[^A-Za-z0-9 ]' THEN to_tsvector('simple', lower(name COLLATE "pg_c_utf8"))
    ELSE to_tsvector(
        'simple',
        regexp_replace(
            regexp_replace(normalize(lower(name COLLATE "pg_c_utf8"), NFKD), '[\u0300-\u036f]', '', 'g'),
            '[[:punct:]]', ' ', 'g'
        )
        || ' ' || regexp_replace(
            regexp_replace(normalize(lower(name COLLATE "pg_c_utf8"), NFKD), '[\u0300-\u036f]', '', 'g'),
            '[[:punct:]]', '', 'g'
        )
    )
END;
