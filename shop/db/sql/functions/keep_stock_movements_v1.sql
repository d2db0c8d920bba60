-- Refuses to change or delete a movement of stock. Movements are deleted with their product, which is possible only if
-- nobody has ordered it.
CREATE OR REPLACE FUNCTION keep_stock_movements() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND NOT EXISTS (SELECT FROM product WHERE id = OLD.product_id) THEN
        RETURN OLD;
    END IF;
    RAISE EXCEPTION 'Movements of stock are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER keep_stock_movements BEFORE UPDATE OR DELETE ON stock_movement
    FOR EACH ROW EXECUTE FUNCTION keep_stock_movements();
