-- Notifies every API process of the product whose pictures have changed. Pictures that pages do not show are not
-- announced.
CREATE OR REPLACE FUNCTION announce_picture() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' AND (OLD.original IS NULL OR OLD.status = 'ready') THEN
        PERFORM pg_notify('catalogue', 'product_image ' || OLD.product_id);
    END IF;
    IF TG_OP <> 'DELETE' AND (NEW.original IS NULL OR NEW.status = 'ready') THEN
        PERFORM pg_notify('catalogue', 'product_image ' || NEW.product_id);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_picture AFTER INSERT OR UPDATE OR DELETE ON product_image
    FOR EACH ROW EXECUTE FUNCTION announce_picture();
