-- Records which files the deleted photos of a review leave in the storage, so that a worker deletes them.
-- Photos are deleted alone and with their review, account or product.
CREATE OR REPLACE FUNCTION record_photo_files() RETURNS trigger LANGUAGE plpgsql AS $$
BEGIN
    INSERT INTO domain_event (type, aggregate, reach, data, occurred_at)
    SELECT 'review_photo.deleted', concat('review:', review_id), 'nobody',
        jsonb_build_object('keys', jsonb_agg(file.key)), clock_timestamp()
    FROM deleted CROSS JOIN LATERAL (
        SELECT original AS key
        UNION ALL
        SELECT replace(rendition ->> kind, '/media/', '')
        FROM jsonb_array_elements(renditions) AS rendition, unnest(ARRAY['webp', 'avif']) AS kind
    ) AS file
    GROUP BY review_id;
    IF FOUND THEN
        PERFORM pg_notify('domain_event', '');
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER record_photo_files AFTER DELETE ON review_photo
    REFERENCING OLD TABLE AS deleted FOR EACH STATEMENT EXECUTE FUNCTION record_photo_files();
