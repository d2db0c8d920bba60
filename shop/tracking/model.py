"""Links that show the delivery status of an order without signing in."""

import datetime as dt
from collections.abc import Iterable
from typing import Protocol

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base
from shop.errors import NotFound
from shop.orders.model import Status
from shop.security import signed_links

PURPOSE = "track"
ENDS_AFTER = dt.timedelta(days=60)
"""How long a link is valid after the order has arrived."""


class TrackingEnded(NotFound):
    """The link was not made by this shop, was ended by its owner, or has expired."""

    code = "dead_link"


class TrackedLine(Protocol):
    """The fields of an order line that determine the end of its order's link."""

    @property
    def status(self) -> str: ...

    @property
    def delivered_at(self) -> dt.datetime | None: ...

    @property
    def cancelled_at(self) -> dt.datetime | None: ...


class TrackingLink(Base):
    """The state of a link that its owner has changed. A new version makes all earlier links invalid."""

    __tablename__ = "tracking_link"

    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id"), primary_key=True)
    version: Mapped[int]
    ended_at: Mapped[dt.datetime | None]


def token(order_id: int, version: int) -> str:
    """Return the token of an order's link."""
    return signed_links.sign(PURPOSE, order_id, expires_at=None, bound_to=str(version))


def ends_at(items: Iterable[TrackedLine]) -> dt.datetime | None:
    """Return when the link of an order expires; None while a line is neither delivered nor cancelled."""
    last: dt.datetime | None = None
    for item in items:
        if item.status not in {Status.DELIVERED, Status.CANCELLED}:
            return None
        at = item.cancelled_at if item.status == Status.CANCELLED else item.delivered_at
        last = max(last, at) if last and at else last or at
    return last + ENDS_AFTER if last else None


def is_valid(link: TrackingLink | None, items: Iterable[TrackedLine], *, at: dt.datetime) -> bool:
    """Whether an order's link shows it at this time."""
    if link is not None and link.ended_at is not None:
        return False
    end = ends_at(items)
    return end is None or at < end


def version_of(link: TrackingLink | None) -> int:
    """Return the version of an order's link, which is 1 unless its owner has ended it."""
    return link.version if link else 1
