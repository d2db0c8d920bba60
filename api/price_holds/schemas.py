"""Held prices on the wire."""

import datetime as dt
from typing import Annotated, Self

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, Id, Number, SizeLabel
from shop.carts.limits import MAX_LINES
from shop.orders.draft import DraftLine
from shop.price_holds.model import PriceHold


class HoldItemIn(In):
    """An item of the checkout: a product, its size and the number of pieces."""

    product_id: Id
    size: SizeLabel | None = None
    product_quantity: Annotated[int, Field(ge=1, le=10, alias="quantity"), NOT_BOOL]


class HoldIn(In):
    """The items of the checkout."""

    items: Annotated[list[HoldItemIn], Field(min_length=1, max_length=MAX_LINES)]


class HoldItemOut(Out):
    """An item with its price at the held rate, in rupees."""

    product_id: int
    size: str | None
    quantity: int
    total_amount: Number


class HoldOut(Out):
    """A held price.

    ``goldRate`` is in rupees a gram of 22 carats, and is held until ``expiresAt``. ``secondsLeft`` is the time until
    then, because the client's clock may differ from the server's.
    """

    id: int
    expires_at: Time
    seconds_left: int
    gold_rate: Number
    items: list[HoldItemOut]

    @classmethod
    def of(cls, hold: PriceHold, lines: list[DraftLine], at: dt.datetime) -> Self:
        return cls(
            id=hold.id,
            expires_at=hold.expires_at,
            seconds_left=int((hold.expires_at - at).total_seconds()),
            gold_rate=hold.gold_rate,
            items=[
                HoldItemOut(
                    product_id=line.product_id, size=line.size, quantity=line.quantity, total_amount=line.total_amount
                )
                for line in lines
            ],
        )
