"""Events of reviews."""

from dataclasses import dataclass
from typing import Any, ClassVar

from shop.events.event import Event
from shop.events.model import Audience


@dataclass(frozen=True, kw_only=True)
class ReviewChanged(Event):
    """A review was ``added``, ``changed``, ``deleted``, ``hidden``, ``shown`` or ``marked`` as helpful.

    ``helpful`` is its number of marks, so that a page need not fetch the review after a mark.
    """

    type: ClassVar[str] = "review.changed"
    audience: ClassVar[Audience] = Audience.EVERYONE
    aggregate_key: ClassVar[str] = "review:{review_id}"

    review_id: int
    product_id: int
    action: str
    helpful: int


@dataclass(frozen=True, kw_only=True)
class ReviewPhotoUploaded(Event):
    """A review got a photo, which a worker has to render before anybody sees it."""

    type: ClassVar[str] = "review_photo.uploaded"
    audience: ClassVar[Audience] = Audience.NOBODY
    aggregate_key: ClassVar[str] = "review:{review_id}"

    photo_id: int
    review_id: int

    def data(self) -> dict[str, Any]:
        return {"photoId": self.photo_id}
