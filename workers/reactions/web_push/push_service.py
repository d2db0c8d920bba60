"""Send notifications to the push services of browsers (Web Push)."""

import json
import time
from datetime import timedelta
from math import inf
from typing import Any
from urllib.parse import urlsplit

from sqlalchemy import Connection

from shop.events import deliveries
from shop.events.deliveries import ClaimedEvent
from shop.events.retries import MAX_ATTEMPTS, MAX_DEFERRAL_DAYS
from shop.notifications import queries
from shop.notifications.addresses import ForbiddenPushService
from shop.notifications.model import PushDevice
from shop.notifications.settings import push_settings
from shop.settings import settings

TIME_OUT = 8.0
"""Seconds of a whole call: to resolve the host, connect, send, and get the status."""
DEFAULT_CONTACT = "mailto:care@swarna.example"
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


class PushServiceRefused(Exception):
    """The push service did not accept a notification."""


class PushServiceUnavailable(PushServiceRefused):
    """The push service temporarily refused a notification, or cannot be reached."""


class PushNotSentYet(PushServiceUnavailable):
    """A notification was not sent, because its push service could not be reached a moment ago."""


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

    from workers.reactions.web_push.push_session import PushSession  # noqa: PLC0415 - as above

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
