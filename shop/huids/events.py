"""The event of HUIDs."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class OrderHuidsChanged(Event):
    """HUIDs of an order line were entered, corrected or removed. It has all current HUIDs of the line."""

    type: ClassVar[str] = "order.huids_changed"
    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS

    order_id: int
    item_id: int
    customer_id: int
    huids: list[str]
    huids_version: int
    changed_by: str
    at: dt.datetime

    @property
    def aggregate(self) -> str:
        return f"order:{self.order_id}"

    def owner_id(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        """Return the fields that the shopper may see."""
        return {
            "orderId": self.order_id,
            "itemId": self.item_id,
            "customerId": self.customer_id,
            "huids": self.huids,
            "huidsVersion": self.huids_version,
            "at": iso(self.at),
        }

    def admin_data(self) -> dict[str, Any]:
        """Return the additional fields for admins."""
        return {"changedBy": self.changed_by}
