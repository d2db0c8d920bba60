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
CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON product
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
CREATE OR REPLACE TRIGGER announce_catalogue AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON rate_in_force
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
-- Other changes of a picture are announced row by row: see announce_picture.
CREATE OR REPLACE TRIGGER announce_catalogue AFTER TRUNCATE ON product_image
    FOR EACH STATEMENT EXECUTE FUNCTION announce_catalogue();
