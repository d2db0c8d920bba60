-- Deletes at most "batch" entries of the audit that are older than "before" and than two years; returns how many.
-- It runs as the owner of the tables, because the role of the shop's processes may not delete entries.
CREATE OR REPLACE FUNCTION prune_audit(before timestamptz, batch integer) RETURNS bigint
LANGUAGE sql SECURITY DEFINER SET search_path = pg_catalog, public, pg_temp AS $$
    WITH pruned AS (
        DELETE FROM audit_entry
        WHERE id IN (
            SELECT id
            FROM audit_entry
            WHERE at < least(before, now() - interval '2 years')
            ORDER BY at, id
            LIMIT batch
        )
        RETURNING 1
    )
    SELECT count(*) FROM pruned
$$;
