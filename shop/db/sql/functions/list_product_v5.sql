-- Keeps the row of "listing" by which a product is sorted and filtered, with its price by today's gold rate.
-- Any number of products may be written at the same time, but none during a repricing: products share the advisory
-- lock that a repricing holds alone. Each statement of this function sees what was committed before it began.
-- A product without reviews has no stars: its rating is a default, by which no filter finds it. Sorted by rating, it
-- comes after all rated products.
CREATE OR REPLACE FUNCTION list_product() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    rate numeric;
    product_price numeric;
BEGIN
    PERFORM pg_advisory_xact_lock_shared(1349675363);
    IF NEW.status <> 'active' THEN
        DELETE FROM listing WHERE product_id = NEW.id;
        RETURN NULL;
    END IF;
    SELECT r22k INTO rate
    FROM gold_rate
    WHERE date <= (now() AT TIME ZONE 'Asia/Kolkata')::date
    ORDER BY date DESC
    LIMIT 1;
    product_price := ornament_price(
        coalesce(rate, 0), NEW.weight, NEW.making_charge, NEW.wastage_charge, NEW.discount, NEW.stone_charge
    );
    INSERT INTO listing (product_id, shelf_id, name, listed_at, price, price_band, rating, sold)
    VALUES (
        NEW.id,
        shelf_of(
            NEW.category_id,
            NEW.product_type,
            NEW.purity,
            NEW.stock_availability = 'yes',
            CASE WHEN NEW.review_count > 0 THEN floor(NEW.rating)::integer ELSE 0 END
        ),
        lower(NEW.name COLLATE "pg_c_utf8"),
        NEW.created_at,
        product_price,
        price_band(product_price),
        CASE WHEN NEW.review_count > 0 THEN NEW.rating ELSE 0 END,
        (
            SELECT coalesce(sum(item.quantity), 0)
            FROM order_item AS item
            JOIN shop_order ON shop_order.id = item.order_id
            WHERE item.product_id = NEW.id
                AND item.status <> 'cancelled'
                AND shop_order.ordered_at > now() - interval '90 days'
        )
    )
    ON CONFLICT (product_id) DO UPDATE SET
        shelf_id = excluded.shelf_id,
        name = excluded.name,
        listed_at = excluded.listed_at,
        price = excluded.price,
        price_band = excluded.price_band,
        rating = excluded.rating,
        sold = excluded.sold;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER list_product
    AFTER INSERT OR UPDATE OF name, weight, stone_charge, making_charge, wastage_charge, discount, purity, status,
        stock_availability, product_type, category_id, rating, review_count, created_at
    ON product FOR EACH ROW EXECUTE FUNCTION list_product();
-- A trigger on named columns does not see what follow_stock_quantity sets.
CREATE OR REPLACE TRIGGER list_product_in_stock AFTER UPDATE OF stock_quantity ON product FOR EACH ROW
    WHEN (OLD.stock_availability <> NEW.stock_availability) EXECUTE FUNCTION list_product();
