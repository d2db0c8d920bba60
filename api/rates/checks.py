"""Checks before a change of a gold rate."""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.rates.schemas import GoldRateIn
from shop.catalogue.price_listing import Listing
from shop.errors import Conflict
from shop.rates.events import rate_to_json
from shop.rates.model import GoldRate
from shop.rates.queries import current_rate, rate_of_day
from shop.rates.rules import CONFIRM_ABOVE, check_not_swapped, relative_change
from shop.text import formatting

MISSING = "Gold rate not found"
_PERCENT = Decimal("0.01")


class DateTaken(Conflict):
    """Another rate has that date."""

    code = "date_taken"


class ConfirmationRequired(Conflict):
    """An unconfirmed change of the rate by more than 5 %. ``data`` has the percentage and the old rate."""

    code = "confirm"


class LastRate(Conflict):
    """The only rate in force cannot be removed while products are on sale."""

    code = "last_rate"


async def rate_in_force_on(database: AsyncSession, day: dt.date, *, without: int | None = None) -> GoldRate | None:
    """Return the rate in force on a day. ``without`` is the id of a rate to ignore."""
    rate: GoldRate | None = await database.scalar(_without(current_rate(day), without))
    return rate


async def check_date(database: AsyncSession, wanted: GoldRateIn, rate_id: int) -> None:
    """Refuse a date that another rate has.

    :raises DateTaken: with the field ``date``.
    """
    if await database.scalar(_without(rate_of_day(wanted.date), rate_id)) is not None:
        sentence = f"There is a gold rate of {formatting.day(wanted.date)} already. Change that one instead."
        raise DateTaken(sentence, fields={"date": sentence})


async def previous(database: AsyncSession, wanted: GoldRateIn, own: GoldRate | None = None) -> GoldRate | None:
    """Return the latest other rate with the same or an earlier date.

    If there is none, return this rate before the change.
    """
    return await rate_in_force_on(database, wanted.date, without=own.id if own else None) or own


def greatest_change(before: GoldRate, after: GoldRate | GoldRateIn) -> Decimal:
    """Return the greater of the relative changes of the 22-carat and the 24-carat rate: 0.05 is five percent up."""
    return max(relative_change(before.r22k, after.r22k), relative_change(before.r24k, after.r24k), key=abs)


def is_in_force(date: dt.date, other: GoldRate | None, day: dt.date) -> bool:
    """Whether a rate of this date is in force on ``day``. ``other`` is the rate that would be without it, or None."""
    return date <= day and (other is None or date >= other.date)


def fallback_change(rate: GoldRate | None, other: GoldRate | None, to: dt.date | None, day: dt.date) -> Decimal | None:
    """Return the relative change of the rate in force on ``day`` if ``rate`` is moved to another date or deleted.

    None if another rate is in force, this one stays in force, or there is no other.

    :param other: the rate in force without this one.
    :param to: the new date, None for a deletion.
    """
    if rate is None or other is None or not is_in_force(rate.date, other, day):
        return None
    stays = to is not None and is_in_force(to, other, day)
    return None if stays else greatest_change(rate, other)


def check_confirmed(before: GoldRate | None, wanted: GoldRateIn) -> None:
    """Refuse a large change that is not confirmed, and rates that are swapped.

    :raises ConfirmationRequired: if the change is not confirmed.
    :raises RatesSwapped: if 22 carat costs more than 24 carat, which no confirmation makes right.
    """
    if before is not None and not wanted.confirm:
        _check_change(before, wanted)
    check_not_swapped(wanted.r22k, wanted.r24k)


def check_fallback_confirmed(change: Decimal | None, rate: GoldRate) -> None:
    """Refuse a :func:`fallback_change` of more than 5 %. The caller skips this check for a confirmed change.

    :raises ConfirmationRequired: for such a change.
    """
    if change is None or abs(change) <= CONFIRM_ABOVE:
        return
    percent = (change * 100).quantize(_PERCENT)
    raise ConfirmationRequired(
        f"The rate in force would move by {abs(percent)} % {'up' if change > 0 else 'down'} at once."
        " Please confirm that it is right.",
        data={"reason": "confirm", "change": float(percent), "previous": rate_to_json(rate)},
    )


async def check_not_last(database: AsyncSession, rate: GoldRate, other: GoldRate | None, day: dt.date) -> None:
    """Refuse to leave products on sale without a rate in force.

    :param other: the rate in force without this one.
    :raises LastRate: if this is the only rate in force.
    """
    if rate.date > day or other is not None:
        return
    if await database.scalar(select(Listing.product_id).limit(1)) is not None:
        raise LastRate("The catalogue is priced by this gold rate alone. Enter another one before you take it away.")


def _without(query: Select[GoldRate], rate_id: int | None) -> Select[GoldRate]:
    return query if rate_id is None else query.where(GoldRate.id != rate_id)


def _check_change(before: GoldRate, wanted: GoldRateIn) -> None:
    change = greatest_change(before, wanted)
    if abs(change) <= CONFIRM_ABOVE:
        return
    percent = (change * 100).quantize(_PERCENT)
    raise ConfirmationRequired(
        f"This rate is {abs(percent)} % {'above' if change > 0 else 'below'} the one of {formatting.day(before.date)}."
        " Please confirm that it is right.",
        data={"reason": "confirm", "change": float(percent), "previous": rate_to_json(before)},
    )
