"""The events of notifications. None of them reaches a page."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class PushDue(Event):
    """A notification about an order line is due on a device. It shows the state of the line at the time of sending."""

    type: ClassVar[str] = "push.due"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "push_device:{device_id}"

    device_id: int
    item_id: int


@dataclass(frozen=True, kw_only=True)
class PushNewsDue(Event):
    """A notification about a payment or a wishlist is due on a device.

    It is sent only if its content still applies then.

    ``cause`` is the event's type, ``about`` its data, and ``version`` its position: later news has a higher one.
    """

    type: ClassVar[str] = "push.news_due"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "push_device:{device_id}"

    device_id: int
    cause: str
    about: dict[str, Any]
    version: int
