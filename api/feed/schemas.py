"""Parameters and responses of the event feed."""

from typing import Annotated, Any

from pydantic import AfterValidator, BeforeValidator, Field

from api.http.base_schemas import Out, Success
from shop.db.base import LARGEST_KEY
from shop.integrations.event_types import public_types

MAX_EVENTS = 1000
MAX_SECONDS = 30


class FeedEventOut(Out):
    """An event as admins' pages get it. ``id`` and ``position`` are the same."""

    id: int
    position: int
    type: str
    at: str | None
    data: dict[str, Any]


class EventPage(Success[list[FeedEventOut]]):
    """Events in the order of their positions. ``nextAfter`` is where the next page begins."""

    next_after: int


def _separated(value: Any) -> Any:
    """Split a text at its commas. A repeated parameter arrives as a list."""
    texts = value if isinstance(value, list) else [value]
    return [part.strip() for text in texts for part in str(text).split(",")]


def _known(types: list[str]) -> list[str]:
    unknown = [type_ for type_ in types if type_ not in public_types()]
    if unknown:
        raise ValueError(f"Please check: there is no type of event {unknown[0]!r}.")
    return types


Types = Annotated[list[str], BeforeValidator(_separated), AfterValidator(_known), Field(max_length=100)]
Position = Annotated[int, Field(ge=0, le=LARGEST_KEY)]
"""A position in the stream; 0 is before the first event."""
