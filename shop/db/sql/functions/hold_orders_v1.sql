-- Lets a change of a gold rate commit only while no order is being written. Orders share this advisory lock
-- (RATES_LOCK in shop/orders/checkout.py). The trigger runs at the commit, so it holds the lock only for a moment.
CREATE OR REPLACE FUNCTION hold_orders() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_advisory_xact_lock(x'52617465'::bigint);
    RETURN NULL;
END $$;

-- PostgreSQL cannot replace a constraint trigger.
DROP TRIGGER IF EXISTS hold_orders ON gold_rate;
CREATE CONSTRAINT TRIGGER hold_orders AFTER INSERT OR UPDATE OR DELETE ON gold_rate
    DEFERRABLE INITIALLY DEFERRED FOR EACH ROW EXECUTE FUNCTION hold_orders();
