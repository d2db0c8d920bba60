import datetime as dt

import pytest

from shop.clock import INDIA, iso, now, today


@pytest.mark.parametrize(
    ("at", "day"),
    [
        ("2026-11-20T18:29:59.999999+00:00", dt.date(2026, 11, 20)),
        ("2026-11-20T18:30:00+00:00", dt.date(2026, 11, 21)),
        ("2026-11-20T23:59:59+05:30", dt.date(2026, 11, 20)),
        ("2026-12-31T18:30:00+00:00", dt.date(2027, 1, 1)),
    ],
)
def test_the_day_turns_at_midnight_in_india(at, day):
    assert today(dt.datetime.fromisoformat(at)) == day


def test_now_is_aware_and_utc():
    assert now().utcoffset() == dt.timedelta(0)


def test_times_are_written_in_utc_with_milliseconds():
    assert iso(dt.datetime(2026, 11, 20, 15, 45, 0, 123999, tzinfo=INDIA)) == "2026-11-20T10:15:00.123Z"
    assert iso(None) is None
