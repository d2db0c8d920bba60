"""Previews a change of the gold rates: its effect on prices, in figures and in words."""

import datetime as dt
from dataclasses import dataclass
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from api.http.partial_update import get_or_404
from api.rates import checks
from api.rates.schemas import GoldRateIn, GoldRateOut, RateEffectOut
from shop.clock import now, today
from shop.rates.model import GoldRate
from shop.rates.price_effect import PriceEffect, price_effect
from shop.rates.rules import CONFIRM_ABOVE, check_not_swapped
from shop.text import formatting

_HUNDREDTH = Decimal("0.01")


@dataclass(frozen=True)
class _PriceStep:
    """A change of the 22-carat rate, in rupees a gram, on ``day``; at once if ``day`` is None.

    ``lead`` is the beginning of the sentence that describes it.
    """

    old: Decimal
    new: Decimal
    lead: str
    day: dt.date | None = None


async def preview_saving(database: AsyncSession, wanted: GoldRateIn, rate_id: int | None) -> RateEffectOut:
    """Return the effect of adding or changing a rate. Nothing is changed.

    :raises NotFound, DateTaken, RatesSwapped, LastRate: as the change itself would.
    """
    own = None
    if rate_id is not None:
        own = await get_or_404(database, GoldRate, rate_id, checks.MISSING)
        await checks.check_date(database, wanted, rate_id)
    check_not_swapped(wanted.r22k, wanted.r24k)
    day = today(now())
    other = await checks.rate_in_force_on(database, day, without=rate_id)
    before = None
    if wanted.date > day:
        if own is not None:
            await checks.check_not_last(database, own, other, day)
        before = await checks.rate_in_force_on(database, wanted.date - dt.timedelta(days=1), without=rate_id)
    step, remark = _step_of_saving(wanted, own, other, before, day)
    previous = await checks.previous(database, wanted, own)
    own_change = checks.greatest_change(previous, wanted) if previous else None
    fallback = checks.fallback_change(own, other, wanted.date, day)
    changes = [change for change in (own_change, fallback) if change is not None]
    return await _effect(
        database,
        step,
        remark,
        takes_force=checks.is_in_force(wanted.date, other, day),
        change=max(changes, key=abs, default=None),
        previous=previous,
    )


async def preview_deleting(database: AsyncSession, rate_id: int) -> RateEffectOut:
    """Return the effect of deleting a rate. Nothing is changed.

    :raises NotFound, LastRate: as the deletion itself would.
    """
    rate = await get_or_404(database, GoldRate, rate_id, checks.MISSING)
    day = today(now())
    other = await checks.rate_in_force_on(database, max(day, rate.date), without=rate_id)
    await checks.check_not_last(database, rate, other, day)
    change = checks.fallback_change(rate, other, None, day)
    step = _step_of_deleting(rate, other, day)
    return await _effect(
        database,
        step,
        "" if step else "It prices nothing today: no price changes.",
        takes_force=checks.is_in_force(rate.date, other, day),
        change=change,
        previous=rate if change is not None else None,
    )


def _step_of_saving(
    wanted: GoldRateIn, own: GoldRate | None, other: GoldRate | None, before: GoldRate | None, day: dt.date
) -> tuple[_PriceStep | None, str]:
    """Return the price step that a saved rate causes, and a remark to add to its sentence.

    :param own: the rate before the change, None for a new one.
    :param other: the rate in force on ``day`` without it.
    :param before: the rate in force without it on the day before its new date, if that is in the future.
    """
    current = own if own is not None and checks.is_in_force(own.date, other, day) else other
    if checks.is_in_force(wanted.date, other, day):
        return _PriceStep(_r22k(current), wanted.r22k, "At once"), ""
    if current is not other:
        is_scheduled = wanted.date > day
        price = formatting.indian_rupees(wanted.r22k)
        remark = f"From {formatting.day(wanted.date)} on it is {price}." if is_scheduled else ""
        return _PriceStep(_r22k(current), _r22k(other), f"{_reverts_to(other)} at once"), remark
    if wanted.date <= day:
        return None, f"This rate prices nothing: that of {formatting.day(other.date)} is in force." if other else ""
    lead = f"At midnight, as {formatting.day(wanted.date)} begins in India"
    return _PriceStep(_r22k(before), wanted.r22k, lead, wanted.date), "Until then nothing changes."


def _step_of_deleting(rate: GoldRate, other: GoldRate | None, day: dt.date) -> _PriceStep | None:
    """Return the price step that the deletion of a rate causes.

    :param other: the rate in force without it, on ``day`` or on the day for which it is planned.
    """
    if rate.date > day:
        lead = f"The rate planned for {formatting.day(rate.date)} will not come into force. On that day"
        return _PriceStep(rate.r22k, _r22k(other), lead, rate.date)
    if not checks.is_in_force(rate.date, other, day):
        return None
    return _PriceStep(rate.r22k, _r22k(other), f"{_reverts_to(other)} at once")


def _reverts_to(other: GoldRate | None) -> str:
    return f"The rate of {formatting.day(other.date)} is in force again" if other else "There is no rate any more"


def _r22k(rate: GoldRate | None) -> Decimal:
    return rate.r22k if rate else Decimal(0)


async def _effect(
    database: AsyncSession,
    step: _PriceStep | None,
    remark: str,
    *,
    takes_force: bool,
    change: Decimal | None,
    previous: GoldRate | None,
) -> RateEffectOut:
    old, new = (step.old, step.new) if step else (Decimal(0), Decimal(0))
    effect = await database.run_sync(price_effect, old=old, new=new)
    return RateEffectOut(
        takes_force=takes_force,
        effective_from=step.day if step else None,
        rate_before=old if step else None,
        rate_after=new if step else None,
        summary=" ".join(filter(None, [_sentence(step, effect) if step else "", remark])),
        products=effect.products,
        mean_change=effect.mean_change.quantize(_HUNDREDTH),
        mean_change_percent=(effect.mean_relative_change * 100).quantize(_HUNDREDTH),
        open_carts=effect.carts,
        change=(change * 100).quantize(_HUNDREDTH) if change is not None else None,
        needs_confirm=change is not None and abs(change) > CONFIRM_ABOVE,
        previous=GoldRateOut.model_validate(previous) if previous else None,
    )


def _sentence(step: _PriceStep, effect: PriceEffect) -> str:
    """Describe a step in words: ``At once, 22k goes from … to … a gram: 27 products change their price``."""
    if step.old == step.new:
        rates = f"22k stays at {formatting.indian_rupees(step.new)} a gram"
    else:
        rates = f"22k goes from {formatting.indian_rupees(step.old)} to {formatting.indian_rupees(step.new)} a gram"
    if effect.products == 0:
        return f"{step.lead}, {rates}: no price changes."
    sign = formatting.MINUS if effect.mean_change < 0 else "+"
    products = (
        "1 product changes its"
        if effect.products == 1
        else f"{formatting.grouped(effect.products)} products change their"
    )
    mean = formatting.indian_rupees(abs(effect.mean_change).quantize(Decimal(1)))
    return f"{step.lead}, {rates}: {products} price, by {sign}{mean} on average."
