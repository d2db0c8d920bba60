"""What happens to orders, as the event log keeps it and the wire carries it."""

import datetime as dt
from dataclasses import dataclass
from typing import Any, ClassVar

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class OrderStatusChanged(Event):
    """A line of an order has a new status. Carries the line's whole progress, so a page needs nothing else.

    ``undoes`` is the version of the change that this one takes back: shoppers' pages forget both.
    """

    type: ClassVar[str] = "order.status_changed"
    reach: ClassVar[Reach] = Reach.CUSTOMER_AND_ADMINS

    order_id: int
    item_id: int
    customer_id: int
    previous: str | None
    status: str
    ordered_at: dt.datetime | None
    packed_at: dt.datetime | None
    shipped_at: dt.datetime | None
    delivered_at: dt.datetime | None
    version: int
    current_status: str
    changed_by: str | None
    at: dt.datetime | None
    undoes: int | None = None

    @property
    def aggregate(self) -> str:
        return f"order:{self.order_id}"

    def whose(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        """Return what the shopper may see."""
        return {
            "orderId": self.order_id,
            "itemId": self.item_id,
            "customerId": self.customer_id,
            "from": self.previous,
            "status": self.status,
            "orderedAt": iso(self.ordered_at),
            "packedAt": iso(self.packed_at),
            "shippedAt": iso(self.shipped_at),
            "deliveredAt": iso(self.delivered_at),
            "version": self.version,
            "currentStatus": self.current_status,
            "at": iso(self.at),
            "undoes": self.undoes,
        }

    def admin_data(self) -> dict[str, Any]:
        """Return what only admins see besides."""
        return {"changedBy": self.changed_by}

    def for_admins(self) -> dict[str, Any]:
        """Return everything, as an admin's page and the admin's own answer have it."""
        return self.data() | self.admin_data()


@dataclass(frozen=True, kw_only=True)
class _WholeOrder(Event):
    """An event that carries the order as the admin's list shows it, with its lines."""

    reach: ClassVar[Reach] = Reach.CUSTOMER_AND_ADMINS

    order_id: int
    customer_id: int
    order: dict[str, Any]

    @property
    def aggregate(self) -> str:
        return f"order:{self.order_id}"

    def whose(self) -> int:
        return self.customer_id

    def data(self) -> dict[str, Any]:
        return self.order


class OrderPlaced(_WholeOrder):
    """A shopper ordered."""

    type: ClassVar[str] = "order.placed"


class OrderChanged(_WholeOrder):
    """An admin edited an order's own fields. Who moved its lines on, and what was undone, is for admins only."""

    type: ClassVar[str] = "order.changed"

    def data(self) -> dict[str, Any]:
        return self.order | {"items": [_without_staff(item) for item in self.order["items"]]}

    def admin_data(self) -> dict[str, Any]:
        return {"items": self.order["items"]}


_FOR_STAFF = {"changedBy", "undoes", "undone"}


def _without_staff(item: dict[str, Any]) -> dict[str, Any]:
    history = [
        {name: value for name, value in step.items() if name not in _FOR_STAFF}
        for step in item["history"]
        if step["undoes"] is None and not step["undone"]
    ]
    return {name: value for name, value in item.items() if name != "changedBy"} | {"history": history}
