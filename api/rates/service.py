"""Changing gold rates: one a day, none that moves by much without a word, the catalogue repriced with it."""

import datetime as dt
from decimal import Decimal

from sqlalchemy import Select, select
from sqlalchemy.ext.asyncio import AsyncSession

from api.rates.schemas import GoldRateIn, GoldRateOut, RateEffectOut
from shop import words
from shop.catalogue.listing import Listing
from shop.clock import now, today
from shop.errors import Conflict, NotFound
from shop.events import outbox
from shop.rates import force
from shop.rates.events import Change, GoldRateChanged, written
from shop.rates.model import STEEP, GoldRate, check_order, current_rate, move

_PERCENT = Decimal("0.01")


class DateTaken(Conflict):
    """There is a rate of that date."""

    code = "date_taken"


class SteepMove(Conflict):
    """The rate moves by more than 5 % and nobody confirmed it. ``data`` has the percentage and the last rate."""

    code = "confirm"


class LastRate(Conflict):
    """Without this rate nothing could be priced."""

    code = "last_rate"


async def add(database: AsyncSession, wanted: GoldRateIn) -> GoldRate:
    """Add a rate; the caller commits it together with the repricing and the event.

    A day has one rate: where there is one of that date already, it takes these figures.

    :raises SteepMove, RatesSwapped: nothing is changed.
    """
    await database.execute(force.prices_alone())
    _check_confirmed(await _previous(database, wanted), wanted)
    rate = await database.scalar(_of_day(wanted.date))
    if rate is None:
        rate = GoldRate(date=wanted.date)
        database.add(rate)
    is_new = rate.id is None
    rate.r22k, rate.r24k = wanted.r22k, wanted.r24k
    await database.flush()
    await _tell(database, "added" if is_new else "updated", rate)
    return rate


async def update(database: AsyncSession, rate_id: int, wanted: GoldRateIn) -> GoldRate:
    """Change a rate's figures or date, as :func:`add` does.

    :raises NotFound, DateTaken, SteepMove, RatesSwapped, LastRate: nothing is changed.
    """
    await database.execute(force.prices_alone())
    rate = await _existing(database, rate_id)
    await _check_date(database, wanted, rate_id)
    _check_confirmed(await _previous(database, wanted, rate), wanted)
    if wanted.date > today(now()):
        await _check_others(database, rate)
    rate.date, rate.r22k, rate.r24k = wanted.date, wanted.r22k, wanted.r24k
    await database.flush()
    await _tell(database, "updated", rate)
    return rate


async def delete(database: AsyncSession, rate_id: int) -> None:
    """Delete a rate; where it was in force, the one before it is again.

    :raises NotFound, LastRate: nothing is changed.
    """
    await database.execute(force.prices_alone())
    rate = await _existing(database, rate_id)
    await _check_others(database, rate)
    await database.delete(rate)
    await database.flush()
    await _tell(database, "deleted", rate)


async def foresee(database: AsyncSession, wanted: GoldRateIn, rate_id: int | None) -> RateEffectOut:
    """Return what adding or changing the rate would do; nothing is changed.

    :raises NotFound, DateTaken: as the change itself would.
    """
    rate = None
    if rate_id is not None:
        rate = await _existing(database, rate_id)
        await _check_date(database, wanted, rate_id)
    previous = await _previous(database, wanted, rate)
    day = today(now())
    held = await database.scalar(current_rate(day))
    other = await database.scalar(_without(current_rate(day), rate_id))
    takes_force = wanted.date <= day and (other is None or wanted.date >= other.date)
    old = held.r22k if held else Decimal(0)
    new = wanted.r22k if takes_force else other.r22k if other else Decimal(0)
    effect = await database.run_sync(force.effect, old=old, new=new)
    change = _change(previous, wanted) if previous else None
    return RateEffectOut(
        takes_force=takes_force,
        products=effect.products,
        mean_change=effect.mean.quantize(_PERCENT),
        mean_change_percent=(effect.part * 100).quantize(_PERCENT),
        open_carts=effect.carts,
        change=(change * 100).quantize(_PERCENT) if change is not None else None,
        needs_confirm=change is not None and abs(change) > STEEP,
        previous=GoldRateOut.model_validate(previous) if previous else None,
    )


def _without(query: Select[GoldRate], rate_id: int | None) -> Select[GoldRate]:
    return query if rate_id is None else query.where(GoldRate.id != rate_id)


async def _existing(database: AsyncSession, rate_id: int) -> GoldRate:
    rate = await database.get(GoldRate, rate_id)
    if rate is None:
        raise NotFound("Gold rate not found")
    return rate


def _of_day(day: dt.date) -> Select[GoldRate]:
    return select(GoldRate).where(GoldRate.date == day)


async def _check_date(database: AsyncSession, wanted: GoldRateIn, rate_id: int) -> None:
    """Refuse to move a rate to a day that has another one."""
    if await database.scalar(_without(_of_day(wanted.date), rate_id)) is not None:
        sentence = f"There is a gold rate of {words.day(wanted.date)} already. Change that one instead."
        raise DateTaken(sentence, fields={"date": sentence})


async def _previous(database: AsyncSession, wanted: GoldRateIn, own: GoldRate | None = None) -> GoldRate | None:
    """Return the last rate before this one, that of its date included; where there is none, what it was itself."""
    before: GoldRate | None = await database.scalar(_without(current_rate(wanted.date), own.id if own else None))
    return before or own


def _change(previous: GoldRate, wanted: GoldRateIn) -> Decimal:
    """Return the greater of the moves of the 22-carat and the 24-carat rate."""
    return max(move(previous.r22k, wanted.r22k), move(previous.r24k, wanted.r24k), key=abs)


def _check_confirmed(previous: GoldRate | None, wanted: GoldRateIn) -> None:
    """Refuse what may be mistyped, unless somebody confirmed it."""
    if wanted.confirm:
        return
    if previous is not None:
        _check_move(previous, wanted)
    check_order(wanted.r22k, wanted.r24k)


def _check_move(previous: GoldRate, wanted: GoldRateIn) -> None:
    change = _change(previous, wanted)
    if abs(change) <= STEEP:
        return
    percent = (change * 100).quantize(_PERCENT)
    raise SteepMove(
        f"This rate is {abs(percent)} % {'above' if change > 0 else 'below'} the one of {previous.date}."
        " Please confirm that it is right.",
        data={"reason": "confirm", "change": float(percent), "previous": written(previous)},
    )


async def _check_others(database: AsyncSession, rate: GoldRate) -> None:
    """Refuse to leave products on sale without any rate in force."""
    day = today(now())
    if rate.date > day or await database.scalar(_without(current_rate(day), rate.id)) is not None:
        return
    if await database.scalar(select(Listing.product_id).limit(1)) is not None:
        raise LastRate("The catalogue is priced by this gold rate alone. Enter another one before you take it away.")


async def _tell(database: AsyncSession, change: Change, rate: GoldRate) -> None:
    at = now()
    held = await database.run_sync(force.bring_into_force, day=today(at))
    event = GoldRateChanged(rate=written(held.rate), change=change, changed=written(rate), repriced=held.repriced)
    await outbox.record(database, event, at=at)
