"""What happens at the footer's newsletter box."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Reach


@dataclass(frozen=True, kw_only=True)
class NewsletterSubscribed(Event):
    """Someone asked for the newsletter; whether the address is theirs is not known yet."""

    type: ClassVar[str] = "newsletter.subscribed"
    reach: ClassVar[Reach] = Reach.NOBODY

    reader_id: int

    @property
    def aggregate(self) -> str:
        return f"newsletter_reader:{self.reader_id}"

    def data(self) -> dict[str, Any]:
        return {"readerId": self.reader_id}
