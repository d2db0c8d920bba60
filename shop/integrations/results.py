"""The worker's part of a webhook delivery: claim it under its lease, and store the endpoint's responses in batches.

No transaction is open during the call. A result is stored only if the lease of the claim is still valid.
"""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

from psycopg.types.json import Jsonb
from sqlalchemy import Connection, select, text
from sqlalchemy.orm import Session

from shop.events.leasing import Lease, not_paused
from shop.events.outbox import record_sync
from shop.integrations import rules
from shop.integrations.events import WebhookSwitchedOff
from shop.integrations.fan_out import BEHIND, notify_progress
from shop.integrations.model import WebhookEndpoint
from shop.integrations.public_log import BODY

ANSWER_LENGTH, ERROR_LENGTH = 2048, 300
MAX_TRIES = 20


@dataclass(frozen=True)
class Message:
    """A claimed delivery: the message and its endpoint. ``begun_at`` is the time of the first attempt."""

    delivery_id: int
    lease: int
    attempts: int
    begun_at: dt.datetime
    position: int
    body: str
    endpoint_id: int
    url: str
    secret: bytes
    old_secret: bytes | None

    @property
    def message_id(self) -> str:
        """The id of the message, which is the same in each attempt."""
        return f"msg_{self.position}"


@dataclass(frozen=True)
class Outcome:
    """The result of a call. ``error`` is None if the response was a 2xx. ``answer`` is the beginning of the response.

    ``is_late`` means that no response came in time.
    """

    message: Message
    at: dt.datetime
    milliseconds: int
    status: int | None = None
    answer: str = ""
    error: str | None = None
    retry_after: float | None = None
    is_late: bool = False


_CLAIM = text(f"""
    WITH claimed AS (
        UPDATE delivery SET taken_at = clock_timestamp(), attempts = attempts + 1
        FROM unnest(CAST(:ids AS bigint[]), CAST(:numbers AS integer[])) AS leased(id, number)
        WHERE delivery.id = leased.id AND delivery.lease = leased.number AND delivery.taken_at IS NULL
            AND delivery.done_at IS NULL AND delivery.dead_at IS NULL AND {not_paused("delivery.queue")}
        RETURNING delivery.id, delivery.lease, delivery.attempts, delivery.event_id
    ), begun AS (
        UPDATE webhook_delivery SET begun_at = coalesce(begun_at, :at) FROM claimed WHERE delivery_id = claimed.id
        RETURNING delivery_id, endpoint_id, begun_at, webhook_delivery.position
    )
    SELECT claimed.id, claimed.lease, claimed.attempts, begun.begun_at, begun.position, {BODY} AS body,
        endpoint.id AS endpoint_id, endpoint.url, endpoint.secret,
        CASE WHEN endpoint.old_secret_until > :at THEN endpoint.old_secret END AS old_secret
    FROM claimed JOIN begun ON begun.delivery_id = claimed.id
    JOIN domain_event AS event ON event.id = claimed.event_id
    JOIN webhook_endpoint AS endpoint ON endpoint.id = begun.endpoint_id
    ORDER BY begun.position
""")  # noqa: S608 - made of constants

_STORE = text("""
    WITH outcome AS (
        SELECT * FROM jsonb_to_recordset(CAST(:outcomes AS jsonb)) AS o(
            id bigint, lease integer, status integer, answer text, error text, milliseconds integer,
            is_dead boolean, wait float, try jsonb
        )
    ), stored AS (
        UPDATE delivery SET
            done_at = CASE WHEN outcome.error IS NULL THEN clock_timestamp() END,
            dead_at = CASE WHEN outcome.is_dead THEN clock_timestamp() END,
            last_error = outcome.error,
            leased_at = CASE WHEN outcome.error IS NULL THEN leased_at END,
            due_at = CASE WHEN outcome.error IS NULL THEN due_at ELSE now() + make_interval(secs => outcome.wait) END
        FROM outcome
        WHERE delivery.id = outcome.id AND delivery.lease = outcome.lease
            AND delivery.done_at IS NULL AND delivery.dead_at IS NULL
        RETURNING delivery.id, outcome.error IS NULL OR outcome.is_dead AS is_closed
    )
    UPDATE webhook_delivery SET
        is_open = NOT stored.is_closed, status = outcome.status, answer = outcome.answer,
        milliseconds = outcome.milliseconds,
        tries = CASE WHEN jsonb_array_length(tries) < :most_tries THEN tries ELSE tries - 0 END || outcome.try
    FROM stored JOIN outcome ON outcome.id = stored.id WHERE webhook_delivery.delivery_id = stored.id
    RETURNING webhook_delivery.endpoint_id, webhook_delivery.aggregate, stored.is_closed, stored.id
""")

_NEXT = text(f"""
    UPDATE delivery SET due_at = now() FROM (
        SELECT following.delivery_id FROM unnest(CAST(:endpoints AS bigint[]), CAST(:aggregates AS text[]))
            AS closed(endpoint_id, aggregate)
        CROSS JOIN LATERAL (
            SELECT delivery_id FROM webhook_delivery AS open
            WHERE open.is_open AND open.endpoint_id = closed.endpoint_id AND open.aggregate = closed.aggregate
            ORDER BY open.position LIMIT 1
        ) AS following
    ) AS head
    WHERE delivery.id = head.delivery_id AND delivery.due_at = {BEHIND}
""")  # noqa: S608 - made of constants

_TALLY = text("""
    INSERT INTO webhook_tally AS held (endpoint_id, hour, answered, failed, milliseconds)
    SELECT endpoint_id, date_trunc('hour', CAST(:at AS timestamptz)), answered, failed, milliseconds
    FROM jsonb_to_recordset(CAST(:tallies AS jsonb)) AS t(
        endpoint_id bigint, answered integer, failed integer, milliseconds bigint
    )
    ORDER BY endpoint_id
    ON CONFLICT (endpoint_id, hour) DO UPDATE SET answered = held.answered + excluded.answered,
        failed = held.failed + excluded.failed, milliseconds = held.milliseconds + excluded.milliseconds
""")


def claim(connection: Connection, leases: Sequence[Lease], *, at: dt.datetime) -> list[Message]:
    """Count an attempt of each delivery with a valid lease, and return the messages to send. The caller commits."""
    parameters = {
        "ids": [lease.delivery_id for lease in leases],
        "numbers": [lease.number for lease in leases],
        "at": at,
    }
    return [Message(*row) for row in connection.execute(_CLAIM, parameters)]


def store(connection: Connection, outcomes: Sequence[Outcome], *, at: dt.datetime) -> list[Outcome]:
    """Store the results of calls: each delivery is done, retried after a pause, or dead.

    Return the results that were stored: those whose lease was still valid.

    The next delivery of its aggregate becomes due when it is done or dead.

    An endpoint that fails for too long or responds with 410 is switched off, and an event is recorded. The caller
    commits.
    """
    ids = sorted({outcome.message.endpoint_id for outcome in outcomes})
    with Session(connection) as session:
        locked = select(WebhookEndpoint).where(WebhookEndpoint.id.in_(ids)).order_by(WebhookEndpoint.id)
        endpoints = session.scalars(locked.with_for_update()).all()
        counted = _store_answers(connection, outcomes, at)
        by_endpoint = [
            (endpoint, own)
            for endpoint in endpoints
            if (own := [each for each in counted if each.message.endpoint_id == endpoint.id])
        ]
        tallies = [_tally(endpoint.id, own) for endpoint, own in by_endpoint]
        connection.execute(_TALLY, {"at": at, "tallies": Jsonb(tallies)})
        notify_progress(connection, ids)
        for endpoint, own in by_endpoint:
            _update_after_calls(session, endpoint, own, at)
        session.flush()
    return counted


def _store_answers(connection: Connection, outcomes: Sequence[Outcome], at: dt.datetime) -> list[Outcome]:
    """Store the responses, and make the deliveries due that waited for a closed one.

    Return the results whose lease was still valid.
    """
    stored = connection.execute(
        _STORE, {"outcomes": Jsonb([_row(outcome, at) for outcome in outcomes]), "most_tries": MAX_TRIES}
    ).all()
    closed = [row for row in stored if row.is_closed]
    if closed:
        connection.execute(
            _NEXT,
            {"endpoints": [row.endpoint_id for row in closed], "aggregates": [row.aggregate for row in closed]},
        )
    counted = {row.id for row in stored}
    return [outcome for outcome in outcomes if outcome.message.delivery_id in counted]


def _row(outcome: Outcome, at: dt.datetime) -> dict[str, Any]:
    message = outcome.message
    wait = rules.pause(message.attempts, retry_after=outcome.retry_after)
    error = None if outcome.error is None else _storable(outcome.error, ERROR_LENGTH)
    said = {"at": outcome.at.isoformat(), "status": outcome.status, "error": error, "ms": outcome.milliseconds}
    return {
        "id": message.delivery_id,
        "lease": message.lease,
        "status": outcome.status,
        "answer": _storable(outcome.answer, ANSWER_LENGTH),
        "error": error,
        "milliseconds": outcome.milliseconds,
        "is_dead": error is not None and rules.is_dead(message.begun_at, at, wait),
        "wait": wait,
        "try": [said],
    }


def _storable(value: str, length: int) -> str:
    """Shorten a text, and replace characters that PostgreSQL does not store: NUL and lone surrogates."""
    return value[:length].replace("\0", "\N{REPLACEMENT CHARACTER}").encode("utf-8", "replace").decode()


def _tally(endpoint_id: int, outcomes: Sequence[Outcome]) -> dict[str, int]:
    failed = sum(outcome.error is not None for outcome in outcomes)
    milliseconds = sum(outcome.milliseconds for outcome in outcomes if outcome.error is None)
    answered = len(outcomes) - failed
    return {"endpoint_id": endpoint_id, "answered": answered, "failed": failed, "milliseconds": milliseconds}


def _update_after_calls(
    session: Session, endpoint: WebhookEndpoint, outcomes: Sequence[Outcome], at: dt.datetime
) -> None:
    """Update an endpoint after calls: when its failures began, its limit of calls, and whether it is switched off."""
    answered = sum(outcome.error is None for outcome in outcomes)
    if answered:
        endpoint.answered_at, endpoint.failing_since = at, None
    if not any(outcome.is_late for outcome in outcomes):
        endpoint.call_limit = rules.wider_limit(endpoint.call_limit, answered)
    elif endpoint.limited_at is None or at - endpoint.limited_at >= dt.timedelta(seconds=rules.CALL_SECONDS):
        # Calls that were in flight together time out together, so they reduce the limit only once.
        endpoint.call_limit, endpoint.limited_at = rules.narrower_limit(endpoint.call_limit), at
    failures = [outcome for outcome in outcomes if outcome.error is not None]
    if failures and endpoint.failing_since is None and not answered:
        endpoint.failing_since = at
    gone = next((outcome.status for outcome in failures if outcome.status == rules.GONE), None)
    reason = rules.reason_to_switch_off(gone, endpoint.failing_since or at, at) if failures else None
    if reason and endpoint.is_on:
        endpoint.is_on, endpoint.off_reason = False, reason
        event = WebhookSwitchedOff(endpoint_id=endpoint.id, name=endpoint.name, reason=reason)
        record_sync(session, event, at=at)
