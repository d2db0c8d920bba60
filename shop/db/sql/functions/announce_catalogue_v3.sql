-- Notifies every API process of the changed table of the catalogue, so that it invalidates its cache.
CREATE OR REPLACE FUNCTION announce_catalogue() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('catalogue', TG_TABLE_NAME);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON category
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON gold_rate
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
-- Responses show the count of the last three pieces only, so other changes of it leave the caches as they are.
CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR DELETE OR TRUNCATE OR UPDATE OF code, name, description,
    weight, gross_weight, stones, stone_charge, making_charge, wastage_charge, discount, purity, status,
    stock_availability, product_type, purchase_rate, purchase_gold_rate, purchase_date, category_id, vendor_id, rating, review_count, created_at, updated_at
    ON product FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
CREATE OR REPLACE TRIGGER announce_last_pieces AFTER UPDATE OF stock_quantity ON product FOR EACH ROW
    WHEN (least(OLD.stock_quantity, 4) IS DISTINCT FROM least(NEW.stock_quantity, 4))
    EXECUTE FUNCTION announce_catalogue();
CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON rate_in_force
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
-- Other changes of a picture are announced row by row: see announce_picture.
CREATE OR REPLACE TRIGGER announce_catalogue AFTER TRUNCATE ON product_image
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
