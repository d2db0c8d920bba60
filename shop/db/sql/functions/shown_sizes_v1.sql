-- Returns the sizes of a product as shoppers see them, with the count of the last three pieces only. Caches depend on
-- it.
CREATE OR REPLACE FUNCTION shown_sizes(sizes jsonb) RETURNS jsonb LANGUAGE sql IMMUTABLE PARALLEL SAFE
RETURN (
    SELECT jsonb_agg(size || jsonb_build_object('stock_quantity', least((size ->> 'stock_quantity')::integer, 4)))
    FROM jsonb_array_elements(sizes) AS listed (size)
);

CREATE OR REPLACE TRIGGER announce_sizes AFTER UPDATE OF sizes ON product FOR EACH ROW
    WHEN (OLD.sizes <> NEW.sizes AND shown_sizes(OLD.sizes) IS DISTINCT FROM shown_sizes(NEW.sizes))
    EXECUTE FUNCTION announce_catalogue();
