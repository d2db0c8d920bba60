"""Notifications on shoppers' devices (Web Push). Open pages get their events from :mod:`workers.reactions.pages`.

A device gets the newest status of a line, and courier and number if they are entered later. It never gets an older
status after a newer one: a line is read and sent under the device's lock, the topic lets the push service replace an
older notification that it still holds, and the service worker compares versions.
"""

import json
import time
from collections.abc import Sequence
from datetime import timedelta
from math import inf
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection
from sqlalchemy.orm import Session

from shop.clock import now
from shop.events import deliveries, outbox
from shop.events.deliveries import ClaimedEvent
from shop.events.retries import MAX_ATTEMPTS, MAX_DEFERRAL_DAYS
from shop.notifications import queries
from shop.notifications.addresses import ForbiddenPushService
from shop.notifications.events import PushDue
from shop.notifications.model import PushDevice, Subject
from shop.notifications.settings import push_settings
from shop.orders.model import OrderItem, Status
from shop.settings import settings
from shop.shipping.events import OrderShipmentChanged

TIME_OUT = 8.0
"""Seconds of a whole call: to resolve the host, connect, send, and get the status."""
DEFAULT_CONTACT = "mailto:care@swarna.example"
QUEUE_DELAY = timedelta(milliseconds=500)
"""Changes of this time share a task. A task for each would take a worker as much time as sending it to open pages."""
TTL_SECONDS = 3 * 24 * 3600
"""For how long a push service keeps a notification for a device that is offline."""
LOCKED_RETRY_DELAY = timedelta(milliseconds=500)
UNREACHABLE_SECONDS = 60.0
"""For how long a process does not call an address that could not be reached. A call may take eight seconds."""
_GONE = {404, 410}
_TOO_MANY = 429
_SERVER_ERROR = 500
_EXPIRED = f"No push service took it for {MAX_DEFERRAL_DAYS} days."
_unreachable_at: dict[str, float] = {}
"""When this process last found an address unreachable, by the monotonic clock."""
PUSHED = {Status.PACKED, Status.SHIPPED, Status.DELIVERED, Status.CANCELLED}


class PushServiceRefused(Exception):
    """The push service did not accept a notification."""


class PushServiceUnavailable(PushServiceRefused):
    """The push service temporarily refused a notification, or cannot be reached."""


class PushNotSentYet(PushServiceUnavailable):
    """A notification was not sent, because its push service could not be reached a moment ago."""


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
            if device is None or item is None or item.status not in PUSHED:
                continue
            told = queries.told_version(connection, device_id, item_id)
            if version_of(item) <= told:
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


def notify(
    connection: Connection, event: ClaimedEvent, device: PushDevice, payload: dict[str, Any], *, topic: str
) -> bool:
    """Send a notification, and return whether the push service accepted it.

    If it no longer knows the device, the device is removed. A notification that no push service accepted for
    ``MAX_DEFERRAL_DAYS`` expires at its last attempt, because nobody at the shop can correct an address that a browser
    gave.

    :raises PushServiceRefused: if the push service did not accept it, or cannot be reached.
    """
    try:
        is_known = _post(device, payload, topic=topic)
    except PushServiceUnavailable:
        if event.attempts < MAX_ATTEMPTS:
            raise
        deliveries.expire(connection, event.delivery_id, reason=_EXPIRED)
        return False
    if not is_known:
        queries.remove_device(connection, device.id, device.endpoint)
    elif device.push_key is None:
        queries.record_key(connection, device.id)
    return is_known


def _post(device: PushDevice, payload: dict[str, Any], *, topic: str) -> bool:
    """Send an encrypted notification (RFC 8291). Return False if the push service no longer knows the device.

    :raises PushServiceRefused: if it did not accept it, or cannot be reached.
    """
    address = urlsplit(device.endpoint).netloc
    if time.monotonic() - _unreachable_at.get(address, -inf) < UNREACHABLE_SECONDS:
        raise PushNotSentYet("The push service could not be reached a moment ago.")
    import pywebpush  # noqa: PLC0415 - only the workers of the queue need it and what it imports

    from workers.reactions.notifications.push_session import PushSession  # noqa: PLC0415 - as above

    config = push_settings()
    try:
        pywebpush.webpush(
            {"endpoint": device.endpoint, "keys": {"p256dh": device.p256dh, "auth": device.auth}},
            json.dumps(payload),
            vapid_private_key=config.vapid_private_key.get_secret_value(),
            vapid_claims={"sub": config.vapid_contact or DEFAULT_CONTACT},
            ttl=TTL_SECONDS,
            headers={"Topic": topic, "Urgency": "normal"},
            timeout=TIME_OUT,
            requests_session=PushSession(is_local=settings().is_local),
        )
    except ForbiddenPushService:
        return False
    except pywebpush.WebPushException as error:
        status = error.response.status_code if error.response is not None else None
        if status in _GONE:
            return False
        is_temporary = status is not None and (status == _TOO_MANY or status >= _SERVER_ERROR)
        kind = PushServiceUnavailable if is_temporary else PushServiceRefused
        raise kind(f"The push service answered {status}.") from error
    except OSError as error:
        _unreachable_at[address] = time.monotonic()
        raise PushServiceUnavailable(f"The push service cannot be reached ({type(error).__name__}).") from error
    return True
