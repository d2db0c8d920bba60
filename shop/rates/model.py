"""Gold rates, at most one for each date."""

import datetime as dt
from typing import Annotated

from sqlalchemy import BigInteger, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key, Rupees


class GoldRate(Base):
    """The price of a gram from ``date`` on, in rupees, for 22 and 24 carat."""

    __tablename__ = "gold_rate"

    id: Mapped[Key]
    date: Mapped[Annotated[dt.date, mapped_column(unique=True)]]
    r22k: Mapped[Rupees]
    r24k: Mapped[Rupees]


class RateInForce(Base):
    """The single row with the rate at which the listing is priced. All its fields are None if there is no rate."""

    __tablename__ = "rate_in_force"

    id: Mapped[int] = mapped_column(primary_key=True, server_default=text("1"), autoincrement=False)
    rate_id: Mapped[int | None] = mapped_column(BigInteger)
    r22k: Mapped[Rupees | None]
    r24k: Mapped[Rupees | None]
    date: Mapped[dt.date | None]
