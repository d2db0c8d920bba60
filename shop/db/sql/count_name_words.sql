-- Counts the products on sale by each word of their names, and the categories by each word of theirs. Words with digits
-- are left out.
SELECT word, max(products)::integer AS products
FROM (
    SELECT word, ndoc AS products FROM ts_stat('SELECT search_words(name) FROM listing')
    UNION ALL
    SELECT word, ndoc FROM ts_stat('SELECT search_words(name) FROM category')
) AS counted
WHERE length(word) > 2 AND word !~ '[0-9]'
GROUP BY word
