"""Events of the policy pages."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class PolicyChanged(Event):
    """A policy page has a new version."""

    type: ClassVar[str] = "policy.changed"
    audience: ClassVar[Audience] = Audience.EVERYONE
    aggregate_key: ClassVar[str] = "policy:{page}"

    page: str
    version: int
