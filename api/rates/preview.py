"""What a change of the gold rates would do, in figures and in words, before it is made."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from api.rates import rules
from api.rates.schemas import GoldRateIn, GoldRateOut, RateEffectOut
from shop import words
from shop.clock import now, today
from shop.rates import force
from shop.rates.model import STEEP, GoldRate

_HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True)
class _Step:
    """The 22-carat rate goes from ``old`` to ``new``, rupees a gram: on ``day``, at once where that is today or None.

    ``lead`` begins the sentence that tells it.
    """

    old: Decimal
    new: Decimal
    lead: str
    day: dt.date | None = None


async def of_saving(database: AsyncSession, wanted: GoldRateIn, rate_id: int | None) -> RateEffectOut:
    """Return what adding or changing a rate would do; nothing is changed.

    :raises NotFound, DateTaken: as the change itself would.
    """
    own = None
    if rate_id is not None:
        own = await rules.existing(database, rate_id)
        await rules.check_date(database, wanted, rate_id)
    day = today(now())
    step, beside = await _step_of_saving(database, wanted, own, day)
    previous = await rules.previous(database, wanted, own)
    moves = [rules.change(previous, wanted)] if previous else []
    moves += await rules.fall_back(database, own, wanted.date, day)
    change = max(moves, key=abs) if moves else None
    return await _effect(
        database,
        step,
        beside,
        takes_force=await _takes_force(database, wanted, rate_id, day),
        change=change,
        previous=previous,
    )


async def of_deleting(database: AsyncSession, rate_id: int) -> RateEffectOut:
    """Return what deleting a rate would do; nothing is changed.

    :raises NotFound, LastRate: as the deletion itself would.
    """
    rate = await rules.existing(database, rate_id)
    await rules.check_others(database, rate)
    day = today(now())
    held = await rules.rate_on(database, day)
    is_held = held is not None and held.id == rate.id
    moves = await rules.fall_back(database, rate, None, day)
    step = await _step_of_deleting(database, rate, day, is_held=is_held)
    beside = "" if step else "It prices nothing today: no price changes."
    change = moves[0] if moves else None
    return await _effect(database, step, beside, takes_force=is_held, change=change, previous=rate if moves else None)


async def _takes_force(database: AsyncSession, wanted: GoldRateIn, rate_id: int | None, day: dt.date) -> bool:
    """Whether the rate prices everything as soon as it is saved."""
    other = await rules.rate_on(database, day, but=rate_id)
    return wanted.date <= day and (other is None or wanted.date >= other.date)


async def _step_of_saving(
    database: AsyncSession, wanted: GoldRateIn, own: GoldRate | None, day: dt.date
) -> tuple[_Step | None, str]:
    """Return the step of prices that a rate brings, and what is to be said beside."""
    own_id = own.id if own else None
    held = await rules.rate_on(database, day)
    other = await rules.rate_on(database, day, but=own_id)
    if await _takes_force(database, wanted, own_id, day):
        return _Step(_r22k(held), wanted.r22k, "At once"), ""
    later = f"From {words.day(wanted.date)} on it is {words.indian_rupees(wanted.r22k)}." if wanted.date > day else ""
    if own is not None and held is not None and held.id == own.id:
        return _Step(_r22k(held), _r22k(other), f"{_again(other)} at once"), later
    if wanted.date <= day:
        return None, f"This rate prices nothing: that of {words.day(other.date)} is in force." if other else ""
    before = await rules.rate_on(database, wanted.date - dt.timedelta(days=1), but=own_id)
    lead = f"At midnight, as {words.day(wanted.date)} begins in India"
    return _Step(_r22k(before), wanted.r22k, lead, wanted.date), "Until then nothing changes."


async def _step_of_deleting(database: AsyncSession, rate: GoldRate, day: dt.date, *, is_held: bool) -> _Step | None:
    """Return the step of prices that comes because a rate goes."""
    if rate.date > day:
        stays = await rules.rate_on(database, rate.date, but=rate.id)
        lead = f"The rate planned for {words.day(rate.date)} will not come into force. On that day"
        return _Step(rate.r22k, _r22k(stays), lead, rate.date)
    other = await rules.rate_on(database, day, but=rate.id)
    return _Step(rate.r22k, _r22k(other), f"{_again(other)} at once") if is_held else None


def _again(other: GoldRate | None) -> str:
    return f"The rate of {words.day(other.date)} is in force again" if other else "There is no rate any more"


def _r22k(rate: GoldRate | None) -> Decimal:
    return rate.r22k if rate else Decimal(0)


async def _effect(
    database: AsyncSession,
    step: _Step | None,
    beside: str,
    *,
    takes_force: bool,
    change: Decimal | None,
    previous: GoldRate | None,
) -> RateEffectOut:
    old, new = (step.old, step.new) if step else (Decimal(0), Decimal(0))
    found = await database.run_sync(force.effect, old=old, new=new)
    return RateEffectOut(
        takes_force=takes_force,
        effective_from=step.day if step else None,
        rate_before=old if step else None,
        rate_after=new if step else None,
        summary=" ".join(filter(None, [_sentence(step, found) if step else "", beside])),
        products=found.products,
        mean_change=found.mean.quantize(_HUNDREDTH),
        mean_change_percent=(found.part * 100).quantize(_HUNDREDTH),
        open_carts=found.carts,
        change=(change * 100).quantize(_HUNDREDTH) if change is not None else None,
        needs_confirm=change is not None and abs(change) > STEEP,
        previous=GoldRateOut.model_validate(previous) if previous else None,
    )


def _sentence(step: _Step, found: force.Effect) -> str:
    """Say a step in words: ``At once, 22k goes from … to … a gram: 27 products change their price``."""
    if step.old == step.new:
        rates = f"22k stays at {words.indian_rupees(step.new)} a gram"
    else:
        rates = f"22k goes from {words.indian_rupees(step.old)} to {words.indian_rupees(step.new)} a gram"
    if found.products == 0:
        return f"{step.lead}, {rates}: no price changes."
    sign = words.MINUS if found.mean < 0 else "+"
    products = (
        "1 product changes its" if found.products == 1 else f"{words.grouped(found.products)} products change their"
    )
    mean = words.indian_rupees(abs(found.mean).quantize(Decimal(1)))
    return f"{step.lead}, {rates}: {products} price, by {sign}{mean} on average."
