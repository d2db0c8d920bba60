"""Reviews on the wire."""

from typing import Annotated, Self

from pydantic import Field

from api.shapes import COUNTED, Id, In, Number, Out, PageOf, Time, Written
from shop.reviews.model import Review

Stars = Annotated[int, Field(ge=1, le=5), COUNTED]
Words = Annotated[str, Written(2000, least=1, has_lines=True)]


class ReviewIn(In):
    id: Id | None = None
    product_id: Id
    rating: Stars
    text: Words
    title: Annotated[str, Written(120)] = ""


class ReviewEditIn(In):
    """A review's product stays what it is; it may be named, and is not read."""

    id: Id | None = None
    product_id: Id | None = None
    rating: Stars
    text: Words
    title: Annotated[str, Written(120)] = ""


class ReviewOut(Out):
    """A review as everyone reads it: of its writer only the first name."""

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
    """The newest reviews first. ``distribution`` counts the reviews with 1 to 5 stars; ``rating`` is 4 without any.

    ``own`` is the caller's own review; ``can_review`` tells whether the caller may write one.
    """

    rating: Number
    total: int
    distribution: dict[int, int]
    own: ReviewOut | None
    can_review: bool
