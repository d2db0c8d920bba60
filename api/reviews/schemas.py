"""Reviews on the wire."""

from typing import Annotated, Self

from pydantic import Field

from api.http.base_schemas import In, Out, PageOf
from api.http.date_types import Time
from api.http.schema_types import NOT_BOOL, BoundedText, Id, Number
from shop.reviews.model import Review

Stars = Annotated[int, Field(ge=1, le=5), NOT_BOOL]
ReviewText = Annotated[str, BoundedText(2000, min_length=1, multiline=True)]


class ReviewIn(In):
    id: Id | None = None
    product_id: Id
    rating: Stars
    text: ReviewText
    title: Annotated[str, BoundedText(120)] = ""


class ReviewEditIn(In):
    """A change of a review. ``productId`` may be sent and is ignored: a review keeps its product."""

    id: Id | None = None
    product_id: Id | None = None
    rating: Stars
    text: ReviewText
    title: Annotated[str, BoundedText(120)] = ""


class ReviewOut(Out):
    """A review as everyone sees it. ``name`` is the reviewer's first name."""

    id: int
    product_id: int
    rating: int
    title: str
    text: str
    name: str
    date: Time
    edited_at: Time | None

    @classmethod
    def of(cls, review: Review) -> Self:
        return cls(
            id=review.id,
            product_id=review.product_id,
            rating=review.rating,
            title=review.title,
            text=review.text,
            name=review.reviewer,
            date=review.created_at,
            edited_at=review.edited_at,
        )


class ReviewPage(PageOf[list[ReviewOut]]):
    """The newest reviews first. ``distribution`` counts the reviews with 1 to 5 stars. Without any, ``rating`` is 4.

    ``own`` is the caller's own review. ``can_review`` tells whether the caller may write one.
    """

    rating: Number
    total: int
    distribution: dict[int, int]
    own: ReviewOut | None
    can_review: bool
