-- Refuses to change or delete an entry of the ledger of payments.
CREATE OR REPLACE FUNCTION keep_payment_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Entries of payments are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER keep_payment_entries BEFORE UPDATE OR DELETE ON payment_entry
    FOR EACH ROW EXECUTE FUNCTION keep_payment_entries();
