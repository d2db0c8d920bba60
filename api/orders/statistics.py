"""The statistics of the dashboard."""

import datetime as dt

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.base_schemas import Out
from api.http.date_types import Time
from api.http.schema_types import Number
from shop.clock import INDIA, today
from shop.orders import statistics

_WEEK = dt.timedelta(days=7)


class DayOut(Out):
    """The orders of a day, or of the part of it that has passed; ``sales`` are rupees."""

    orders: int
    sales: Number


class StatusCountOut(Out):
    """The number of lines with a status. ``oldest`` is when the first of them got it, null for closed lines."""

    items: int = 0
    oldest: Time | None = None


class OrdersStandingOut(Out):
    """The lines by their current status."""

    ordered: StatusCountOut = Field(default_factory=StatusCountOut)
    packed: StatusCountOut = Field(default_factory=StatusCountOut)
    shipped: StatusCountOut = Field(default_factory=StatusCountOut)
    delivered: StatusCountOut = Field(default_factory=StatusCountOut)
    cancelled: StatusCountOut = Field(default_factory=StatusCountOut)


class DeliveredOut(Out):
    """The items delivered in the last seven days; ``hours`` is the average time from order to delivery."""

    items: int
    hours: float | None


class FiguresOut(Out):
    """``before`` is yesterday up to this time of the day."""

    today: DayOut
    before: DayOut
    standing: OrdersStandingOut
    delivered: DeliveredOut


async def figures(database: AsyncSession, *, at: dt.datetime) -> FiguresOut:
    """Return the figures as of ``at``. Days are those of India."""
    day = dt.datetime.combine(today(at), dt.time.min, INDIA)
    yesterday = dt.timedelta(days=1)
    current = (await database.execute(statistics.sales(day, at))).one()
    before = (await database.execute(statistics.sales(day - yesterday, at - yesterday))).one()
    oldest: dict[str, dt.datetime] = dict((await database.execute(statistics.oldest_by_status())).all())
    counted = await database.execute(statistics.all_counts_by_status())
    standing = {status: StatusCountOut(items=items, oldest=oldest.get(status)) for status, items in counted}
    delivered = (await database.execute(statistics.delivered(at - _WEEK))).one()
    return FiguresOut(
        today=DayOut(orders=current.orders, sales=current.sales),
        before=DayOut(orders=before.orders, sales=before.sales),
        standing=OrdersStandingOut(**standing),
        delivered=DeliveredOut(
            items=delivered.items,
            hours=round(delivered.duration.total_seconds() / 3600, 1) if delivered.duration is not None else None,
        ),
    )
