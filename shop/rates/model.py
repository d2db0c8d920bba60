"""The price of gold, day by day."""

import datetime as dt
from decimal import Decimal
from typing import Annotated

from sqlalchemy import BigInteger, BindParameter, ColumnElement, Date, Select, cast, func, select, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.clock import INDIA
from shop.db.base import Base, Key, Rupees
from shop.errors import Conflict

STEEP = Decimal("0.05")
"""A rate that moves by more than this part of the last one is to be confirmed."""


class RatesSwapped(Conflict):
    """Nobody confirmed that 22 carat, gold with something cheaper in it, costs more than 24 carat."""

    code = "rates_swapped"


def check_order(r22k: Decimal, r24k: Decimal) -> None:
    """Refuse rates that were most likely entered in each other's place.

    :raises RatesSwapped: where 22 carat costs more than 24 carat; both fields are named.
    """
    if r22k > r24k:
        raise RatesSwapped(
            "The 22k rate is above the 24k rate. Are they in each other's place?",
            fields={
                "r22kRate": f"At most {r24k:f}, the 24k rate.",
                "r24kRate": f"At least {r22k:f}, the 22k rate.",
            },
        )


class GoldRate(Base):
    """What a gram costs from ``date`` on, in rupees, for 22 and 24 carat."""

    __tablename__ = "gold_rate"

    id: Mapped[Key]
    date: Mapped[Annotated[dt.date, mapped_column(unique=True)]]
    r22k: Mapped[Rupees]
    r24k: Mapped[Rupees]


class RateInForce(Base):
    """The one row that tells by which rate the lists are priced; ``rate_id`` is None where there was none."""

    __tablename__ = "rate_in_force"

    id: Mapped[int] = mapped_column(primary_key=True, server_default=text("1"), autoincrement=False)
    rate_id: Mapped[int | None] = mapped_column(BigInteger)
    r22k: Mapped[Rupees | None]
    r24k: Mapped[Rupees | None]
    date: Mapped[dt.date | None]


def in_india(day: BindParameter[dt.date]) -> ColumnElement[dt.date]:
    """Return this day or, where the day has turned in India since it was read, the day that it is there by now."""
    by_now = cast(func.timezone(INDIA.key, func.clock_timestamp()), Date)
    return func.greatest(day, select(by_now).scalar_subquery())


def current_rate(today: dt.date | ColumnElement[dt.date]) -> Select[GoldRate]:
    """Select the rate that prices everything: the latest one dated ``today`` or earlier."""
    return select(GoldRate).where(GoldRate.date <= today).order_by(GoldRate.date.desc()).limit(1)


def move(old: Decimal, new: Decimal) -> Decimal:
    """Return by which part of itself a rate moves; -0.05 is five percent down."""
    return (new - old) / old if old else Decimal(1)
