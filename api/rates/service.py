"""Changes gold rates. There is one rate a day, and each change reprices the catalogue in the same transaction."""

import datetime as dt
from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from api.http.partial_update import get_or_404, refuse_stale
from api.rates import checks
from api.rates.schemas import GoldRateChangeIn, GoldRateIn, GoldRateOut
from shop.clock import now, today
from shop.events import outbox
from shop.rates import repricing
from shop.rates.events import Change, events_of_change
from shop.rates.model import GoldRate
from shop.rates.queries import current_rate, rate_of_day


async def todays_rate(database: AsyncSession) -> Decimal:
    """Return the 22-carat rate in force today in rupees a gram, 0 if there is none."""
    rate = await database.scalar(current_rate(today(now())))
    return rate.r22k if rate else Decimal(0)


async def add(database: AsyncSession, wanted: GoldRateIn) -> GoldRate:
    """Add a rate, reprice the catalogue and record the event. The caller commits.

    If there is a rate of that date already, it gets the new figures.

    :raises ConfirmationRequired, RatesSwapped: nothing is changed.
    """
    await database.execute(repricing.lock_prices_exclusively())
    checks.check_confirmed(await checks.previous(database, wanted), wanted)
    rate = await database.scalar(rate_of_day(wanted.date))
    if rate is None:
        rate = GoldRate(date=wanted.date)
        database.add(rate)
    is_new = rate.id is None
    rate.r22k, rate.r24k = wanted.r22k, wanted.r24k
    await database.flush()
    await _reprice_and_record(database, "added" if is_new else "updated", rate)
    return rate


async def update(database: AsyncSession, rate_id: int, wanted: GoldRateChangeIn) -> GoldRate:
    """Change a rate's figures or date, as :func:`add` does.

    :raises NotFound, DateTaken, ConfirmationRequired, RatesSwapped, LastRate: nothing is changed.
    :raises ChangedMeanwhile: if a field no longer has the value that the caller saw.
    """
    await database.execute(repricing.lock_prices_exclusively())
    rate = await get_or_404(database, GoldRate, rate_id, checks.MISSING)
    refuse_stale(wanted, wanted.model_fields_set, wanted.seen, rate, GoldRateOut.model_validate)
    await checks.check_date(database, wanted, rate_id)
    checks.check_confirmed(await checks.previous(database, wanted, rate), wanted)
    day = today(now())
    other = await checks.rate_in_force_on(database, day, without=rate_id)
    if wanted.date > day:
        await checks.check_not_last(database, rate, other, day)
    if not wanted.confirm:
        checks.check_fallback_confirmed(checks.fallback_change(rate, other, wanted.date, day), rate)
    before = rate.date
    rate.date, rate.r22k, rate.r24k = wanted.date, wanted.r22k, wanted.r24k
    await database.flush()
    await _reprice_and_record(database, "updated", rate, before)
    return rate


async def delete(database: AsyncSession, rate_id: int, *, confirmed: bool) -> None:
    """Delete a rate. If it was in force, the one before it comes into force again.

    :param confirmed: whether the rate in force may change by more than 5 %.
    :raises NotFound, LastRate, ConfirmationRequired: nothing is changed.
    """
    await database.execute(repricing.lock_prices_exclusively())
    rate = await get_or_404(database, GoldRate, rate_id, checks.MISSING)
    day = today(now())
    other = await checks.rate_in_force_on(database, day, without=rate_id)
    await checks.check_not_last(database, rate, other, day)
    if not confirmed:
        checks.check_fallback_confirmed(checks.fallback_change(rate, other, None, day), rate)
    await database.delete(rate)
    await database.flush()
    await _reprice_and_record(database, "deleted", rate)


async def _reprice_and_record(
    database: AsyncSession, change: Change, rate: GoldRate, before: dt.date | None = None
) -> None:
    """Reprice the catalogue and record the events of a change. ``before`` is the date that the rate had before it."""
    at = now()
    day = today(at)
    repriced = await database.run_sync(repricing.apply_current_rate, day=day)
    events = events_of_change(
        repriced.rate, change, rate, before=before or rate.date, day=day, repriced=repriced.products
    )
    for event in events:
        await outbox.record(database, event, at=at)
