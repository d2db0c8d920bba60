-- Returns for each word of a search whether a name on sale has it, and the facet groups whose category, type or purity
-- matches. Words of names and categories match by prefix; types and purities match as a whole.
WITH kind AS MATERIALIZED (
    -- Computing words takes most of the time, and many groups have the same type and purity.
    SELECT product_type, purity, search_words(product_type || ' ' || purity) AS words
    FROM (SELECT DISTINCT product_type, purity FROM shelf) AS pair
)
SELECT
    word.number::integer AS number,
    EXISTS (SELECT FROM listing WHERE search_words(listing.name) @@ word.prefixes) AS is_in_names,
    array(
        SELECT shelf.id
        FROM shelf
        WHERE shelf.category_id IN (SELECT id FROM category WHERE search_words(category.name) @@ word.prefixes)
            OR (shelf.product_type, shelf.purity) IN (
                SELECT product_type, purity FROM kind WHERE words @@ word.whole_words
            )
    ) AS group_ids
FROM unnest(:prefixes::text[]::tsquery[], :whole_words::text[]::tsquery[])
    WITH ORDINALITY AS word (prefixes, whole_words, number)
ORDER BY word.number
