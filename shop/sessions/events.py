"""Events of sign-ins."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience
from shop.sessions.model import Role


@dataclass(frozen=True, kw_only=True)
class NewDeviceSignedIn(Event):
    """Someone signed in on a device that the account did not know."""

    type: ClassVar[str] = "session.new_device"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "{role}:{person_id}"

    role: str
    person_id: int
    device: str
    address: str

    def owner_id(self) -> int | None:
        """Return the shopper's account, so that the mail is listed on the customer's page. Staff have no such page."""
        return self.person_id if self.role == Role.CUSTOMER else None
