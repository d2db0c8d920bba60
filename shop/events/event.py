"""What every kind of event is: a frozen dataclass, named in the past tense, beside the feature that it happens to."""

from abc import ABC, abstractmethod
from typing import Any, ClassVar

from shop.events.model import Reach


class Event(ABC):
    """Something that happened. ``type`` is its name on the wire, ``reach`` whose pages hear of it."""

    type: ClassVar[str]
    reach: ClassVar[Reach]

    @property
    @abstractmethod
    def aggregate(self) -> str:
        """What it happened to, such as ``order:12``."""

    @abstractmethod
    def data(self) -> dict[str, Any]:
        """Return what the log keeps and the wire carries."""

    def admin_data(self) -> dict[str, Any]:
        """Return what only admins see besides."""
        return {}

    def whose(self) -> int | None:
        """Return the id of the shopper whose event it is, where it is one's."""
        return None
