-- Counts the products on sale by facet group (shelf), with a number for each price band: see shop/db/counters.py.
CREATE OR REPLACE FUNCTION count_shelves() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP <> 'INSERT' THEN
        INSERT INTO shelf_count (shelf_id, number_0, number_1, number_2, number_3, number_4)
        VALUES (
            OLD.shelf_id,
            -(OLD.price_band = 0)::integer,
            -(OLD.price_band = 1)::integer,
            -(OLD.price_band = 2)::integer,
            -(OLD.price_band = 3)::integer,
            -(OLD.price_band = 4)::integer
        );
    END IF;
    IF TG_OP <> 'DELETE' THEN
        INSERT INTO shelf_count (shelf_id, number_0, number_1, number_2, number_3, number_4)
        VALUES (
            NEW.shelf_id,
            (NEW.price_band = 0)::integer,
            (NEW.price_band = 1)::integer,
            (NEW.price_band = 2)::integer,
            (NEW.price_band = 3)::integer,
            (NEW.price_band = 4)::integer
        );
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER count_shelves AFTER INSERT OR DELETE ON listing
    FOR EACH ROW EXECUTE FUNCTION count_shelves();
CREATE OR REPLACE TRIGGER count_shelves_moved AFTER UPDATE OF shelf_id, price_band ON listing
    FOR EACH ROW WHEN (OLD.shelf_id <> NEW.shelf_id OR OLD.price_band <> NEW.price_band)
    EXECUTE FUNCTION count_shelves();
