-- Returns the facet group (shelf) of products that share these values. It is added if it does not exist.
CREATE OR REPLACE FUNCTION shelf_of(category bigint, type text, fineness text, stock boolean, whole_stars integer)
RETURNS bigint LANGUAGE plpgsql AS $$
DECLARE
    found_id bigint;
BEGIN
    LOOP
        SELECT id INTO found_id
        FROM shelf
        WHERE category_id = category
            AND product_type = type
            AND purity = fineness
            AND in_stock = stock
            AND stars = whole_stars;
        IF found_id IS NOT NULL THEN
            RETURN found_id;
        END IF;
        -- Another transaction may add the same group first; then the next SELECT finds it.
        INSERT INTO shelf (category_id, product_type, purity, in_stock, stars)
        VALUES (category, type, fineness, stock, whole_stars)
        ON CONFLICT DO NOTHING;
    END LOOP;
END $$;
