"""Events of the newsletter."""

from dataclasses import dataclass
from typing import ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class NewsletterSubscribed(Event):
    """Someone asked for the newsletter. The address is not confirmed yet."""

    type: ClassVar[str] = "newsletter.subscribed"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "newsletter_reader:{reader_id}"

    reader_id: int
