"""Changing gold rates: one a day, none that moves by much without a word, the catalogue repriced with it."""

import datetime as dt

from sqlalchemy.ext.asyncio import AsyncSession

from api.rates import rules
from api.rates.schemas import GoldRateIn
from shop.clock import now, today
from shop.events import outbox
from shop.rates import force
from shop.rates.events import Change, changes_told
from shop.rates.model import GoldRate


async def add(database: AsyncSession, wanted: GoldRateIn) -> GoldRate:
    """Add a rate; the caller commits it together with the repricing and the event.

    A day has one rate: where there is one of that date already, it takes these figures.

    :raises SteepMove, RatesSwapped: nothing is changed.
    """
    await database.execute(force.prices_alone())
    rules.check_confirmed(await rules.previous(database, wanted), wanted)
    rate = await database.scalar(rules.of_day(wanted.date))
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
    rate = await rules.existing(database, rate_id)
    await rules.check_date(database, wanted, rate_id)
    rules.check_confirmed(await rules.previous(database, wanted, rate), wanted)
    day = today(now())
    if wanted.date > day:
        await rules.check_others(database, rate)
    if not wanted.confirm:
        rules.check_fall_back(await rules.fall_back(database, rate, wanted.date, day), rate)
    before = rate.date
    rate.date, rate.r22k, rate.r24k = wanted.date, wanted.r22k, wanted.r24k
    await database.flush()
    await _tell(database, "updated", rate, before)
    return rate


async def delete(database: AsyncSession, rate_id: int, *, confirmed: bool) -> None:
    """Delete a rate; where it was in force, the one before it is again. One that is scheduled is cancelled so.

    :param confirmed: that the rate in force may move by more than 5 %.
    :raises NotFound, LastRate, SteepMove: nothing is changed.
    """
    await database.execute(force.prices_alone())
    rate = await rules.existing(database, rate_id)
    await rules.check_others(database, rate)
    if not confirmed:
        rules.check_fall_back(await rules.fall_back(database, rate, None, today(now())), rate)
    await database.delete(rate)
    await database.flush()
    await _tell(database, "deleted", rate)


async def _tell(database: AsyncSession, change: Change, rate: GoldRate, before: dt.date | None = None) -> None:
    """Reprice the catalogue and record what happened; ``before`` is the date that the rate had."""
    at = now()
    day = today(at)
    held = await database.run_sync(force.bring_into_force, day=day)
    for event in changes_told(held.rate, change, rate, before=before or rate.date, day=day, repriced=held.repriced):
        await outbox.record(database, event, at=at)
