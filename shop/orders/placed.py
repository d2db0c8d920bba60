"""An order as it is placed: plain values, each line at the price of now, before there is a row of it.

Its numbers are 0 until PostgreSQL draws them as it writes the rows.
"""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from shop.catalogue.pricing import PriceBreakUp
from shop.orders.model import Status


class FirstStep(NamedTuple):
    """The beginning of a line's history."""

    at: dt.datetime
    version: int = 1
    from_status: None = None
    to_status: str = Status.ORDERED.value
    changed_by: None = None
    undoes: None = None


class PlacedLine(NamedTuple):
    """So many pieces of a product as it is now."""

    line: int
    product_id: int
    product_name: str
    product_image_url: str
    purity: str
    quantity: int
    price: PriceBreakUp
    total_amount: Decimal
    ordered_at: dt.datetime
    id: int = 0
    packed_at: None = None
    shipped_at: None = None
    delivered_at: None = None
    status: str = Status.ORDERED.value
    version: int = 1
    changed_by: None = None

    @property
    def history(self) -> list[FirstStep]:
        return [FirstStep(self.ordered_at)]

    def columns(self) -> dict[str, Any]:
        """Return the line as JSON for its row; PostgreSQL reads amounts and times from their text."""
        price = self.price
        return {
            "line": self.line,
            "product_id": self.product_id,
            "product_name": self.product_name,
            "product_image_url": self.product_image_url,
            "purity": self.purity,
            "quantity": self.quantity,
            "weight": str(price.weight),
            "gold_rate": str(price.gold_rate),
            "making_charge": str(price.making_charge),
            "wastage_charge": str(price.wastage_charge),
            "discount": str(price.discount),
            "total_amount": str(self.total_amount),
        }


class Buyer(NamedTuple):
    """Whose order it is, as their account says."""

    id: int
    name: str
    email: str
    phone: str


class PlacedOrder(NamedTuple):
    """What one shopper buys at one moment; ``name``, ``email`` and ``phone`` are whom this order's parcel is for."""

    customer: Buyer
    name: str
    email: str
    phone: str
    address: dict[str, str] | None
    total_quantity: int
    total_amount: Decimal
    ordered_at: dt.datetime
    delivery_date: dt.date
    items: Sequence[PlacedLine]
    id: int = 0
    current_status: str = Status.ORDERED.value
    status_text: None = None

    @property
    def customer_id(self) -> int:
        return self.customer.id
