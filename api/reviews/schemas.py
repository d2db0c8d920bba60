"""Reviews on the wire."""

from collections.abc import Collection
from typing import Annotated, Self

from pydantic import AfterValidator, ConfigDict, Field, model_validator

from api.catalogue.schemas import RenditionOut
from api.http.base_schemas import In, Out, PageOf, exactly_one_of
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, BoundedText, Id, Number, Version
from shop.media.image_status import ImageStatus
from shop.media.keys import UPLOAD_KEY
from shop.reviews.model import Review, ReviewPhoto, ReviewStatus
from shop.reviews.rules import MAX_PHOTOS, ModerationAction

Stars = Annotated[int, Field(ge=1, le=5), NOT_BOOL]
ReviewText = Annotated[str, BoundedText(2000, min_length=1, multiline=True)]
Upload = Annotated[str, Field(pattern=f"^{UPLOAD_KEY.pattern}$", max_length=100)]


class ReviewPhotoIn(In):
    """A photo of a review: one that it has, by its id, or a new one, by the key of its upload."""

    model_config = ConfigDict(json_schema_extra=exactly_one_of("id", "upload"))

    id: Id | None = None
    upload: Upload | None = None

    @model_validator(mode="after")
    def _is_one(self) -> Self:
        if (self.id is None) == (self.upload is None):
            raise ValueError("A photo is either one of the review, by its id, or an upload.")
        return self


def _without_repeats(photos: list[ReviewPhotoIn]) -> list[ReviewPhotoIn]:
    named = [photo.upload or photo.id for photo in photos]
    if len(set(named)) < len(named):
        raise ValueError("Name each photo once.")
    return photos


Photos = Annotated[list[ReviewPhotoIn], Field(max_length=MAX_PHOTOS), AfterValidator(_without_repeats)]


class ReviewIn(In):
    """A review. ``photos`` are uploads, in their order."""

    id: Id | None = None
    product_id: Id
    rating: Stars
    text: ReviewText
    title: Annotated[str, BoundedText(120)] = ""
    photos: Photos | None = None


class ReviewEditIn(In):
    """A change of a review. ``productId`` may be sent and is ignored: a review keeps its product.

    ``photos`` are all photos that the review has afterwards, in their order. If it is omitted, they stay.
    """

    id: Id | None = None
    product_id: Id | None = None
    rating: Stars
    text: ReviewText
    title: Annotated[str, BoundedText(120)] = ""
    photos: Photos | None = None


class HelpfulIn(In):
    """Whether the review helps the caller."""

    review_id: Id
    helpful: Annotated[bool, Field(strict=True)]


class ModerationIn(In):
    """``reason`` is required to hide a review; its customer reads it. ``version`` is the one that the caller saw."""

    id: Id
    version: Version
    action: ModerationAction
    reason: Annotated[str, BoundedText(300)] = ""


class ReviewPhotoOut(Out):
    """A photo with its renditions. Others see those that are ``ready``; ``failure`` is for the reviewer and staff."""

    id: int
    status: ImageStatus
    width: int | None
    height: int | None
    placeholder: str | None
    renditions: list[RenditionOut]
    failure: str | None


class ReviewOut(Out):
    """A review as everyone sees it. ``name`` is the reviewer's first name.

    ``helpful`` counts the customers whom it helps; ``isMarked`` is whether the caller is one of them.
    """

    id: int
    product_id: int
    rating: int
    title: str
    text: str
    name: str
    date: Time
    edited_at: Time | None
    helpful: int
    is_marked: bool
    photos: list[ReviewPhotoOut]

    @classmethod
    def of(cls, review: Review, marked: Collection[int] = ()) -> Self:
        return cls(**_values(review, review.ready_photos, marked))


class OwnReviewOut(ReviewOut):
    """A review as its customer sees it, with photos that are not ready. ``hiddenReason`` is for a hidden one."""

    status: ReviewStatus
    hidden_reason: str

    @classmethod
    def of(cls, review: Review, marked: Collection[int] = ()) -> Self:
        values = _values(review, review.photos, marked)
        return cls(**values, status=review.status, hidden_reason=review.hidden_reason)


class ModeratedReviewOut(OwnReviewOut):
    """A review as staff see it. ``name`` is the reviewer's whole name."""

    version: int
    customer_id: int
    product_name: str

    @classmethod
    def shown_to_staff(cls, review: Review, product_name: str) -> Self:
        values = _values(review, review.photos, ()) | {"name": review.customer.name}
        return cls(
            **values,
            status=review.status,
            hidden_reason=review.hidden_reason,
            version=review.version,
            customer_id=review.customer_id,
            product_name=product_name,
        )


def _values(review: Review, photos: list[ReviewPhoto], marked: Collection[int]) -> dict[str, object]:
    return {
        "id": review.id,
        "product_id": review.product_id,
        "rating": review.rating,
        "title": review.title,
        "text": review.text,
        "name": review.reviewer,
        "date": review.created_at,
        "edited_at": review.edited_at,
        "helpful": review.helpful,
        "is_marked": review.id in marked,
        "photos": [ReviewPhotoOut.model_validate(photo) for photo in photos],
    }


class HelpfulOut(Out):
    """How many customers a review helps now, and whether it helps the caller."""

    review_id: int
    helpful: int
    is_marked: bool


class ReviewPage(PageOf[ReviewOut]):
    """The newest reviews first.

    ``distribution`` counts the reviews with 1 to 5 stars. Without reviews, ``rating`` is
    4. ``own`` is the caller's own review. ``canReview`` is whether the caller may write one.
    """

    rating: Number
    total: int
    distribution: dict[int, int]
    own: OwnReviewOut | None
    can_review: bool


class ModerationCounts(Out):
    """The numbers of reviews: all, those with photos, those that are hidden."""

    all: int
    photos: int
    hidden: int


class ModerationPage(PageOf[ModeratedReviewOut]):
    """Reviews for staff, the newest first."""

    counts: ModerationCounts
