-- Refuses to change or delete an entry of the audit. Entries older than two years may be deleted: see prune_audit. Data
-- that identifies the customer of a deleted account may be removed: see redact_deleted_customer.
CREATE OR REPLACE FUNCTION keep_audit() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    IF TG_OP = 'DELETE' AND OLD.at < now() - interval '2 years' THEN
        RETURN OLD;
    END IF;
    IF TG_OP = 'UPDATE'
        AND NEW.label = 'Deleted account'
        AND NEW.changes = redacted_changes(OLD.changes)
        AND to_jsonb(NEW) - '{label,changes}'::text[] = to_jsonb(OLD) - '{label,changes}'::text[]
    THEN
        RETURN NEW;
    END IF;
    RAISE EXCEPTION 'The audit is only ever added to.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER keep_audit BEFORE UPDATE OR DELETE ON audit_entry
    FOR EACH ROW EXECUTE FUNCTION keep_audit();
CREATE OR REPLACE TRIGGER keep_all_audit BEFORE TRUNCATE ON audit_entry
    FOR EACH STATEMENT EXECUTE FUNCTION keep_audit();
