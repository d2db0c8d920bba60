"""Types of dates and times in requests and responses."""

import re
from contextlib import suppress
from datetime import UTC, date, datetime
from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, PlainSerializer, WithJsonSchema

from shop.clock import FIRST_ORDERS, INDIA, YEAR_AHEAD, iso, now, today

_DAY = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}")
_DAY_AND_TIME = re.compile(r"[0-9]{4}-[0-9]{2}-[0-9]{2}[Tt ]")
_FIRST, _LAST = datetime.min.replace(tzinfo=UTC), datetime.max.replace(tzinfo=INDIA)
_TOO_EARLY = f"must be in the year {FIRST_ORDERS.year} or later"
_TOO_LATE = "must be within a year from now"


def _require_day(value: Any) -> Any:
    """Accept only a date in text form. Pydantic alone would also accept seconds since 1970."""
    if isinstance(value, str) and _DAY.fullmatch(value.strip()):
        return value.strip()
    if type(value) is date:
        return value
    raise ValueError("must be a day such as 2026-11-20")


def _require_time_or_day(value: Any) -> Any:
    if isinstance(value, datetime):
        return value
    if isinstance(value, str) and _DAY_AND_TIME.match(value):
        return value
    return f"{_require_day(value)}T00:00:00+05:30"


def _to_utc(at: datetime) -> datetime:
    """Convert to UTC. A time without a zone is India's. The result is limited to dates that exist in both zones."""
    at = at if at.tzinfo else at.replace(tzinfo=INDIA)
    return min(max(at, _FIRST), _LAST).astimezone(UTC)


def _within_a_year(at: datetime) -> datetime:
    if at > now() + YEAR_AHEAD:
        raise ValueError(_TOO_LATE)
    return at


def _since_first_orders(at: datetime) -> datetime:
    if at < FIRST_ORDERS:
        raise ValueError(_TOO_EARLY)
    return at


def near_orders(day: date) -> date:
    """Return a day that is in 2000 or later and at most a year from now. Any other day has a mistyped year.

    :raises ValueError: if it is another one.
    """
    if day < today(FIRST_ORDERS):
        raise ValueError(_TOO_EARLY)
    if day > today(now() + YEAR_AHEAD):
        raise ValueError(_TOO_LATE)
    return day


def _day_in_india(value: Any) -> Any:
    if isinstance(value, str) and len(value) > len("2026-11-20") and _DAY_AND_TIME.match(value):
        with suppress(ValueError, OverflowError):
            at = datetime.fromisoformat(value)
            return (at.astimezone(INDIA) if at.tzinfo else at).date()
    return _require_day(value)


Day = Annotated[date, BeforeValidator(_require_day)]
DayOrTime = Annotated[date, BeforeValidator(_day_in_india)]
"""A day, or a time on that day in India, which some clients send."""
DayOfDelivery = Annotated[DayOrTime, AfterValidator(near_orders)]
TimeOrDay = Annotated[
    datetime,
    BeforeValidator(_require_time_or_day),
    AfterValidator(_to_utc),
    WithJsonSchema({"anyOf": [{"type": "string", "format": "date-time"}, {"type": "string", "format": "date"}]}),
]
"""A time, or a day, which means midnight in India. The value is in UTC."""
TimeAhead = Annotated[TimeOrDay, AfterValidator(_within_a_year)]
"""A time at which something takes effect, at most a year from now."""
TimeOfOrder = Annotated[TimeAhead, AfterValidator(_since_first_orders)]
"""When an order was placed: in 2000 or later, and at most a year from now. Other times have a mistyped year."""
Time = Annotated[datetime, PlainSerializer(iso, return_type=str)]
"""A time in a response."""
