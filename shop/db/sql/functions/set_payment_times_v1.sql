-- Stores the time of a payment or refund that the previous version records, which does not know these columns. The
-- present version stores the same times itself, and nothing is written again.
CREATE OR REPLACE FUNCTION set_payment_times() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF NEW.kind = 'payment' THEN
        UPDATE payment SET paid_at = NEW.at WHERE order_id = NEW.order_id AND paid_at IS DISTINCT FROM NEW.at;
    ELSE
        UPDATE payment SET refunded_at = NEW.at WHERE order_id = NEW.order_id AND refunded_at IS DISTINCT FROM NEW.at;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER set_payment_times AFTER INSERT ON payment_entry
    FOR EACH ROW WHEN (NEW.kind IN ('payment', 'refund')) EXECUTE FUNCTION set_payment_times();
