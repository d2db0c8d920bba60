"""The links in mails about orders."""

from collections.abc import Mapping
from datetime import datetime
from typing import Any

from sqlalchemy.orm import Session

from shop.orders.model import Order
from shop.settings import settings
from shop.tracking import queries as tracking


def page_of(order_id: int) -> str:
    """Return the address of the page on which a signed-in shopper sees an order."""
    return f"{settings().public_url.rstrip('/')}/my-orders#order-{order_id}"


def links_of(session: Session, order: Order, *, at: datetime) -> Mapping[str, Any]:
    """Return the links of an order for a mail's templates.

    ``track_url`` is the tracking link, or None if it has ended. ``order_url`` is where the buyer sees the order. Nobody
    can sign in to a deleted account, so without ``has_account`` it is the tracking link, too.
    """
    token = tracking.token_of(session, order, at=at)
    track_url = f"{settings().public_url.rstrip('/')}/track/{token}" if token else None
    has_account = not order.customer.is_deleted
    order_url = page_of(order.id) if has_account else track_url
    return {"order_url": order_url, "track_url": track_url, "has_account": has_account}
