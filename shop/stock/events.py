"""Events of stock. ``shop/db/sql/stock_event.sql`` records them; the class documents their type and their fields."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class PiecesMoved(Event):
    """An order took or returned pieces of a product. So many pieces are left that shoppers do not see their number. If
    few are left, ``catalogue.changed`` comes instead, with the same fields. A correction and a received return also
    come as ``catalogue.changed``: a system that follows the counts needs both types.
    """

    type: ClassVar[str] = "stock.changed"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "product:{product_id}"

    product_id: int
    status: str
    stock_availability: str
    stock_quantity: int

    def data(self) -> dict[str, Any]:
        return {
            "entity": "product",
            "id": self.product_id,
            "action": "updated",
            "status": self.status,
            "stockAvailability": self.stock_availability,
            "stockLeft": None,
        }

    def admin_data(self) -> dict[str, Any]:
        return {"stockQuantity": self.stock_quantity}
