"""What has to hold before a gold rate may be changed."""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.rates.schemas import GoldRateIn
from shop import words
from shop.catalogue.listing import Listing
from shop.clock import now, today
from shop.errors import Conflict, NotFound
from shop.rates.events import written
from shop.rates.model import STEEP, GoldRate, check_order, current_rate, move

_PERCENT = Decimal("0.01")


class DateTaken(Conflict):
    """There is a rate of that date."""

    code = "date_taken"


class SteepMove(Conflict):
    """The rate moves by more than 5 % and nobody confirmed it. ``data`` has the percentage and the rate of before."""

    code = "confirm"


class LastRate(Conflict):
    """Without this rate nothing could be priced."""

    code = "last_rate"


async def existing(database: AsyncSession, rate_id: int) -> GoldRate:
    """Return a rate.

    :raises NotFound: where there is none with this id.
    """
    rate = await database.get(GoldRate, rate_id)
    if rate is None:
        raise NotFound("Gold rate not found")
    return rate


def of_day(day: dt.date) -> Select[GoldRate]:
    """Select the rate that is dated on a day."""
    return select(GoldRate).where(GoldRate.date == day)


async def rate_on(database: AsyncSession, day: dt.date, *, but: int | None = None) -> GoldRate | None:
    """Return the rate in force on a day; ``but`` leaves one out, by its id."""
    rate: GoldRate | None = await database.scalar(_without(current_rate(day), but))
    return rate


async def check_date(database: AsyncSession, wanted: GoldRateIn, rate_id: int) -> None:
    """Refuse to move a rate to a day that has another one.

    :raises DateTaken: with the field ``date``.
    """
    if await database.scalar(_without(of_day(wanted.date), rate_id)) is not None:
        sentence = f"There is a gold rate of {words.day(wanted.date)} already. Change that one instead."
        raise DateTaken(sentence, fields={"date": sentence})


async def previous(database: AsyncSession, wanted: GoldRateIn, own: GoldRate | None = None) -> GoldRate | None:
    """Return the last rate before this one, that of its date included; where there is none, what it was itself."""
    return await rate_on(database, wanted.date, but=own.id if own else None) or own


def change(before: GoldRate, after: GoldRate | GoldRateIn) -> Decimal:
    """Return the greater of the moves of the 22-carat and the 24-carat rate; 0.05 is five percent up."""
    return max(move(before.r22k, after.r22k), move(before.r24k, after.r24k), key=abs)


async def fall_back(database: AsyncSession, rate: GoldRate | None, to: dt.date | None, day: dt.date) -> list[Decimal]:
    """Return by how much the rate in force moves on ``day`` because ``rate`` goes to another date, or goes for good.

    Empty where another rate is in force, this one stays in force, or there is no other.
    """
    if rate is None or rate.date > day:
        return []
    other = await rate_on(database, day, but=rate.id)
    is_held = other is None or rate.date > other.date
    stays = to is not None and to <= day and (other is None or to >= other.date)
    return [change(rate, other)] if other is not None and is_held and not stays else []


def check_confirmed(before: GoldRate | None, wanted: GoldRateIn) -> None:
    """Refuse what may be mistyped, unless somebody confirmed it.

    :raises SteepMove, RatesSwapped: where nobody did.
    """
    if wanted.confirm:
        return
    if before is not None:
        _check_move(before, wanted)
    check_order(wanted.r22k, wanted.r24k)


def check_fall_back(moves: list[Decimal], rate: GoldRate) -> None:
    """Refuse that another rate, far from this one, comes back into force.

    :raises SteepMove: the caller has looked whether somebody confirmed it.
    """
    for moved in moves:
        if abs(moved) > STEEP:
            percent = (moved * 100).quantize(_PERCENT)
            raise SteepMove(
                f"The rate in force would move by {abs(percent)} % {'up' if moved > 0 else 'down'} at once."
                " Please confirm that it is right.",
                data={"reason": "confirm", "change": float(percent), "previous": written(rate)},
            )


async def check_others(database: AsyncSession, rate: GoldRate) -> None:
    """Refuse to leave products on sale without any rate in force.

    :raises LastRate: where this is the only one.
    """
    day = today(now())
    if rate.date > day or await rate_on(database, day, but=rate.id) is not None:
        return
    if await database.scalar(select(Listing.product_id).limit(1)) is not None:
        raise LastRate("The catalogue is priced by this gold rate alone. Enter another one before you take it away.")


def _without(query: Select[GoldRate], rate_id: int | None) -> Select[GoldRate]:
    return query if rate_id is None else query.where(GoldRate.id != rate_id)


def _check_move(before: GoldRate, wanted: GoldRateIn) -> None:
    moved = change(before, wanted)
    if abs(moved) <= STEEP:
        return
    percent = (moved * 100).quantize(_PERCENT)
    raise SteepMove(
        f"This rate is {abs(percent)} % {'above' if moved > 0 else 'below'} the one of {words.day(before.date)}."
        " Please confirm that it is right.",
        data={"reason": "confirm", "change": float(percent), "previous": written(before)},
    )
