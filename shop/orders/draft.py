"""An order that is about to be written, as plain values. Ids are 0, because PostgreSQL assigns them."""

import datetime as dt
from collections.abc import Sequence
from decimal import Decimal
from typing import Any, NamedTuple

from shop.catalogue.pricing import PriceBreakUp
from shop.orders.model import Buyer, Status
from shop.payments.state import PaymentState


class FirstStep(NamedTuple):
    """The first entry of a line's history."""

    at: dt.datetime
    version: int = 1
    from_status: None = None
    to_status: str = Status.ORDERED.value
    changed_by: None = None
    undoes: None = None
    reason: None = None
    weights: Sequence[Decimal] = ()


class DraftLine(NamedTuple):
    """A line with its current product and price. ``is_counted`` is whether the stock is counted."""

    line: int
    product_id: int
    product_name: str
    product_image_url: str
    purity: str
    quantity: int
    price: PriceBreakUp
    total_amount: Decimal
    ordered_at: dt.datetime
    gross_weight: Decimal | None = None
    stones: Sequence[dict[str, Any]] = ()
    hallmark: str | None = None
    huids: Sequence[str] = ()
    huids_version: int = 1
    size: str | None = None
    is_counted: bool = False
    id: int = 0
    packed_at: None = None
    shipped_at: None = None
    delivered_at: None = None
    cancelled_at: None = None
    status: str = Status.ORDERED.value
    version: int = 1
    changed_by: None = None
    courier: None = None
    tracking_number: None = None
    tracking_url: None = None
    shipment_version: int = 1

    @property
    def history(self) -> list[FirstStep]:
        return [FirstStep(self.ordered_at)]

    def columns(self) -> dict[str, Any]:
        """Return the columns of the line's row, for JSON. Amounts are text, so that they stay exact."""
        return {name: str(value) for name, value in vars(self.price).items()} | {
            "line": self.line,
            "product_id": self.product_id,
            "product_name": self.product_name,
            "product_image_url": self.product_image_url,
            "purity": self.purity,
            "hallmark": self.hallmark,
            "size": self.size,
            "quantity": self.quantity,
            "gross_weight": None if self.gross_weight is None else str(self.gross_weight),
            "stones": self.stones,
            "total_amount": str(self.total_amount),
        }


class DraftOrder(NamedTuple):
    """An order of one customer. ``name``, ``email`` and ``phone`` are those of the recipient.

    ``held_rate`` is the gold rate of its price hold; the lines are priced at the lower of that rate and the rate in
    force. ``has_pan`` is whether the order needs a PAN and the buyer gave one.
    """

    buyer: Buyer
    name: str
    email: str
    phone: str
    address: dict[str, str] | None
    total_quantity: int
    total_amount: Decimal
    ordered_at: dt.datetime
    delivery_from: dt.date
    delivery_date: dt.date
    items: Sequence[DraftLine]
    payment: PaymentState
    held_rate: Decimal | None = None
    has_pan: bool = False
    gift: dict[str, Any] | None = None
    id: int = 0
    current_status: str = Status.ORDERED.value
    status_text: None = None

    @property
    def customer_id(self) -> int:
        return self.buyer.id
