"""The rules of webhook deliveries: when one is retried, when it is dead, and when an endpoint is switched off."""

import datetime as dt

PAUSES = (5, 30, 120, 300, 900, 1800, 3600, 7200, 14_400, 28_800, 43_200)
"""Seconds before each retry; the last value repeats."""
TRIED_FOR = dt.timedelta(days=3)
OFF_AFTER = dt.timedelta(hours=24)
"""An endpoint with nothing but failures for this time is switched off."""
LONGEST_RETRY_AFTER = 3600.0
"""Maximum seconds of ``Retry-After`` that are respected."""
CALL_SECONDS = 10.0
GONE = 410
SECRET_OVERLAP = dt.timedelta(hours=24)
"""The time for which the old secret also signs after a change."""
MAX_CALLS = 100
"""Maximum of concurrent calls of one endpoint."""
_WIDER_BY, _NARROWER_BY = 0.5, 2.0


def wider_limit(limit: float, answered: int) -> float:
    """Return the limit of calls in flight after this many responses. It grows by a half within the duration of one
    call.
    """
    return min(float(MAX_CALLS), limit + answered * _WIDER_BY)


def narrower_limit(limit: float) -> float:
    """Return the limit of calls in flight after some calls timed out.

    An overloaded endpoint, or overload on our side, delays all calls. With fewer calls in flight, each call finishes in
    time.
    """
    return max(1.0, limit / _NARROWER_BY)


def pause(attempts: int, *, retry_after: float | None = None) -> float:
    """Return the seconds to wait after this many attempts."""
    own = float(PAUSES[min(attempts, len(PAUSES)) - 1])
    return max(own, min(retry_after or 0.0, LONGEST_RETRY_AFTER))


def is_dead(begun_at: dt.datetime, at: dt.datetime, wait: float) -> bool:
    """Return whether the next attempt would be more than three days after the first one."""
    return at + dt.timedelta(seconds=wait) - begun_at > TRIED_FOR


def reason_to_switch_off(status: int | None, failing_since: dt.datetime, at: dt.datetime) -> str | None:
    """Return why a failure switches the endpoint off, or None."""
    if status == GONE:
        return "It answered 410 Gone"
    if at - failing_since >= OFF_AFTER:
        return "24 h of failures"
    return None
