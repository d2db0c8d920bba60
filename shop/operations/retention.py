"""Delete rows past their retention, in small batches, so that no statement waits long for a deletion."""

from collections.abc import Callable, Iterable
from contextlib import AbstractContextManager
from dataclasses import dataclass
from datetime import datetime, timedelta

import structlog
from sqlalchemy import Connection, TextClause, text
from sqlalchemy.exc import DBAPIError

from shop.audit.model import KEEP_AUDIT
from shop.db.engine import is_unavailable
from shop.operations.event_probe import EVENT_PROBE
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

_log = structlog.get_logger()


def _older(table: str, key: str, time: str, condition: str = "true") -> TextClause:
    """Return the statement that deletes a batch of the rows that meet the condition, the oldest first."""
    return text(f"""
        DELETE FROM {table} WHERE ({key}) IN (
            SELECT {key} FROM {table} WHERE {condition} AND {time} < :before
            ORDER BY {time} LIMIT :batch FOR UPDATE SKIP LOCKED)
    """)  # noqa: S608 - made of constants


_PRUNE_THROTTLES = _older("throttle", "scope, subject", "ends_at")
_PRUNE_CODES = _older("one_time_code", "id", "expires_at")
_PRUNE_UNCONFIRMED = _older("newsletter_reader", "id", "asked_at", "confirmed_at IS NULL")
_PRUNE_SENT_MAILS = _older("sent_mail", "id", "at")
_PRUNE_IMPORTS = _older("product_import", "id", "checked_at", "status = 'checked'")

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
    )
    DELETE FROM session USING lapsed WHERE session.id = lapsed.id
""")
"""The devices are kept without a sign-in. Code that ends a sign-in removes its devices itself."""

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

# No page waits for an event probe, so deleting one leaves no gap. Only a narrow range of times is searched.
_PRUNE_EVENT_PROBES = text(f"""
    DELETE FROM domain_event AS event WHERE type = '{EVENT_PROBE}' AND position IS NOT NULL
        AND recorded_at < :before AND recorded_at > CAST(:before AS timestamptz) - interval '10 minutes'
        AND NOT EXISTS (SELECT FROM delivery WHERE event_id = event.id AND done_at IS NULL)
""")  # noqa: S608 - made of constants

# This function runs as the tables' owner: the shop's role may add audit rows but not delete them.
_PRUNE_AUDIT = text("SELECT prune_audit(:before, :batch)")

_PRUNE_ORDER_MAILS = text("DELETE FROM order_mail WHERE sent_at < :before")

_PRUNE_WEBHOOK_TALLIES = text("""
    DELETE FROM webhook_tally WHERE (endpoint_id, hour) IN (
        SELECT endpoint_id, hour FROM webhook_tally WHERE hour < :before LIMIT :batch FOR UPDATE SKIP LOCKED)
""")

_PRUNE_TALLIES = text("DELETE FROM tally WHERE minute < :before")

_PRUNE_IMPORT_ROWS = text("""
    DELETE FROM product_import_row WHERE (import_id, number) IN (
        SELECT import_id, number FROM product_import JOIN product_import_row ON import_id = product_import.id
        WHERE finished_at < :before LIMIT :batch FOR UPDATE OF product_import_row SKIP LOCKED)
""")

# A message whose mail is pending or dead is kept, so that the mail can still be sent. Each part of the list of such
# mails is found by a separate index.
_PRUNE_MESSAGES = text("""
    WITH unsent AS (
        SELECT id FROM domain_event WHERE position IS NULL AND type = 'contact.message_received'
        UNION ALL
        SELECT event_id FROM delivery
        WHERE queue = 'mail' AND consumer = 'mail_contact' AND done_at IS NULL AND dead_at IS NULL
        UNION ALL
        SELECT event_id FROM delivery WHERE consumer = 'mail_contact' AND done_at IS NULL AND dead_at IS NOT NULL
    )
    DELETE FROM contact_message WHERE id IN (
        SELECT id FROM contact_message
        WHERE received_at < :before AND id <> ALL (ARRAY(
            SELECT (event.data ->> 'messageId')::bigint FROM unsent JOIN domain_event AS event USING (id)))
        ORDER BY received_at LIMIT :batch FOR UPDATE SKIP LOCKED)
""")


@dataclass(frozen=True)
class Pruning:
    """A statement that deletes rows of a table which are older than ``keep``.

    ``batch`` is the maximum of rows that it deletes; without one, it deletes all.
    """

    table: str
    statement: TextClause
    keep: timedelta
    batch: int | None = BATCH

    def run(self, connection: Connection, *, at: datetime) -> bool:
        """Delete rows. Return whether a batch was full, so more may remain. The caller commits."""
        result = connection.execute(self.statement, {"before": at - self.keep, "batch": self.batch})
        return (result.scalar_one() if result.returns_rows else result.rowcount) == self.batch


PRUNINGS = (
    Pruning("domain_event", _PRUNE_EVENTS, KEEP_EVENTS),
    Pruning("audit_entry", _PRUNE_AUDIT, KEEP_AUDIT),
    Pruning("session", _PRUNE_SESSIONS, timedelta(0)),
    Pruning("ended_session", _PRUNE_ENDINGS, KEEP_ENDINGS),
    Pruning("idempotency_key", _PRUNE_KEYS, KEEP_KEYS),
    Pruning("kept_answer", _PRUNE_ANSWERS, KEEP_KEYS),
    Pruning("throttle", _PRUNE_THROTTLES, timedelta(0)),
    Pruning("one_time_code", _PRUNE_CODES, timedelta(0)),
    Pruning("newsletter_reader", _PRUNE_UNCONFIRMED, KEEP_UNCONFIRMED),
    Pruning("sent_mail", _PRUNE_SENT_MAILS, KEEP_SENT_MAILS),
    Pruning("webhook_tally", _PRUNE_WEBHOOK_TALLIES, KEEP_WEBHOOK_TALLIES),
    Pruning("product_import_row", _PRUNE_IMPORT_ROWS, KEEP_IMPORT_ROWS),
    Pruning("contact_message", _PRUNE_MESSAGES, KEEP_MESSAGES),
    Pruning("product_import", _PRUNE_IMPORTS, KEEP_CHECKED, batch=1),
    Pruning("domain_event", _PRUNE_EVENT_PROBES, KEEP_EVENT_PROBES, batch=None),
    Pruning("order_mail", _PRUNE_ORDER_MAILS, KEEP_ORDER_MAILS, batch=None),
    Pruning("tally", _PRUNE_TALLIES, KEEP_TALLIES, batch=None),
)


def prune(
    begin: Callable[[], AbstractContextManager[Connection]], prunings: Iterable[Pruning] = PRUNINGS, *, at: datetime
) -> list[Pruning]:
    """Run each statement in its own transaction. Return those whose batch was full, so more may remain.

    A statement that fails is logged and does not stop the others, unless the database is unavailable.

    An event is kept while any of its deliveries is pending or dead, other than those of webhooks. A page that was
    disconnected for longer than the retention reloads its lists, because its position is before
    ``event_stream.pruned_through``.

    :param begin: returns a context with a connection, which is committed at its end.
    """
    unfinished = []
    for pruning in prunings:
        try:
            with begin() as connection:
                is_full = pruning.run(connection, at=at)
        except DBAPIError as error:
            if is_unavailable(error):
                raise
            reason = str(error.orig).partition("\n")[0]
            _log.warning("rows past their retention could not be deleted", table=pruning.table, reason=reason)
        else:
            if is_full:
                unfinished.append(pruning)
    return unfinished
