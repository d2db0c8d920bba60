"""Queries of gold rates."""

import datetime as dt

from sqlalchemy import ColumnElement, Select, select

from shop.rates.model import GoldRate


def current_rate(today: dt.date | ColumnElement[dt.date]) -> Select[GoldRate]:
    """Select the rate in force: the latest one dated ``today`` or earlier."""
    return select(GoldRate).where(GoldRate.date <= today).order_by(GoldRate.date.desc()).limit(1)


def rate_of_day(day: dt.date) -> Select[GoldRate]:
    """Select the rate that is dated on a day."""
    return select(GoldRate).where(GoldRate.date == day)
