"""Events of API keys. They are for the portal only, and never part of the event feed."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ApiKeyChanged(Event):
    """A key was made or revoked."""

    type: ClassVar[str] = "api_key.changed"
    audience: ClassVar[Audience] = Audience.ADMINS
    aggregate_key: ClassVar[str] = "api_key:{key_id}"

    key_id: int
    name: str
