-- Counts the lines of orders by status: see shop/db/counters.py.
CREATE OR REPLACE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO status_count (status, number) VALUES (OLD.status, -1);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO status_count (status, number) VALUES (NEW.status, 1);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_rows AFTER INSERT OR DELETE ON order_item
    FOR EACH ROW EXECUTE FUNCTION count_status();
CREATE OR REPLACE TRIGGER count_moved AFTER UPDATE OF status ON order_item
    FOR EACH ROW WHEN (OLD.status <> NEW.status)
    EXECUTE FUNCTION count_status();
