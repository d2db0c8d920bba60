"""The base class of all events. Each event is a frozen dataclass beside its feature, named in the past tense."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from shop.events.model import Audience


class Event(ABC):
    """Something that happened. ``type`` is its wire name, and ``audience`` determines which pages receive it."""

    type: ClassVar[str]
    audience: ClassVar[Audience]

    @property
    @abstractmethod
    def aggregate(self) -> str:
        """The kind and id of the changed object, such as ``order:12``."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Return the data that the log stores and pages receive."""

    def admin_data(self) -> dict[str, Any]:
        """Return the data that only admins' pages receive."""
        return {}

    def owner_id(self) -> int | None:
        """Return the id of the shopper who owns the object, or None."""
        return None
