"""Notifications on shoppers' devices (Web Push). Open pages get their events from :mod:`workers.reactions.pages`.

A device gets the newest status of a line, and courier and number if they are entered later. It never gets an older
status after a newer one: a line is read and sent under the device's lock, the topic lets the push service replace an
older notification that it still holds, and the service worker compares versions.
"""

from collections.abc import Sequence
from datetime import timedelta
from typing import Any

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries, outbox
from shop.events.deliveries import ClaimedEvent
from shop.notifications import queries
from shop.notifications.events import PushDue
from shop.notifications.model import Subject
from shop.notifications.settings import push_settings
from shop.orders.model import OrderItem, Status
from shop.shipping.events import OrderShipmentChanged
from workers.reactions.web_push.push_service import LOCKED_RETRY_DELAY, notify

QUEUE_DELAY = timedelta(milliseconds=500)
"""Changes of this time share a task. A task for each would take a worker as much time as sending it to open pages."""
PUSHED = {Status.PACKED, Status.SHIPPED, Status.DELIVERED, Status.CANCELLED}
"""The statuses that every device is told. A device that was told one is told any later status, as after an undo."""


def queue_web_push(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Queue a delivery for each device of a shopper whose order line has a new status or a courier."""
    if push_settings().public_key is None:
        return
    customers = {event.customer_id for event in events if event.customer_id}
    devices = queries.devices_by_customer(connection, customers, Subject.ORDERS)
    with Session(connection) as session:
        for event in events:
            own = devices.get(event.customer_id or 0)
            if not own:
                continue
            if event.type == OrderShipmentChanged.type and not _is_on_its_way(session, event.data["itemId"]):
                continue
            for device_id in own:
                due = PushDue(device_id=device_id, item_id=event.data["itemId"])
                outbox.record_sync(session, due, at=now())
        session.flush()


def send(connection: Connection, events: Sequence[ClaimedEvent]) -> None:
    """Send a line's status to a device, unless it knows this status or a newer one.

    :raises PushServiceRefused: if the push service did not accept it. The delivery is then retried.
    """
    for event in events:
        device_id, item_id = event.data["deviceId"], event.data["itemId"]
        if not queries.try_lock(connection, device_id):
            deliveries.postpone(connection, event.delivery_id, to=now() + LOCKED_RETRY_DELAY)
            continue
        with Session(connection) as session:
            device = session.scalar(queries.device_for(device_id, Subject.ORDERS))
            item = session.get(OrderItem, item_id)
            if device is None or item is None:
                continue
            told = queries.told_version(connection, device_id, item_id)
            if version_of(item) <= told or (item.status not in PUSHED and not told):
                continue
            if notify(connection, event, device, _payload(item), topic=f"item-{item_id}"):
                queries.record_told(connection, device_id, item_id, version_of(item), at=now())


def version_of(item: OrderItem) -> int:
    """Return a number that grows with each change of the status, the courier or the tracking number."""
    return item.version + item.shipment_version


def _is_on_its_way(session: Session, item_id: int) -> bool:
    """Whether a line was shipped with a courier. Before that, the notification of the status will name the courier."""
    item = session.get(OrderItem, item_id)
    return item is not None and item.status == Status.SHIPPED and item.courier is not None


def _payload(item: OrderItem) -> dict[str, Any]:
    """Return the content that the service worker shows: the order and its new status, without names and prices."""
    carrier = f" with {item.courier} {item.tracking_number}" if item.status == Status.SHIPPED and item.courier else ""
    return {
        "title": f"Order {item.order_id} is {item.status_word}",
        "body": f"{item.title} is {item.status_word}{carrier}.",
        "url": f"/my-orders#order-{item.order_id}",
        "tag": f"item-{item.id}",
        "orderId": item.order_id,
        "status": item.status,
        "version": version_of(item),
    }
