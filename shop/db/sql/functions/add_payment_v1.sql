-- Adds a payment to an order that was inserted without one: by an admin, or by the previous version.
CREATE OR REPLACE FUNCTION add_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO payment (order_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER add_payment AFTER INSERT ON shop_order FOR EACH ROW EXECUTE FUNCTION add_payment();
