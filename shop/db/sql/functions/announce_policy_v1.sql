-- Notifies every API process that a policy page has changed, so that it drops the pages that it cached.
CREATE OR REPLACE FUNCTION announce_policy() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    PERFORM pg_notify('catalogue', TG_TABLE_NAME);
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER announce_policy AFTER INSERT OR UPDATE OR DELETE OR TRUNCATE ON policy_version
    FOR EACH STATEMENT EXECUTE FUNCTION announce_policy();
