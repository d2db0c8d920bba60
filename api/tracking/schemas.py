"""Tracking links on the wire."""

import datetime as dt
from collections.abc import Sequence
from typing import Annotated, Self

from pydantic import Field

from api.http.base_schemas import In, Out
from api.http.date_types import Time
from api.http.schema_types import Id
from shop.orders.model import Order, OrderItem, Status


def _changed_at(item: OrderItem) -> dt.datetime:
    """Return the time at which a line got its current status."""
    at: dt.datetime | None = getattr(item, Status(item.status).stamp)
    return at or dt.datetime.fromtimestamp(0, dt.UTC)


class ParcelOut(Out):
    """Pieces with the same status and the same courier."""

    pieces: Annotated[int, Field(validation_alias="quantity")]
    status: Status
    ordered_at: Time | None
    packed_at: Time | None
    shipped_at: Time | None
    delivered_at: Time | None
    cancelled_at: Time | None
    courier: str | None
    tracking_number: str | None
    tracking_url: str | None

    @classmethod
    def of(cls, items: Sequence[OrderItem]) -> Self:
        last = max(items, key=_changed_at)
        shown = cls.model_validate(last)
        is_with_courier = last.status in {Status.SHIPPED, Status.DELIVERED}
        hidden = {} if is_with_courier else {"courier": None, "tracking_number": None, "tracking_url": None}
        return shown.model_copy(update={"pieces": sum(item.quantity for item in items), **hidden})


class TrackedOrderOut(Out):
    """The part of an order that everyone with the link may see: no name, address, piece or price."""

    order_id: int
    delivery_from: dt.date | None
    delivery_date: dt.date | None
    parcels: list[ParcelOut]

    @classmethod
    def of(cls, order: Order) -> Self:
        """Group the lines that have the same status and courier. Cancelled lines are shown only if all are."""
        kept = [item for item in order.items if item.status != Status.CANCELLED] or order.items
        groups: dict[tuple[str, str | None], list[OrderItem]] = {}
        for item in kept:
            groups.setdefault((item.status, item.tracking_number), []).append(item)
        return cls(
            order_id=order.id,
            delivery_from=order.delivery_from,
            delivery_date=order.delivery_date,
            parcels=[ParcelOut.of(items) for items in groups.values()],
        )


class TrackingOut(Out):
    """The link to an order for those who are not signed in. ``path`` is null if it has ended."""

    order_id: int
    path: str | None
    ends_at: Time | None


class TrackingIn(In):
    """Whether an order is shared by a link. An ended link stays invalid; sharing again makes a new one."""

    order_id: Id
    is_shared: bool
