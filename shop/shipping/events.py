"""The event of courier and tracking number."""

import datetime as dt
from dataclasses import dataclass
from typing import ClassVar

from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderShipmentChanged(OrderEvent):
    """Courier and tracking number of an order line were entered, corrected or removed."""

    type: ClassVar[str] = "order.shipment_changed"
    staff_fields: ClassVar[tuple[str, ...]] = ("changed_by",)

    item_id: int
    courier: str | None
    tracking_number: str | None
    tracking_url: str | None
    shipment_version: int
    changed_by: str
    at: dt.datetime
