"""News of payments and wishlists on shoppers' devices. For order lines see :mod:`.order_news`.

The content is read when a notification is sent, so that a retry shows nothing outdated, such as a reminder of a payment
that was made meanwhile. Later news has a higher version, which the service worker compares.
"""

from collections.abc import Callable, Mapping, Sequence
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.catalogue.model import Product
from shop.clock import now
from shop.events import deliveries, outbox
from shop.events.deliveries import ClaimedEvent
from shop.notifications import queries
from shop.notifications.events import PushNewsDue
from shop.notifications.model import Subject
from shop.notifications.settings import push_settings
from shop.orders import queries as orders
from shop.orders.model import Order
from shop.payments.model import EntryKind, Payment, PaymentStatus
from shop.stock.model import BackInStockRequest
from shop.text.formatting import indian_rupees
from workers.reactions import payments, stock
from workers.reactions.web_push.push_service import LOCKED_RETRY_DELAY, notify

News = dict[str, Any]
"""Title, body, url and tag of a notification."""


def queue_push_news(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Queue a delivery for each device that shows the subject of the news."""
    if push_settings().public_key is None:
        return
    with Session(connection) as session:
        for event in events:
            customer_id, subject = _whom(session, event)
            if customer_id is None:
                continue
            devices = session.scalars(queries.devices_for(customer_id, subject)).all()
            for device_id in devices:
                due = PushNewsDue(device_id=device_id, cause=event.type, about=event.data, version=event.position)
                outbox.record_sync(session, due, at=now())
            if event.type == "stock.request_due" and not devices:
                request_id = event.data["requestId"]
                stock.note_device_result(session, request_id, position=event.position, is_shown=False)
        session.flush()


def send(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Send the news to a device, if its content still applies.

    :raises PushServiceRefused: if the push service did not accept it. The delivery is then retried.
    """
    for event in events:
        device_id, version = event.data["deviceId"], event.data["version"]
        if not queries.try_lock(connection, device_id):
            deliveries.postpone(connection, event.delivery_id, to=now() + LOCKED_RETRY_DELAY)
            continue
        subject, read = _READERS[event.data["cause"]]
        with Session(connection) as session:
            device = session.scalar(queries.device_for(device_id, subject))
            news = read(session, event.data["about"]) if device else None
            is_shown = False
            if device is not None and news is not None:
                is_shown = notify(connection, event, device, news | {"version": version}, topic=news["tag"])
            if event.data["cause"] == "stock.request_due":
                request_id = event.data["about"]["requestId"]
                stock.note_device_result(session, request_id, position=version, is_shown=is_shown)


def _whom(session: Session, event: ClaimedEvent) -> tuple[int | None, Subject]:
    """Return the shopper to notify of an event, or None, and the subject."""
    if event.type == "payment.changed":
        is_news = event.data["kind"] in {EntryKind.PAYMENT, EntryKind.REJECTION}
        return (event.customer_id if is_news else None), Subject.PAYMENTS
    if event.type == "payment.reminder_due":
        order = session.get(Order, event.data["orderId"])
        return (order.customer_id if order else None), Subject.PAYMENTS
    if event.type == "stock.request_due":
        request = session.get(BackInStockRequest, event.data["requestId"])
        return (request.customer_id if request else None), Subject.WISHLIST
    return event.data["customerId"], Subject.WISHLIST


def _payment_changed(session: Session, about: Mapping[str, Any]) -> News | None:
    return _rejected(session, about) if about["kind"] == EntryKind.REJECTION else _paid(session, about)


def _rejected(session: Session, about: Mapping[str, Any]) -> News | None:
    order = payments.order_of_rejection(session, about)
    if order is None:
        return None
    return _of_payment(order.id, f"Payment for order {order.id} not found", "My Orders says why, and how to pay it.")


def _paid(session: Session, about: Mapping[str, Any]) -> News | None:
    payment = session.get(Payment, about["orderId"])
    if payment is None or payment.status not in {PaymentStatus.PAID, PaymentStatus.DUE}:
        return None
    return _of_payment(payment.order_id, f"Payment for order {payment.order_id} received", "Thank you. It is noted.")


def _reminder(session: Session, about: Mapping[str, Any]) -> News | None:
    order = orders.find(session, about["orderId"])
    if order is None or order.payment.status != PaymentStatus.DUE or not order.payment.due:
        return None
    return _of_payment(order.id, f"Order {order.id} waits for its payment", "My Orders says how to pay it.")


def _of_payment(order_id: int, title: str, body: str) -> News:
    return {
        "title": title,
        "body": body,
        "url": f"/my-orders#order-{order_id}",
        "tag": f"payment-{order_id}",
        "orderId": order_id,
    }


def _back_in_stock(session: Session, about: Mapping[str, Any]) -> News | None:
    request = session.get(BackInStockRequest, about["requestId"])
    product = session.get(Product, request.product_id) if request else None
    if request is None or product is None or not stock.is_back(product, request.size):
        return None
    _, title, path = stock.named(product, request.size)
    return {
        "title": f"{title} is back in stock",
        "body": "It is not put aside for you.",
        "url": f"/{path}",
        "tag": f"stock-{request.id}",
    }


def _prices(session: Session, about: Mapping[str, Any]) -> News | None:
    pieces = about["pieces"]
    first = session.get(Product, pieces[0]["productId"])
    if first is None:
        return None
    _, subject, path = stock.named(first, pieces[0].get("size"))  # events of the previous version have no size
    if len(pieces) == 1:
        way = "less" if pieces[0]["to"] < pieces[0]["from"] else "more"
        title, url = f"{subject} costs {way} now", f"/{path}"
        body = f"{indian_rupees(pieces[0]['to'])}, before {indian_rupees(pieces[0]['from'])}."
    else:
        title, url = f"New prices of {len(pieces)} pieces on your wishlist", "/wishlist"
        body = f"{subject} and others moved with the gold rate."
    return {"title": title, "body": body, "url": url, "tag": "prices"}


_READERS: dict[str, tuple[Subject, Callable[[Session, Mapping[str, Any]], News | None]]] = {
    "payment.changed": (Subject.PAYMENTS, _payment_changed),
    "payment.reminder_due": (Subject.PAYMENTS, _reminder),
    "stock.request_due": (Subject.WISHLIST, _back_in_stock),
    "wishlist.price_news_due": (Subject.WISHLIST, _prices),
}
"""By event type, the subject of the news and the function that reads it."""
