"""The event of tracking links."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderTrackingChanged(OrderEvent):
    """The shopper ended the link of an order, or shares the order again by a new link; or the order was moved."""

    type: ClassVar[str] = "order.tracking_changed"

    is_shared: bool

    def data(self) -> dict[str, Any]:
        """Return what the shopper and admins may see. The link is not among it."""
        return {"orderId": self.order_id, "customerId": self.customer_id, "isShared": self.is_shared}
