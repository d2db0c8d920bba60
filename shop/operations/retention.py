"""Delete rows past their retention, in small batches, so that no statement waits long for a deletion."""

from datetime import datetime, timedelta

from sqlalchemy import Connection, text

from shop.audit.model import KEEP_AUDIT
from shop.operations.model import KEEP_TALLIES

KEEP_EVENTS = timedelta(days=7)
KEEP_KEYS = timedelta(days=7)
KEEP_UNCONFIRMED = timedelta(days=8)
KEEP_EVENT_PROBES = timedelta(hours=1)
KEEP_CHECKED = timedelta(days=1)
KEEP_IMPORT_ROWS = timedelta(days=180)
"""The refused rows of a finished import can be downloaded for this time."""
KEEP_ORDER_MAILS = timedelta(days=1)
KEEP_WEBHOOK_TALLIES = timedelta(days=2)
"""The portal shows the last 24 hours."""
KEEP_ENDINGS = timedelta(days=30)
"""The maximum time for which a browser may keep the cookie."""
KEEP_MESSAGES = timedelta(days=400)
"""Messages of the contact form were mailed. They are kept for over a year, so that a later season can refer to them."""
KEEP_SENT_MAILS = KEEP_MESSAGES
BATCH = 1000

_PRUNE_EVENTS = text("""
    WITH old AS (
        SELECT event.id FROM domain_event AS event
        WHERE event.recorded_at < :before AND event.position IS NOT NULL
            AND NOT EXISTS (
                SELECT FROM delivery WHERE event_id = event.id AND done_at IS NULL AND queue <> 'webhooks'
            )
        ORDER BY event.recorded_at LIMIT :batch FOR UPDATE SKIP LOCKED
    ), gone AS (
        DELETE FROM domain_event USING old WHERE domain_event.id = old.id RETURNING position
    ), marked AS (
        UPDATE event_stream SET pruned_through = greatest(pruned_through, (SELECT max(position) FROM gone))
        WHERE EXISTS (SELECT FROM gone)
    )
    SELECT count(*) FROM gone
""")

_PRUNE_SESSIONS = text("""
    WITH lapsed AS (
        SELECT id FROM session WHERE expires_at < :before ORDER BY expires_at LIMIT :batch FOR UPDATE SKIP LOCKED
    ), kept AS (
        UPDATE push_device SET session_id = NULL FROM lapsed WHERE session_id = lapsed.id
    )
    DELETE FROM session USING lapsed WHERE session.id = lapsed.id
""")
"""The devices stay, without a sign-in. Only a sign-in that somebody ends takes its devices along."""

_PRUNE_ENDINGS = text("""
    DELETE FROM ended_session WHERE token_hash IN (
        SELECT token_hash FROM ended_session WHERE ended_at < :before ORDER BY ended_at LIMIT :batch)
""")

_PRUNE_KEYS = text("""
    DELETE FROM idempotency_key WHERE (customer_id, key) IN (
        SELECT customer_id, key FROM idempotency_key WHERE created_at < :before ORDER BY created_at LIMIT :batch)
""")

_PRUNE_ANSWERS = text("""
    DELETE FROM kept_answer WHERE ctid = ANY (ARRAY(
        SELECT ctid FROM kept_answer WHERE created_at < :before
        ORDER BY created_at LIMIT :batch FOR UPDATE SKIP LOCKED))
""")

_PRUNE_THROTTLES = text("""
    DELETE FROM throttle WHERE (scope, subject) IN (
        SELECT scope, subject FROM throttle WHERE ends_at < :before
        ORDER BY ends_at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

_PRUNE_CODES = text("""
    DELETE FROM one_time_code WHERE id IN (
        SELECT id FROM one_time_code WHERE expires_at < :before ORDER BY expires_at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

_PRUNE_UNCONFIRMED = text("""
    DELETE FROM newsletter_reader WHERE id IN (
        SELECT id FROM newsletter_reader WHERE confirmed_at IS NULL AND asked_at < :before
        ORDER BY asked_at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

# No page waits for an event probe, so deleting one leaves no gap. Only a narrow range of times is searched.
_PRUNE_EVENT_PROBES = text("""
    DELETE FROM domain_event AS event WHERE type = 'canary.sung' AND position IS NOT NULL
        AND recorded_at < :before AND recorded_at > CAST(:before AS timestamptz) - interval '10 minutes'
        AND NOT EXISTS (SELECT FROM delivery WHERE event_id = event.id AND done_at IS NULL)
""")

# This function runs as the tables' owner: the shop's role may add audit rows but not delete them.
_PRUNE_AUDIT = text("SELECT prune_audit(:before, :batch)")

_PRUNE_ORDER_MAILS = text("DELETE FROM order_mail WHERE sent_at < :before")

_PRUNE_SENT_MAILS = text("""
    DELETE FROM sent_mail WHERE id IN (
        SELECT id FROM sent_mail WHERE at < :before ORDER BY at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

_PRUNE_WEBHOOK_TALLIES = text("""
    DELETE FROM webhook_tally WHERE (endpoint_id, hour) IN (
        SELECT endpoint_id, hour FROM webhook_tally WHERE hour < :before LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

_PRUNE_TALLIES = text("DELETE FROM tally WHERE minute < :before")

_PRUNE_IMPORTS = text("""
    DELETE FROM product_import WHERE id IN (
        SELECT id FROM product_import WHERE status = 'checked' AND checked_at < :before
        ORDER BY checked_at LIMIT 1 FOR UPDATE SKIP LOCKED)
""")

_PRUNE_IMPORT_ROWS = text("""
    DELETE FROM product_import_row WHERE (import_id, number) IN (
        SELECT import_id, number FROM product_import JOIN product_import_row ON import_id = product_import.id
        WHERE finished_at < :before LIMIT :batch FOR UPDATE OF product_import_row SKIP LOCKED)
""")

# A message whose mail is pending or dead is kept, so that the mail can still be sent.
_PRUNE_MESSAGES = text("""
    DELETE FROM contact_message WHERE id IN (
        SELECT message.id FROM contact_message AS message
        WHERE message.received_at < :before AND NOT EXISTS (
            SELECT FROM domain_event WHERE aggregate = 'contact_message:' || message.id)
        ORDER BY message.received_at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")


_BATCHES = (
    (_PRUNE_SESSIONS, timedelta(0)),
    (_PRUNE_ENDINGS, KEEP_ENDINGS),
    (_PRUNE_KEYS, KEEP_KEYS),
    (_PRUNE_ANSWERS, KEEP_KEYS),
    (_PRUNE_THROTTLES, timedelta(0)),
    (_PRUNE_CODES, timedelta(0)),
    (_PRUNE_UNCONFIRMED, KEEP_UNCONFIRMED),
    (_PRUNE_SENT_MAILS, KEEP_SENT_MAILS),
    (_PRUNE_WEBHOOK_TALLIES, KEEP_WEBHOOK_TALLIES),
    (_PRUNE_IMPORT_ROWS, KEEP_IMPORT_ROWS),
    (_PRUNE_MESSAGES, KEEP_MESSAGES),
)
"""Statements that delete at most a batch, and how long their rows are kept."""


def prune(connection: Connection, *, at: datetime) -> bool:
    """Delete one batch of each table's rows past their retention. Return whether a batch was full, so more may remain.

    An event is kept while any of its deliveries is pending or dead. A page that was disconnected for longer
    than the retention reloads its lists: ``event_stream.pruned_through`` tells it to.
    """

    def batch(keep: timedelta) -> dict[str, datetime | int]:
        return {"before": at - keep, "batch": BATCH}

    events = connection.execute(_PRUNE_EVENTS, batch(KEEP_EVENTS)).scalar_one()
    entries = connection.execute(_PRUNE_AUDIT, batch(KEEP_AUDIT)).scalar_one()
    counts = [connection.execute(statement, batch(keep)).rowcount for statement, keep in _BATCHES]
    imports = connection.execute(_PRUNE_IMPORTS, {"before": at - KEEP_CHECKED}).rowcount
    connection.execute(_PRUNE_EVENT_PROBES, {"before": at - KEEP_EVENT_PROBES})
    connection.execute(_PRUNE_ORDER_MAILS, {"before": at - KEEP_ORDER_MAILS})
    connection.execute(_PRUNE_TALLIES, {"before": at - KEEP_TALLIES})
    return imports == 1 or BATCH in {events, entries, *counts}
