-- Counts the lines of orders by status, and sums their amounts: see shop/db/counters.py.
CREATE OR REPLACE FUNCTION count_status() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO status_count (status, number) VALUES (OLD.status, -1);
        INSERT INTO status_amount (status, number) VALUES (OLD.status, -OLD.total_amount);
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO status_count (status, number) VALUES (NEW.status, 1);
        INSERT INTO status_amount (status, number) VALUES (NEW.status, NEW.total_amount);
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_rows AFTER INSERT OR DELETE ON order_item
    FOR EACH ROW EXECUTE FUNCTION count_status();
CREATE OR REPLACE TRIGGER count_moved AFTER UPDATE OF status, total_amount ON order_item
    FOR EACH ROW WHEN (OLD.status <> NEW.status OR OLD.total_amount <> NEW.total_amount)
    EXECUTE FUNCTION count_status();
