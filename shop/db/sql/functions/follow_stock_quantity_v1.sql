-- Sets the availability of a product whose pieces are counted, for each writer of the row.
CREATE OR REPLACE FUNCTION follow_stock_quantity() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    NEW.stock_availability := CASE WHEN NEW.status = 'active' AND NEW.stock_quantity > 0 THEN 'yes' ELSE 'no' END;
    RETURN NEW;
END $$;

CREATE OR REPLACE TRIGGER follow_stock_quantity
    BEFORE INSERT OR UPDATE OF stock_quantity, stock_availability, status ON product FOR EACH ROW
    WHEN (NEW.stock_quantity IS NOT NULL) EXECUTE FUNCTION follow_stock_quantity();
