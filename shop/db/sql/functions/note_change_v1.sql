-- Writes an entry of the audit for each row that a member of staff changes. The transaction names the actor in the
-- setting swarna.actor: see shop/audit/context.py. Arguments of a trigger: the name of a row in the audit, the column
-- of its label, columns that are not audited, columns whose values are secret (the last two separated by commas).
CREATE OR REPLACE FUNCTION note_change() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    actor jsonb := current_setting('swarna.actor')::jsonb;
    before jsonb := coalesce(to_jsonb(OLD), '{}') - string_to_array(TG_ARGV[2], ',');
    after jsonb := coalesce(to_jsonb(NEW), '{}') - string_to_array(TG_ARGV[2], ',');
    changes jsonb;
BEGIN
    SELECT
        coalesce(
            jsonb_object_agg(
                name,
                CASE WHEN name = ANY (string_to_array(TG_ARGV[3], ','))
                    THEN '{"secret": true}'::jsonb
                    ELSE jsonb_build_object('from', before -> name, 'to', after -> name)
                END
            ),
            '{}'
        )
    INTO changes
    FROM jsonb_object_keys(before || after) AS name
    WHERE nullif(before -> name, 'null') IS DISTINCT FROM nullif(after -> name, 'null');
    IF changes <> '{}' THEN
        INSERT INTO audit_entry (actor, admin_id, request_id, action, entity, entity_id, label, changes)
        VALUES (
            actor ->> 'name',
            (actor ->> 'id')::integer,
            actor ->> 'request',
            CASE TG_OP WHEN 'INSERT' THEN 'added' WHEN 'UPDATE' THEN 'changed' ELSE 'deleted' END,
            TG_ARGV[0],
            (coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> 'id')::bigint,
            coalesce(to_jsonb(NEW), to_jsonb(OLD)) ->> TG_ARGV[1],
            changes
        );
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON admin
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('staff', 'name', 'id,created_at', 'password_hash');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON category
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('category', 'name', 'id,original,image_status,renditions', '');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON customer
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('customer', 'name', 'id,created_at', 'password_hash');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON gold_rate
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('gold rate', 'date', 'id', '');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON product
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('product', 'name', 'id,rating,review_count,created_at,updated_at', '');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON product_image
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change(
        'picture', 'product_id', 'id,status,width,height,placeholder,renditions,original,failure', ''
    );
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON review
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('review', 'title', 'id,created_at,edited_at', '');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON shop_order
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('order', 'name', 'id', '');
CREATE OR REPLACE TRIGGER note_change AFTER INSERT OR UPDATE OR DELETE ON vendor
    FOR EACH ROW WHEN (current_setting('swarna.actor', true) <> '')
    EXECUTE FUNCTION note_change('vendor', 'name', 'id,created_by', '');
