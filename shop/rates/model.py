"""The price of gold, day by day."""

import datetime as dt
from typing import Annotated

from sqlalchemy import Select, select
from sqlalchemy.orm import Mapped, mapped_column

from shop.database import Base, Key, Rupees


class GoldRate(Base):
    """What a gram costs from ``date`` on, in rupees, for 22 and 24 carat."""

    __tablename__ = "gold_rate"

    id: Mapped[Key]
    date: Mapped[Annotated[dt.date, mapped_column(unique=True)]]
    r22k: Mapped[Rupees]
    r24k: Mapped[Rupees]


def current_rate(today: dt.date) -> Select[GoldRate]:
    """Select the rate that prices everything: the latest one dated ``today`` or earlier."""
    return select(GoldRate).where(GoldRate.date <= today).order_by(GoldRate.date.desc()).limit(1)
