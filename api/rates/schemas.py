"""Gold rates on the wire, in rupees a gram."""

import datetime as dt
from decimal import Decimal
from typing import Annotated

from pydantic import Field, WithJsonSchema

from api.http.base_schemas import In, Out
from api.http.date_types import Day
from api.http.partial_update import OptionalId, WithSeen
from api.http.schema_types import BoundedDecimal, Number

Rate = Annotated[Decimal, BoundedDecimal("9999999.99", 2, min_value="0.01")]


_BOOLEAN_WORDS = "true|false|yes|no|on|off|[tfyn01]"
_BOOLEAN_SCHEMA = {
    "anyOf": [{"type": "boolean"}, {"enum": [0, 1]}, {"type": "string", "pattern": f"^({_BOOLEAN_WORDS})$"}]
}
"""The values that are read as true or false, in JSON and in forms."""


class GoldRateIn(In):
    """``confirm`` is needed for a rate that changes by more than 5 %.

    A 22-carat rate above the 24-carat rate is refused in any case.
    """

    id: OptionalId = None
    r22k: Annotated[Rate, Field(alias="r22kRate")]
    r24k: Annotated[Rate, Field(alias="r24kRate")]
    date: Day
    confirm: Annotated[bool, WithJsonSchema(_BOOLEAN_SCHEMA)] = False


class GoldRateChangeIn(GoldRateIn, WithSeen):
    """A change of a gold rate. ``seen`` has the values of the sent fields as the caller saw them."""


class GoldRateOut(Out):
    """The rates of a day in rupees a gram, of 22 and of 24 carats."""

    id: int
    r22k: Annotated[Number, Field(alias="r22kRate")]
    r24k: Annotated[Number, Field(alias="r24kRate")]
    date: dt.date


class RateEffectOut(Out):
    """The effect of a change of the rates: the number of products with another price, the mean change, the carts.

    ``takesForce`` is whether the rate comes into force at once. If it does so later, ``effectiveFrom`` is that day,
    from midnight in India, and the figures are those of that midnight. ``rateBefore`` and ``rateAfter`` are the
    22-carat rates before and after. ``summary`` describes the effect in words. ``change`` is the change in percent from
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
