"""Events of the contact form."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ContactMessageReceived(Event):
    """Someone sent a message to the shop."""

    type: ClassVar[str] = "contact.message_received"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "contact_message:{message_id}"

    message_id: int
