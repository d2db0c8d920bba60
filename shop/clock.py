"""The clock. Rules get the time from their callers. Work that lasts, and checks of input, read the clock themselves."""

from datetime import UTC, date, datetime, time, timedelta
from functools import lru_cache
from zoneinfo import ZoneInfo

INDIA = ZoneInfo("Asia/Kolkata")
YEAR_AHEAD = timedelta(days=366)
"""How far in the future a time may be at which something takes effect."""
FIRST_ORDERS = datetime(2000, 1, 1, tzinfo=INDIA)
"""The earliest time of an order. An earlier time has a mistyped year."""


def now() -> datetime:
    """Return the time as an aware UTC datetime."""
    return datetime.now(UTC)


def today(at: datetime) -> date:
    """Return the shop's calendar day, which begins at midnight in India."""
    return at.astimezone(INDIA).date()


def end_of_day(day: date) -> datetime:
    """Return the last moment of a calendar day of the shop."""
    return datetime.combine(day, time.max, INDIA)


@lru_cache(maxsize=1000)
def iso(at: datetime | None) -> str | None:
    """Format a time for the wire: UTC, milliseconds, ``Z``."""
    if at is None:
        return None
    return at.astimezone(UTC).isoformat(timespec="milliseconds").replace("+00:00", "Z")


def minute_in_india(at: datetime | None) -> str:
    """Format a time as people enter it: ``2026-11-20 10:30`` in India; empty for None."""
    return at.astimezone(INDIA).strftime("%Y-%m-%d %H:%M") if at else ""
