"""Events of returns."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ReturnChanged(Event):
    """A return was requested or its status changed. The event has all fields, so a page need not fetch the return."""

    type: ClassVar[str] = "return.changed"
    audience: ClassVar[Audience] = Audience.CUSTOMER_AND_ADMINS
    aggregate_key: ClassVar[str] = "return:{return_id}"

    return_id: int
    customer_id: int
    for_shopper: dict[str, Any]
    for_staff: dict[str, Any]

    def data(self) -> dict[str, Any]:
        return self.for_shopper

    def admin_data(self) -> dict[str, Any]:
        return self.for_staff
