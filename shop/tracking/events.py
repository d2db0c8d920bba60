"""The event of tracking links."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class OrderTrackingChanged(Event):
    """The shopper ended the link of an order, or shares the order again by a new link."""

    type: ClassVar[str] = "order.tracking_changed"
    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS

    order_id: int
    customer_id: int
    is_shared: bool

    @property
    def aggregate(self) -> str:
        return f"order:{self.order_id}"

    def owner_id(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        """Return what the shopper and admins may see. The link is not among it."""
        return {"orderId": self.order_id, "customerId": self.customer_id, "isShared": self.is_shared}
