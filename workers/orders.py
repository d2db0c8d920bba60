"""Reactions to what happens to orders: the mails. Pages hear of it through :mod:`workers.push`."""

from collections.abc import Mapping, Sequence
from datetime import timedelta
from itertools import pairwise
from typing import Any

from sqlalchemy import ARRAY, BigInteger, Connection, bindparam, text
from sqlalchemy.orm import Session

from shop.events.deliveries import HeldEvent
from shop.orders import queries
from shop.orders.model import Order, OrderItem, StatusChange
from workers import post

SECOND_THOUGHTS = timedelta(seconds=22)
"""How long a status must stand before it is mailed: what is set back within this time was a slip of the hand.

The board offers to take a click back for 20 s after its answer came; the rest is for the way there and back.
"""

_OVERTAKEN = text("""
    SELECT delivery.id FROM delivery
        JOIN domain_event AS event ON event.id = delivery.event_id
        JOIN order_item AS item ON item.id = (event.data ->> 'itemId')::int
    WHERE delivery.id = ANY(:ids) AND item.version > (event.data ->> 'version')::int
""").bindparams(bindparam("ids", type_=ARRAY(BigInteger)))


def mail_confirmation(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Confirm an order with its lines and their price break-up."""
    with Session(connection) as session:
        for event in events:
            order = _order(session, event.data["id"])
            if order is None:
                continue
            subject = f"Your order {order.id} at Swarna"
            letter = _letter("order_confirmation", subject, order, {})
            post.send(post.write(letter, delivery_id=event.delivery_id))


def mail_status(connection: Connection, events: Sequence[HeldEvent]) -> None:
    """Tell the shopper of a new status, unless it was changed again meanwhile or is what they knew before."""
    with Session(connection) as session:
        for event in events:
            order = _order(session, event.data["orderId"])
            if order is None:
                continue
            item = order.item(event.data["itemId"])
            if item.version == event.data["version"] and is_news(item.history):
                post.send(post.write(_status_letter(order, item), delivery_id=event.delivery_id))


def overtaken(connection: Connection, delivery_ids: Sequence[int]) -> set[int]:
    """Return which of these deliveries tell of a status that was changed again since, so that no mail can follow."""
    return set(connection.execute(_OVERTAKEN, {"ids": list(delivery_ids)}).scalars())


def is_news(history: Sequence[StatusChange]) -> bool:
    """Whether the last status differs from the last one that stood long enough to be told."""
    known = history[0].to_status
    for change, following in pairwise(history):
        if following.at - change.at >= SECOND_THOUGHTS:
            known = change.to_status
    return history[-1].to_status != known


def _status_letter(order: Order, item: OrderItem) -> post.Letter:
    subject = f"Order {order.id}: {item.product_name} is {item.status}"
    return _letter("order_status", subject, order, {"item": item, "at": item.history[-1].at})


def _letter(template: str, subject: str, order: Order, content: Mapping[str, Any]) -> post.Letter:
    """Write to the shopper's own address: the one that came with an order may be anybody's."""
    return post.Letter(template, subject, order.customer.name, order.customer.email, {"order": order, **content})


def _order(session: Session, order_id: int) -> Order | None:
    return session.scalars(queries.by_number(order_id)).unique().one_or_none()
