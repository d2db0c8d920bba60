"""Queries of throttles. One statement checks and counts an attempt."""

from datetime import UTC, datetime
from typing import Any

from sqlalchemy import Delete, Select, Update, delete, func, select, text, update

from shop.db import sql_files
from shop.throttles.model import Attempt, Limit, Throttle

_LONG_AGO = datetime.fromtimestamp(0, UTC)

CONSUME = text(f"WITH attempt AS (SELECT) {sql_files.read('consume_attempt')}")
"""Counts an attempt that is allowed. Returns no row and changes nothing if it is not."""


def consume_parameters(attempt: Attempt, *, at: datetime) -> dict[str, Any]:
    """Return the parameters of ``consume_attempt.sql``."""
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


def next_allowed_at(attempt: Attempt) -> Select[datetime]:
    """Select when a refused attempt is allowed."""
    return select(func.least(Throttle.next_at, Throttle.ends_at)).where(*_row(attempt))


def attempt_count(attempt: Attempt, *, at: datetime) -> Select[int]:
    """Select the number of attempts in the current window. There is no row if there was no attempt."""
    return select(Throttle.count).where(*_row(attempt), Throttle.ends_at > at)


def paused_until_parameters(attempt: Attempt, *, at: datetime) -> dict[str, Any]:
    """Return the parameters by which ``load_order_state.sql`` finds when the next attempt is allowed."""
    return {"scope": attempt.limit.scope, "subject": attempt.subject, "at": at}


def refund(attempt: Attempt) -> Update:
    """Subtract an attempt from its count."""
    return update(Throttle).where(*_row(attempt)).values(count=func.greatest(Throttle.count - 1, 0), next_at=_LONG_AGO)


def reset(attempt: Attempt) -> Delete:
    """Delete the count of an attempt's subject."""
    return delete(Throttle).where(*_row(attempt))


def reset_all(limit: Limit) -> Delete:
    """Delete all counts of a limit."""
    return delete(Throttle).where(Throttle.scope == limit.scope)


def _row(attempt: Attempt) -> tuple[Any, ...]:
    return Throttle.scope == attempt.limit.scope, Throttle.subject == attempt.subject
