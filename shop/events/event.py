"""The base class of all events. Each event is a frozen dataclass beside its feature, named in the past tense."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from shop.events.model import Audience


class Event(ABC):
    """Something that happened. ``type`` is its name on the wire, ``audience`` says whose pages receive it."""

    type: ClassVar[str]
    audience: ClassVar[Audience]

    @property
    @abstractmethod
    def aggregate(self) -> str:
        """The kind and id of what it happened to, such as ``order:12``."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Return what the log stores and the wire carries."""

    def admin_data(self) -> dict[str, Any]:
        """Return what admins' pages receive in addition."""
        return {}

    def owner_id(self) -> int | None:
        """Return the id of the shopper whom it belongs to, or None."""
        return None
