"""How the shop does: what a shopkeeper looks at first."""

import datetime as dt

from pydantic import Field
from sqlalchemy.ext.asyncio import AsyncSession

from api.shapes import Number, Out, Time
from shop.clock import INDIA, today
from shop.orders import figures

WEEK = dt.timedelta(days=7)


class DayOut(Out):
    """The orders of a day, or of its part that is over; ``sales`` are rupees."""

    orders: int
    sales: Number


class StatusCountOut(Out):
    """The lines that have a status now; ``oldest`` is when the first of them was ordered."""

    items: int = 0
    oldest: Time | None = None


class OrdersStandingOut(Out):
    """For each status, the lines that have it now."""

    ordered: StatusCountOut = Field(default_factory=StatusCountOut)
    packed: StatusCountOut = Field(default_factory=StatusCountOut)
    shipped: StatusCountOut = Field(default_factory=StatusCountOut)
    delivered: StatusCountOut = Field(default_factory=StatusCountOut)


class DeliveredOut(Out):
    """What was delivered in the last seven days; ``hours`` from order to delivery, on average."""

    items: int
    hours: float | None


class FiguresOut(Out):
    """``before`` is yesterday up to this time of the day."""

    today: DayOut
    before: DayOut
    standing: OrdersStandingOut
    delivered: DeliveredOut


async def of(database: AsyncSession, *, at: dt.datetime) -> FiguresOut:
    """Return the figures as of ``at``; a day is India's."""
    day = dt.datetime.combine(today(at), dt.time.min, INDIA)
    yesterday = dt.timedelta(days=1)
    current = (await database.execute(figures.taken(day, at))).one()
    before = (await database.execute(figures.taken(day - yesterday, at - yesterday))).one()
    rows = await database.execute(figures.standing())
    standing = {status: StatusCountOut(items=items, oldest=oldest) for status, items, oldest in rows}
    delivered = (await database.execute(figures.delivered(at - WEEK))).one()
    return FiguresOut(
        today=DayOut(orders=current.orders, sales=current.sales),
        before=DayOut(orders=before.orders, sales=before.sales),
        standing=OrdersStandingOut(**standing),
        delivered=DeliveredOut(
            items=delivered.items,
            hours=round(delivered.taken.total_seconds() / 3600, 1) if delivered.taken is not None else None,
        ),
    )
