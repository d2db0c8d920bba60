"""The events of notifications. None of them reaches a page."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class PushDue(Event):
    """A device is to be told of an order line, in the state that the line has by then."""

    type: ClassVar[str] = "push.due"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "push_device:{device_id}"

    device_id: int
    item_id: int


@dataclass(frozen=True, kw_only=True)
class PushNewsDue(Event):
    """A device is to be told of an event about a payment or a wishlist, if that is still true by then.

    ``cause`` is the event's type, ``about`` its data, and ``version`` its position: later news has a higher one.
    """

    type: ClassVar[str] = "push.news_due"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "push_device:{device_id}"

    device_id: int
    cause: str
    about: dict[str, Any]
    version: int
