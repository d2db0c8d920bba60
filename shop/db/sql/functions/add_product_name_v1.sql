-- Stores each name that a product ever had, so that orders are found by the name under which it was ordered.
CREATE OR REPLACE FUNCTION add_product_name() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO product_name (product_id, name) VALUES (NEW.id, NEW.name) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER add_product_name AFTER INSERT OR UPDATE OF name ON product
    FOR EACH ROW EXECUTE FUNCTION add_product_name();
