-- Returns the changes of an audit entry without the values of fields that identify a customer.
CREATE OR REPLACE FUNCTION redacted_changes(changes jsonb) RETURNS jsonb
LANGUAGE sql IMMUTABLE PARALLEL SAFE SET search_path = pg_catalog, public, pg_temp AS $$
    SELECT coalesce(
        jsonb_object_agg(
            key,
            CASE WHEN key IN ('name', 'email', 'pending_email', 'phone', 'address', 'gift')
                THEN '{"secret": true}'::jsonb
                ELSE value
            END
        ),
        '{}'
    )
    FROM jsonb_each(changes)
$$;
