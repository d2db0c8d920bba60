"""Events of orders, as they are stored in the log and sent to open pages."""

import datetime as dt
from collections.abc import Sequence
from dataclasses import dataclass
from decimal import Decimal
from typing import Any, ClassVar

from shop.clock import iso
from shop.events.event import Event
from shop.events.model import Audience
from shop.text.json_numbers import plain_number


@dataclass(frozen=True, kw_only=True)
class OrderEvent(Event):
    """Something that happened to one order, for its shopper and for staff."""

    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS
    aggregate_key: ClassVar[str] = "order:{order_id}"

    order_id: int
    customer_id: int


@dataclass(frozen=True, kw_only=True)
class OrderStatusChanged(OrderEvent):
    """A line of an order has a new status. It has all changed fields, so that a page need not fetch the line.

    ``undoes`` is the version of the change that this one undoes. Shoppers' pages remove both from the history.
    ``reason`` is why the line was cancelled. ``weights`` are the grams of its pieces on the scale, when it was packed.
    """

    type: ClassVar[str] = "order.status_changed"

    item_id: int
    previous: str | None
    status: str
    ordered_at: dt.datetime | None
    packed_at: dt.datetime | None
    shipped_at: dt.datetime | None
    delivered_at: dt.datetime | None
    cancelled_at: dt.datetime | None = None
    version: int
    current_status: str
    changed_by: str | None
    at: dt.datetime | None
    undoes: int | None = None
    reason: str | None = None
    weights: Sequence[Decimal] = ()

    def data(self) -> dict[str, Any]:
        """Return the fields that the shopper may see."""
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
            "cancelledAt": iso(self.cancelled_at),
            "version": self.version,
            "currentStatus": self.current_status,
            "at": iso(self.at),
            "undoes": self.undoes,
            "reason": self.reason,
        }

    def admin_data(self) -> dict[str, Any]:
        """Return the additional fields for admins."""
        return {"changedBy": self.changed_by, "weights": [plain_number(weight) for weight in self.weights]}


@dataclass(frozen=True, kw_only=True)
class _WholeOrder(OrderEvent):
    """An event with a whole order and its lines, as the board shows it."""

    order: dict[str, Any]

    def data(self) -> dict[str, Any]:
        return self.order


class OrderPlaced(_WholeOrder):
    """An order was placed."""

    type: ClassVar[str] = "order.placed"


class OrderChanged(_WholeOrder):
    """Staff entered an order without lines, an order's own fields were edited, or its PAN was given.

    Only admins receive the authors of changes, undone changes, and the other orders with claims of the same transfer.
    """

    type: ClassVar[str] = "order.changed"

    def data(self) -> dict[str, Any]:
        payment = {name: value for name, value in self.order["payment"].items() if name not in _OF_PAYMENT_FOR_STAFF}
        items = [_without_staff(item) for item in self.order["items"]]
        return self.order | {"payment": payment, "items": items}

    def admin_data(self) -> dict[str, Any]:
        return {"payment": self.order["payment"], "items": self.order["items"]}


@dataclass(frozen=True, kw_only=True)
class OrderDeleted(OrderEvent):
    """An order without lines was deleted."""

    type: ClassVar[str] = "order.deleted"


_FOR_STAFF = {"changedBy", "undoes", "undone", "weights"}
_OF_PAYMENT_FOR_STAFF = {"usedIn", "refundFailed", "closableReturn"}


def _without_staff(item: dict[str, Any]) -> dict[str, Any]:
    history = [
        {name: value for name, value in step.items() if name not in _FOR_STAFF}
        for step in item["history"]
        if step["undoes"] is None and not step["undone"]
    ]
    return {name: value for name, value in item.items() if name != "changedBy"} | {"history": history}
