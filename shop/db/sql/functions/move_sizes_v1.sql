-- Returns the sizes of a product with some pieces more, or fewer: "moved" has a number for each label, or is null.
CREATE OR REPLACE FUNCTION move_sizes(sizes jsonb, moved jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN CASE WHEN moved IS NULL THEN sizes ELSE (
    SELECT coalesce(
        jsonb_agg(
            CASE
                WHEN moved -> (size ->> 'label') IS NULL THEN size
                ELSE jsonb_set(
                    size,
                    '{stock_quantity}',
                    to_jsonb((size ->> 'stock_quantity')::integer + (moved ->> (size ->> 'label'))::integer)
                )
            END
            ORDER BY place
        ),
        '[]'
    )
    FROM jsonb_array_elements(sizes) WITH ORDINALITY AS listed (size, place)
) END;
