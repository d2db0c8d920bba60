"""The event of tracking links."""

from dataclasses import dataclass
from typing import ClassVar

from shop.orders.events import OrderEvent


@dataclass(frozen=True, kw_only=True)
class OrderTrackingChanged(OrderEvent):
    """The shopper ended the link of an order, or shares the order again by a new link; or the order was moved."""

    type: ClassVar[str] = "order.tracking_changed"

    is_shared: bool
