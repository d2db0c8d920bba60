"""Gold rates on the wire, in rupees a gram."""

import datetime as dt
from decimal import Decimal
from typing import Annotated

from pydantic import Field, WithJsonSchema

from api.changes import MaybeId
from api.shapes import Day, Figure, In, Number, Out

Rate = Annotated[Decimal, Figure("9999999.99", 2, least="0.01")]


_WORDS = "true|false|yes|no|on|off|[tfyn01]"
_YES_OR_NO = {"anyOf": [{"type": "boolean"}, {"enum": [0, 1]}, {"type": "string", "pattern": f"^({_WORDS})$"}]}
"""What is read as true or false, from forms too."""


class GoldRateIn(In):
    """``confirm`` says that a rate which moves by more than 5 % is meant."""

    id: MaybeId = None
    r22k: Annotated[Rate, Field(alias="r22kRate")]
    r24k: Annotated[Rate, Field(alias="r24kRate")]
    date: Day
    confirm: Annotated[bool, WithJsonSchema(_YES_OR_NO)] = False


class GoldRateOut(Out):
    id: int
    r22k: Annotated[Number, Field(alias="r22kRate")]
    r24k: Annotated[Number, Field(alias="r24kRate")]
    date: dt.date


class RateEffectOut(Out):
    """What a change of the rates would do: products whose price changes, by how much in the mean, the carts with any.

    ``takesForce`` says that it prices everything at once. Where it does so later, ``effectiveFrom`` is the day at whose
    beginning in India, and the figures are those of that midnight. ``rateBefore`` and ``rateAfter`` are what 22 carat
    goes from and to; ``summary`` says it all in words. ``change`` is the percentage by which it moves from
    ``previous``, the last rate before it.
    """

    takes_force: bool
    effective_from: dt.date | None
    rate_before: Number | None
    rate_after: Number | None
    summary: str
    products: int
    mean_change: Number
    mean_change_percent: Number
    open_carts: int
    change: Number | None
    needs_confirm: bool
    previous: GoldRateOut | None
