"""The worker's part of a delivery: claim it under its lease, then finish, retry, expire or postpone it.

The functions are synchronous and take the caller's connection; the caller commits. Every event that is sent to a page
passes :func:`claim` and :func:`finish`, so each of them sends its statements in one pipeline.
"""

import os
import socket
import time
from collections.abc import Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import datetime
from typing import Any

from sqlalchemy import Connection, Engine, bindparam, text
from sqlalchemy.dialects.postgresql import ARRAY
from sqlalchemy.types import BigInteger

from shop.db.pipeline import Statement, driver_of, pipeline_of
from shop.db.query import Query
from shop.events.leasing import BY_ID, LEASE_IS_VALID, Lease, lease_parameters, not_paused
from shop.events.retries import MAX_ATTEMPTS, MAX_DEFERRAL_DAYS, MAX_UNCOUNTED, Failure, retry_pause

CHILD_LOST = "The process that worked on it was killed."

_BEGIN: Statement = ("BEGIN", ())
_COMMIT: Statement = ("COMMIT", ())
_COMMIT_AND_BEGIN: Statement = ("COMMIT AND CHAIN", ())
_LOCK_RETRY_SECONDS = (0.002, 0.01, 0.05, 0.2, 0.8)
"""Pauses between attempts to lock.

Another worker with the same lease may hold the lock until it finds that the lease is used. A batch waits about a second
at most; what is locked then is left to the other worker.
"""


@dataclass(frozen=True, slots=True)
class ClaimedEvent:
    """An event with the delivery that a worker has claimed."""

    delivery_id: int
    event_id: int
    position: int
    type: str
    reach: str
    customer_id: int | None
    data: dict[str, Any]
    admin_data: dict[str, Any]
    occurred_at: datetime
    request_id: str | None = None
    attempts: int = 1


_CLAIM = Query(f"""
    UPDATE delivery SET taken_at = clock_timestamp(), attempts = attempts + 1, worker = %(worker)s
    FROM set_config('synchronous_commit', 'off', true)
    WHERE {LEASE_IS_VALID} AND taken_at IS NULL AND {not_paused("delivery.queue")}
    RETURNING delivery.id
""")  # noqa: S608 - made of constants

_LOCK = Query(f"""
    SELECT delivery.id AS delivery_id, event.id AS event_id, event.position, event.type, event.reach,
        event.customer_id, event.data, event.admin_data, event.occurred_at, event.request_id,
        delivery.attempts
    FROM delivery JOIN domain_event AS event ON event.id = delivery.event_id
    WHERE {LEASE_IS_VALID}
    ORDER BY event.position FOR UPDATE OF delivery SKIP LOCKED
""")  # noqa: S608 - as above

_FINISH = Query(f"""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = NULL
    WHERE {BY_ID} AND done_at IS NULL AND taken_at IS NOT NULL
""")  # noqa: S608 - as above

_EXPIRE = """
    UPDATE delivery SET done_at = clock_timestamp(),
        last_error = left(concat_ws(' The last try: ', %(reason)s::text, last_error), 2000)
    WHERE id = %(id)s
"""

_POSTPONE = """
    UPDATE delivery SET due_at = greatest(%(to)s, now()), postponed_to = greatest(%(to)s, now()),
        attempts = attempts - 1, taken_at = NULL, leased_at = NULL
    WHERE id = %(id)s
"""

_SKIP = f"""
    UPDATE delivery SET done_at = clock_timestamp(), last_error = NULL
    WHERE {LEASE_IS_VALID} AND taken_at IS NULL AND {not_paused("delivery.queue")}
"""  # noqa: S608 - as above

_IS_AWAY = f"%(failure)s::text IS NOT DISTINCT FROM '{Failure.AWAY}'"
_IS_DEFERRED = f"%(failure)s::text IS NOT DISTINCT FROM '{Failure.DEFERRED}'"
_WAS_DUE_AT = "greatest((SELECT recorded_at FROM domain_event WHERE id = delivery.event_id), postponed_to)"
_COUNTED = f"""
    least(attempts, CASE
        WHEN {_IS_AWAY} OR ({_IS_DEFERRED} AND {_WAS_DUE_AT} > now() - interval '{MAX_DEFERRAL_DAYS} days')
        THEN {MAX_UNCOUNTED} ELSE {MAX_ATTEMPTS} END)
"""
_TRIES = f"CASE WHEN {_IS_DEFERRED} THEN least(lease, 20) ELSE attempts END"
_FAIL = f"""
    UPDATE delivery SET last_error = %(error)s, failure = %(failure)s::text, attempts = {_COUNTED},
        leased_at = NULL,
        dead_at = CASE WHEN {_COUNTED} >= {MAX_ATTEMPTS} THEN clock_timestamp() END,
        due_at = now() + {retry_pause(_TRIES, "%(longest)s")}
    WHERE {LEASE_IS_VALID}
"""  # noqa: S608 - as above

_REPLAY = text("""
    UPDATE delivery SET dead_at = NULL, attempts = 0, leased_at = NULL, taken_at = NULL, due_at = now()
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND id = ANY(:ids) RETURNING id
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))

_DISCARD = text("""
    UPDATE delivery SET done_at = clock_timestamp()
    WHERE dead_at IS NOT NULL AND done_at IS NULL AND id = ANY(:ids) RETURNING id
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


def worker_name() -> str:
    """Return the name of this process in the histories of deliveries."""
    return f"process {os.getpid()} on {socket.gethostname()}"


@contextmanager
def transaction(database: Engine) -> Iterator[Connection]:
    """Open a transaction. :func:`claim` sends its BEGIN and :func:`finish` its COMMIT."""
    with database.connect().execution_options(isolation_level="AUTOCOMMIT") as connection, connection.begin():
        yield connection


def claim(connection: Connection, leases: Sequence[Lease]) -> list[ClaimedEvent]:
    """Count an attempt of each delivery whose lease is valid, commit, and lock the deliveries.

    Returns their events in stream order, for the transaction of the effect. The attempt is committed first, so that it
    counts even if the effect kills the worker. This commit does not wait for the disk: a crash of PostgreSQL loses at
    most the attempt, and the lease repeats the work. A delivery that another worker has locked, such as after a
    duplicate message, is left to that worker. Nothing of a paused queue is claimed, although the broker may still have
    messages for it.
    """
    sender = pipeline_of(connection)
    parameters = lease_parameters(leases)
    begin = [_BEGIN] if sender.is_idle and sender.driver.autocommit else []  # otherwise psycopg begins
    *_, counted, _, locked = sender.send(
        *begin, _CLAIM(**parameters, worker=worker_name()).statement, _COMMIT_AND_BEGIN, _LOCK(**parameters).statement
    )
    claimed = {row.id for row in counted}
    for pause in _LOCK_RETRY_SECONDS:
        if claimed.issubset(row.delivery_id for row in locked):
            break
        time.sleep(pause)
        (locked,) = sender.send(_LOCK(**parameters).statement)
    return [ClaimedEvent(*row) for row in locked if row.delivery_id in claimed]


def finish(connection: Connection, delivery_ids: Sequence[int]) -> None:
    """Mark deliveries as done, and commit together with their effects."""
    sender = pipeline_of(connection)
    sender.send(_FINISH(ids=list(delivery_ids)).statement, *([_COMMIT] if sender.driver.autocommit else []))


def expire(connection: Connection, delivery_id: int, *, reason: str) -> None:
    """Mark a claimed delivery as done because it is too late to be useful. The reason is stored."""
    driver_of(connection).execute(_EXPIRE, {"id": delivery_id, "reason": reason})


def postpone(connection: Connection, delivery_id: int, *, to: datetime) -> None:
    """Make a claimed delivery due at another time, without counting this attempt.

    The caller still passes it to :func:`finish`, which leaves it unchanged. A relay makes deliveries due at once that
    are due in more than 20 minutes (:func:`shop.events.leasing.clamp_due_at`), so a consumer may have to postpone
    again.
    """
    driver_of(connection).execute(_POSTPONE, {"id": delivery_id, "to": to})


def skip(connection: Connection, leases: Sequence[Lease]) -> int:
    """Mark deliveries as done without an attempt, because they need no work any more. Return their number."""
    return driver_of(connection).execute(_SKIP, lease_parameters(leases)).rowcount


def fail(
    connection: Connection,
    leases: Sequence[Lease],
    *,
    error: str,
    longest_pause: float,
    failure: Failure | None = None,
) -> None:
    """Store the error and retry after a :func:`~shop.events.retries.retry_pause`; mark as dead after ``MAX_ATTEMPTS``.

    A delivery whose server is ``AWAY`` never becomes dead: it is retried about once a minute until the server responds.

    The pauses of a ``DEFERRED`` one grow with each lease up to the longest. Its attempts count only when
    ``MAX_DEFERRAL_DAYS`` have passed since it was first due.
    """
    parameters = {"error": error[:2000], "longest": longest_pause, "failure": failure}
    driver_of(connection).execute(_FAIL, lease_parameters(leases) | parameters)


def replay(connection: Connection, delivery_ids: Sequence[int]) -> list[int]:
    """Make dead deliveries due again with fresh attempts. Return their ids."""
    return list(connection.execute(_REPLAY, {"ids": list(delivery_ids)}).scalars())


def discard(connection: Connection, delivery_ids: Sequence[int]) -> list[int]:
    """Discard dead deliveries; their errors are kept. Return their ids."""
    return list(connection.execute(_DISCARD, {"ids": list(delivery_ids)}).scalars())
