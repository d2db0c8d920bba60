-- Stores each attempt that did not complete its delivery: it failed, was postponed, or its worker did not respond. An
-- unavailable server causes many attempts in a few days, so the last row counts all from the 20th on.
CREATE OR REPLACE FUNCTION record_attempt() RETURNS trigger LANGUAGE plpgsql AS $$
DECLARE
    outcome_ text := CASE
        WHEN NEW.leased_at IS NOT NULL THEN 'lost'
        WHEN NEW.postponed_to IS DISTINCT FROM OLD.postponed_to THEN 'postponed'
        ELSE 'failed' END;
    error_ text := CASE outcome_
        WHEN 'failed' THEN NEW.last_error
        WHEN 'lost' THEN 'The worker gave no answer before its lease ended.' END;
    kept bigint;
    last_id bigint;
BEGIN
    SELECT count(*), max(id) INTO kept, last_id FROM delivery_attempt WHERE delivery_id = OLD.id;
    IF kept < 20 THEN
        INSERT INTO delivery_attempt (delivery_id, outcome, error, worker, began_at, ended_at, attempts)
        VALUES (OLD.id, outcome_, error_, OLD.worker, OLD.taken_at, clock_timestamp(), 1);
    ELSE
        UPDATE delivery_attempt SET outcome = outcome_, error = error_, worker = OLD.worker, began_at = OLD.taken_at,
            ended_at = clock_timestamp(), attempts = attempts + 1
        WHERE id = last_id;
    END IF;
    RETURN NULL;
END $$;

CREATE OR REPLACE TRIGGER record_attempt
    AFTER UPDATE ON delivery FOR EACH ROW
    WHEN (OLD.taken_at IS NOT NULL AND OLD.leased_at IS NOT NULL AND OLD.done_at IS NULL AND OLD.dead_at IS NULL
        AND NEW.done_at IS NULL AND OLD.queue <> 'webhooks'
        AND (NEW.leased_at IS DISTINCT FROM OLD.leased_at OR NEW.dead_at IS NOT NULL))
    EXECUTE FUNCTION record_attempt();
