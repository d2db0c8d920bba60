"""The event of HUIDs."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.clock import iso
from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderHuidsChanged(OrderEvent):
    """HUIDs of an order line were entered, corrected or removed. It has all current HUIDs of the line."""

    type: ClassVar[str] = "order.huids_changed"

    item_id: int
    huids: list[str]
    huids_version: int
    changed_by: str
    at: dt.datetime

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
