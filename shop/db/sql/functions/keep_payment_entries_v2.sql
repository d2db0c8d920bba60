-- Refuses to change or delete an entry of the ledger of payments, except for the name of a shopper whose account is
-- deleted: see redact_deleted_customer.
CREATE OR REPLACE FUNCTION keep_payment_entries() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'UPDATE'
        AND OLD.admin_id IS NULL
        AND NEW.changed_by = 'Deleted account'
        AND to_jsonb(NEW) - 'changed_by' = to_jsonb(OLD) - 'changed_by'
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'Entries of payments are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER keep_payment_entries BEFORE UPDATE OR DELETE ON payment_entry
    FOR EACH ROW EXECUTE FUNCTION keep_payment_entries();
