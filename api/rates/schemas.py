"""Gold rates on the wire, in rupees a gram."""

import datetime as dt
import re
from decimal import Decimal
from typing import Annotated, Any

from pydantic import BeforeValidator, Field

from api.shapes import Id, In, Number, Out


def _no_flag(value: Any) -> Any:
    if isinstance(value, bool):
        raise ValueError("must be a number")  # noqa: TRY004 - a ValueError is what names the field
    return value


def _written_day(value: Any) -> Any:
    if not isinstance(value, str) or not re.match(r"[0-9]{4}-[0-9]{2}-[0-9]{2}", value.strip()):
        raise ValueError("must be a day such as 2026-11-20")
    return value.strip()


Rate = Annotated[Decimal, BeforeValidator(_no_flag), Field(gt=0, lt=10_000_000, decimal_places=2)]
Day = Annotated[dt.date, BeforeValidator(_written_day)]


class GoldRateIn(In):
    """``confirm`` says that a rate which moves by more than 5 % is meant."""

    id: Id | None = None
    r22k: Annotated[Rate, Field(alias="r22kRate")]
    r24k: Annotated[Rate, Field(alias="r24kRate")]
    date: Day
    confirm: bool = False


class GoldRateOut(Out):
    id: int
    r22k: Annotated[Number, Field(alias="r22kRate")]
    r24k: Annotated[Number, Field(alias="r24kRate")]
    date: dt.date


class RateEffectOut(Out):
    """What a rate would do: products whose price changes, by how much in the mean, and the carts that hold any.

    ``change`` is the percentage by which it moves from ``previous``, the last rate before it.
    """

    takes_force: bool
    products: int
    mean_change: Number
    mean_change_percent: Number
    open_carts: int
    change: Number | None
    needs_confirm: bool
    previous: GoldRateOut | None
