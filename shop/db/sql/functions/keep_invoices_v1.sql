-- Refuses to change or delete a tax invoice or a credit note.
CREATE OR REPLACE FUNCTION keep_invoices() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    RAISE EXCEPTION 'Invoices are only ever added.' USING ERRCODE = 'insufficient_privilege';
END $$;

CREATE OR REPLACE TRIGGER keep_invoices BEFORE UPDATE OR DELETE ON invoice
    FOR EACH ROW EXECUTE FUNCTION keep_invoices();
