"""What the mails about orders say."""

from collections.abc import Mapping, Sequence
from dataclasses import replace
from datetime import datetime
from typing import Any, NamedTuple

from shop.notifications.model import Subject
from shop.orders.model import Order, OrderItem, Status
from shop.settings import settings
from workers.mail import mail_choices
from workers.mail.rendering import Attachment, Email


class OrderNews(NamedTuple):
    """What a digest tells of an order: whether it is new, and its items with a new status."""

    order: Order
    is_new: bool
    items: list[OrderItem]
    links: Mapping[str, Any]


def confirmation(order: Order, links: Mapping[str, Any]) -> Email:
    """Return the confirmation of an order."""
    content = {"payment": order.payment, "config": settings(), **links}
    return _email("order_confirmation", f"Your order {order.id} at Swarna", order, content)


def status(
    order: Order, items: Sequence[OrderItem], links: Mapping[str, Any], attached: Mapping[str, Attachment]
) -> Email:
    """Return the mail about new statuses of items of one order."""
    content = {"items": items, "item": items[0], "payment": order.payment, "at": max(map(_status_since, items))}
    content |= {"pieces": _pieces(items), **links}
    mail = _email("order_status", status_subject(order, items), order, content, attached)
    return replace(mail, headers=mail_choices.headers(order.customer_id, Subject.ORDERS))


def digest(news: Sequence[OrderNews], attached: Mapping[str, Attachment]) -> Email:
    """Return one mail with all of the news: a usual one, if that tells all of it."""
    (order, is_new, items, links), *others = news
    confirmed = confirmation(order, links)
    if not (others or (is_new and items)):
        return confirmed if is_new else status(order, items, links, attached)
    subject = f"News of your orders at Swarna: {len(news)} orders" if others else confirmed.subject
    content = {"news": news, "config": settings(), "has_account": links["has_account"]}
    mail = _email("order_digest", subject, order, content, attached)
    return replace(mail, headers=mail_choices.headers(order.customer_id, Subject.ORDERS))


def _status_since(item: OrderItem) -> datetime:
    """Return when the item got its status. After an undo, that is before its last change."""
    since: datetime | None = getattr(item, Status(item.status).stamp)
    return since or item.history[-1].at


def status_subject(order: Order, items: Sequence[OrderItem]) -> str:
    """Return the subject of :func:`status`."""
    statuses = {item.status for item in items}
    pieces = _pieces(items)
    if pieces == 1:
        return f"Order {order.id}: {items[0].title} is {items[0].status_word}"
    if len(items) == 1:
        return f"Order {order.id}: {items[0].title} x {pieces} are {items[0].status_word}"
    if len(statuses) == 1:
        return f"Order {order.id}: {pieces} pieces are {items[0].status_word}"
    return f"Order {order.id}: news of {pieces} pieces"


def _pieces(items: Sequence[OrderItem]) -> int:
    return sum(item.quantity for item in items)


def _email(
    template: str,
    subject: str,
    order: Order,
    content: Mapping[str, Any],
    attached: Mapping[str, Attachment] | None = None,
) -> Email:
    """Address a mail to the customer's own address. The address in an order is unverified.

    After an account is deleted, its open orders have its address, and its closed orders have none.
    """
    invoiced = attached or {}
    content = {"order": order, "invoices": list(invoiced), **content}
    buyer = order.buyer
    return Email(template, subject, buyer.name, buyer.email, content, attachments=list(invoiced.values()))
