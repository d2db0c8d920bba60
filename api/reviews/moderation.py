"""Actions of other people on a review: customers mark it as helpful, and staff hide it or show it again."""

from sqlalchemy import delete, func, select
from sqlalchemy.dialects.postgresql import insert
from sqlalchemy.ext.asyncio import AsyncSession

from api.http.pagination import CursorPage
from api.reviews import service
from api.reviews.schemas import (
    HelpfulIn,
    HelpfulOut,
    ModeratedReviewOut,
    ModerationCounts,
    ModerationIn,
    ModerationPage,
)
from shop.catalogue.model import Product
from shop.clock import now
from shop.errors import NotFound
from shop.events import outbox
from shop.reviews import queries, rules
from shop.reviews.model import HelpfulMark, Review, ReviewStatus


async def mark(database: AsyncSession, wanted: HelpfulIn, customer_id: int) -> HelpfulOut:
    """Record whether a customer finds a review helpful, once for each customer. The caller commits.

    :raises NotFound: if there is no such review, or it is hidden.
    :raises shop.reviews.rules.OwnReview: if it is the customer's own.
    """
    review = await database.get(Review, wanted.review_id, with_for_update=True, populate_existing=True)
    if review is None or (review.status != ReviewStatus.SHOWN and review.customer_id != customer_id):
        raise NotFound(service.MISSING)
    rules.check_may_mark(review, customer_id)
    if wanted.helpful:
        values = {"review_id": review.id, "customer_id": customer_id}
        await database.execute(insert(HelpfulMark).values(values).on_conflict_do_nothing())
    else:
        own = (HelpfulMark.review_id == review.id, HelpfulMark.customer_id == customer_id)
        await database.execute(delete(HelpfulMark).where(*own))
    count = select(func.count()).where(HelpfulMark.review_id == review.id)
    before, review.helpful = review.helpful, await database.scalar(count) or 0
    if review.helpful != before:
        await outbox.record(database, review.change_event("marked"), at=now())
    return HelpfulOut(review_id=review.id, helpful=review.helpful, is_marked=wanted.helpful)


async def list_all(
    database: AsyncSession, page: CursorPage, *, status: ReviewStatus | None, with_photos: bool, search: str | None
) -> ModerationPage:
    """Return a page of reviews for staff, with the counts of all."""
    query = queries.for_moderation(status=status, with_photos=with_photos, search=search)
    found = (await database.execute(page.select_by_id(query, "reviews", Review.id))).all()
    rows, more = page.split(found, "reviews", lambda row: (None, row.Review.id))
    everything, photos, hidden = (await database.execute(queries.counts_for_moderation())).one()
    return ModerationPage(
        message="Reviews",
        data=[ModeratedReviewOut.shown_to_staff(review, name) for review, name in rows],
        next_cursor=more,
        counts=ModerationCounts(all=everything, photos=photos, hidden=hidden),
    )


async def moderate(database: AsyncSession, wanted: ModerationIn) -> ModeratedReviewOut:
    """Hide a review with a reason, or show it again. The caller commits.

    :raises NotFound: if there is no such review.
    :raises shop.reviews.rules.StaleReview: if it has changed since; ``data`` is the current review.
    """
    review = await service.locked_review(database, wanted.id)
    name = await database.scalar(select(Product.name).where(Product.id == review.product_id)) or ""
    try:
        rules.moderate(review, wanted.action, version=wanted.version, reason=wanted.reason)
    except rules.StaleReview as refusal:
        refusal.data = ModeratedReviewOut.shown_to_staff(review, name).model_dump(by_alias=True, mode="json")
        raise
    await service.record_change(database, review, review.status)
    return ModeratedReviewOut.shown_to_staff(review, name)
