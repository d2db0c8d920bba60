-- Gives an order its payment, where whoever wrote the order did not: one that an admin enters, or one of the release
-- before.
CREATE OR REPLACE FUNCTION add_payment() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO payment (order_id) VALUES (NEW.id) ON CONFLICT DO NOTHING;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER add_payment AFTER INSERT ON shop_order FOR EACH ROW EXECUTE FUNCTION add_payment();
