"""The rate that prices everything now."""

from decimal import Decimal

from sqlalchemy.ext.asyncio import AsyncSession

from shop.clock import now, today
from shop.rates.model import current_rate


async def rate_of_today(database: AsyncSession) -> Decimal:
    """Return the 22-carat rate of today in rupees a gram, 0 where none was ever entered."""
    rate = await database.scalar(current_rate(today(now())))
    return rate.r22k if rate else Decimal(0)
