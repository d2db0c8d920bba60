"""Events of sign-ins."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class NewDeviceSignedIn(Event):
    """Someone signed in on a device that the account did not know."""

    type: ClassVar[str] = "session.new_device"
    audience: ClassVar[Audience] = Audience.NOBODY

    role: str
    person_id: int
    device: str
    address: str

    @property
    def aggregate(self) -> str:
        return f"{self.role}:{self.person_id}"
