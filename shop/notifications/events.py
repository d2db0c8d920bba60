"""The events of notifications. None of them reaches a page."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class PushDue(Event):
    """One device is to be told of one order line, at the version that it has by then."""

    type: ClassVar[str] = "push.due"
    audience: ClassVar[Audience] = Audience.NOBODY

    device_id: int
    item_id: int
    version: int

    @property
    def aggregate(self) -> str:
        return f"push_device:{self.device_id}"

    def data(self) -> dict[str, Any]:
        """Return the device and what it is told of."""
        return {"deviceId": self.device_id, "itemId": self.item_id, "version": self.version}
