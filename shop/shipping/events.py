"""The event of courier and tracking number."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.clock import iso
from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderShipmentChanged(OrderEvent):
    """Courier and tracking number of an order line were entered, corrected or removed."""

    type: ClassVar[str] = "order.shipment_changed"

    item_id: int
    courier: str | None
    tracking_number: str | None
    tracking_url: str | None
    shipment_version: int
    changed_by: str
    at: dt.datetime

    def data(self) -> dict[str, Any]:
        """Return the fields that the shopper may see."""
        return {
            "orderId": self.order_id,
            "itemId": self.item_id,
            "customerId": self.customer_id,
            "courier": self.courier,
            "trackingNumber": self.tracking_number,
            "trackingUrl": self.tracking_url,
            "shipmentVersion": self.shipment_version,
            "at": iso(self.at),
        }

    def admin_data(self) -> dict[str, Any]:
        """Return the additional fields for admins."""
        return {"changedBy": self.changed_by}
