"""Rules of moderation, of deletion and of marks as helpful."""

from enum import StrEnum

from shop.errors import Conflict, Forbidden, Invalid
from shop.reviews.model import Review, ReviewStatus

MAX_PHOTOS = 4
"""The maximum number of photos of a review."""


class ModerationAction(StrEnum):
    """An action of staff on a review."""

    HIDE = "hide"
    SHOW = "show"


class StaleReview(Conflict):
    """The review has changed since staff saw it. ``data`` is the current review."""

    code = "stale_review"


class HiddenReview(Conflict):
    """A customer cannot delete their own review while staff hide it."""

    code = "hidden_review"


class OwnReview(Forbidden):
    """A customer cannot mark their own review."""

    code = "own_review"


def moderate(review: Review, action: ModerationAction, *, version: int, reason: str) -> None:
    """Hide a review with a reason that its customer reads, or show it again.

    :raises StaleReview: if the review has changed since, or already is in the wanted state.
    :raises Invalid: if it is to be hidden without a reason.
    """
    wanted = ReviewStatus.HIDDEN if action is ModerationAction.HIDE else ReviewStatus.SHOWN
    if action is ModerationAction.HIDE and not reason:
        raise Invalid("Please say why; the customer reads it.", fields={"reason": "This is required to hide a review."})
    if review.status == wanted.value:
        raise StaleReview(f"This review is {wanted.value} already.")
    if review.version != version:
        raise StaleReview("This review was changed meanwhile. Please read it again.")
    review.status = wanted.value
    review.hidden_reason = reason if wanted is ReviewStatus.HIDDEN else ""
    review.version += 1


def check_may_delete(review: Review) -> None:
    """Check that the customer of a review may delete it.

    After deleting a hidden review, the customer could write it again, and it would be shown.

    :raises HiddenReview: if it is hidden.
    """
    if review.status == ReviewStatus.HIDDEN.value:
        raise HiddenReview("A hidden review cannot be deleted. You can change it; we read it again.")


def check_may_mark(review: Review, customer_id: int) -> None:
    """Check that a customer may mark a review as helpful.

    :raises OwnReview: if it is their own.
    """
    if review.customer_id == customer_id:
        raise OwnReview("This is your own review. Others say whether it helps them.")
