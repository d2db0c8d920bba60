"""Counting attempts: one statement lets an attempt in and counts it, or does neither."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import (
    CTE,
    BindParameter,
    DateTime,
    Delete,
    Integer,
    Interval,
    Select,
    String,
    TextClause,
    Update,
    bindparam,
    delete,
    func,
    select,
    text,
    update,
)

from shop.throttles.model import Attempt, Limit, Throttle

_LONG_AGO = datetime.fromtimestamp(0, UTC)

_COUNTED = """
    INSERT INTO throttle AS held (scope, subject, count, next_at, ends_at)
    SELECT :scope, CAST(:subject AS bytea), 1,
        CASE WHEN :free > 1 THEN CAST(:long_ago AS timestamptz) ELSE :at + :first END, :at + :window
    WHERE {condition}
    ON CONFLICT (scope, subject) DO UPDATE SET
        count = CASE WHEN held.ends_at <= :at THEN 1 ELSE held.count + 1 END,
        next_at = CASE
            WHEN held.ends_at <= :at THEN excluded.next_at
            WHEN held.count + 1 < :free THEN CAST(:long_ago AS timestamptz)
            ELSE :at + least(:longest, :first * power(2, least(held.count + 1 - :free, 20)))
        END,
        ends_at = CASE WHEN held.ends_at <= :at THEN excluded.ends_at ELSE held.ends_at END
    WHERE held.ends_at <= :at OR held.next_at <= :at
    RETURNING held.count
"""
_TYPES: list[BindParameter[Any]] = [
    bindparam("scope", type_=String),
    bindparam("free", type_=Integer),
    bindparam("at", type_=DateTime(timezone=True)),
    *(bindparam(name, type_=Interval) for name in ("window", "first", "longest")),
]

ADMIT: TextClause = text(_COUNTED.format(condition="true")).bindparams(*_TYPES)
"""Lets an attempt in and counts it, or returns no row and changes nothing.

What may come at once has been due since long ago, not since now: two API processes, or two requests of one, do not
read quite the same clock.
"""


def admitting(condition: str) -> CTE:
    """Return the same as part of a statement: ``admitted`` has a row where the attempt is let in and counted.

    :param condition: SQL without which nothing is counted, and there is no row.
    """
    return text(_COUNTED.format(condition=condition)).bindparams(*_TYPES).columns(count=Integer).cte("admitted")


def admission(attempt: Attempt, *, at: datetime) -> dict[str, Any]:
    """Return the parameters of :data:`ADMIT` and :func:`admitting`."""
    limit = attempt.limit
    return {
        "scope": limit.scope,
        "subject": attempt.subject,
        "free": limit.free,
        "window": limit.window,
        "first": limit.first_pause or limit.window,
        "longest": limit.longest_pause if limit.first_pause else limit.window,
        "at": at,
        "long_ago": _LONG_AGO,
    }


def open_again_at(attempt: Attempt) -> Select[datetime]:
    """Select when a refused attempt would be let in."""
    return select(func.least(Throttle.next_at, Throttle.ends_at)).where(*_row(attempt))


def count_of(attempt: Attempt, *, at: datetime) -> Select[int]:
    """Select how many attempts count as of ``at``; there is no row where none was made."""
    return select(Throttle.count).where(*_row(attempt), Throttle.ends_at > at)


def paused_until() -> Select[datetime]:
    """Select when the next attempt is let in, where it has to wait; :func:`pause` gives the parameters."""
    at = bindparam("at", type_=DateTime(timezone=True))
    opens_at = func.least(Throttle.next_at, Throttle.ends_at)
    return select(opens_at).where(
        Throttle.scope == bindparam("scope"), Throttle.subject == bindparam("subject"), opens_at > at
    )


def pause(attempt: Attempt, *, at: datetime) -> dict[str, Any]:
    """Return the parameters of :func:`paused_until`."""
    return {"scope": attempt.limit.scope, "subject": attempt.subject, "at": at}


def take_back(attempt: Attempt) -> Update:
    """Count an attempt as none: it was no guess."""
    return update(Throttle).where(*_row(attempt)).values(count=func.greatest(Throttle.count - 1, 0), next_at=_LONG_AGO)


def forget(attempt: Attempt) -> Delete:
    """Begin anew with a subject."""
    return delete(Throttle).where(*_row(attempt))


def forget_all(limit: Limit) -> Delete:
    """Begin anew with everything that a limit counts."""
    return delete(Throttle).where(Throttle.scope == limit.scope)


def _row(attempt: Attempt) -> tuple[Any, ...]:
    return Throttle.scope == attempt.limit.scope, Throttle.subject == attempt.subject
