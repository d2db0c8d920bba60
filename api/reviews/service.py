"""Reads and changes reviews. Each change updates the product's rating and is recorded in the same transaction."""

from decimal import ROUND_HALF_UP, Decimal

from sqlalchemy import select
from sqlalchemy.ext.asyncio import AsyncSession

from api.auth.policy import Grant
from api.http.pagination import split_page
from api.reviews import photos
from api.reviews.schemas import OwnReviewOut, ReviewEditIn, ReviewIn, ReviewOut, ReviewPage, ReviewPhotoIn
from shop.catalogue.events import CatalogueChanged
from shop.catalogue.model import Activity, Product
from shop.clock import now
from shop.errors import Conflict, Forbidden, NotFound
from shop.events import outbox
from shop.rates.repricing import lock_prices_shared
from shop.reviews import queries, rules
from shop.reviews.model import Review

MISSING = "Review not found"


class NotDelivered(Forbidden):
    """The product was not delivered to this customer."""

    code = "not_delivered"

    def __init__(self) -> None:
        super().__init__("You can review an ornament once it was delivered to you.")


class ReviewedAlready(Conflict):
    """The customer has reviewed this product already."""

    code = "reviewed_already"


async def list_page(
    database: AsyncSession, product_id: int, customer_id: int | None, *, before: int | None, limit: int
) -> ReviewPage:
    """Return a page of a product's reviews and, for a customer, their own review and whether they may write one.

    :param before: the id of the last review that the caller has.
    :raises NotFound: if there is no such product on sale.
    """
    product = await database.get(Product, product_id)
    if product is None or product.status != Activity.ACTIVE:
        raise NotFound("Invalid product")
    found = (await database.scalars(queries.of_product(product_id, before=before, limit=limit + 1))).all()
    reviews, next_cursor = split_page(found, limit, lambda review: str(review.id))
    counts = {row[0]: row[1] for row in await database.execute(queries.distribution(product_id))}
    total = sum(counts.values())
    stars = sum(rating * count for rating, count in counts.items())
    mean = (Decimal(stars) / total).quantize(Decimal("0.01"), ROUND_HALF_UP) if total else None  # as PostgreSQL rounds
    own, can_review, marked = None, False, set[int]()
    if customer_id is not None:
        marked = set(await database.scalars(queries.marked_by(customer_id, [review.id for review in reviews])))
        own = await database.scalar(queries.by_customer(product_id, customer_id))
        can_review = own is None and bool(await database.scalar(queries.was_delivered(product_id, customer_id)))
    return ReviewPage(
        message="Reviews",
        data=[ReviewOut.of(review, marked) for review in reviews],
        next_cursor=next_cursor,
        rating=queries.RATING_WITHOUT_REVIEWS if mean is None else mean,
        total=total,
        distribution={rating: counts.get(rating, 0) for rating in range(1, 6)},
        own=OwnReviewOut.of(own) if own else None,
        can_review=can_review,
    )


async def check_reviewer(database: AsyncSession, customer_id: int) -> None:
    """Check that a customer can have a review that takes photos.

    :raises NotDelivered: if nothing was delivered to them, and they have no review.
    """
    if not await database.scalar(queries.is_reviewer(customer_id)):
        raise NotDelivered


async def add(database: AsyncSession, wanted: ReviewIn, customer_id: int) -> Review:
    """Add a customer's review. The caller commits.

    :raises NotFound, NotDelivered, ReviewedAlready: nothing is written.
    """
    await _lock_product(database, wanted.product_id)
    if not await database.scalar(queries.was_delivered(wanted.product_id, customer_id)):
        raise NotDelivered
    if await database.scalar(queries.by_customer(wanted.product_id, customer_id)) is not None:
        raise ReviewedAlready("You have reviewed this ornament already. You can change your review instead.")
    review = Review(
        product_id=wanted.product_id,
        customer_id=customer_id,
        rating=wanted.rating,
        title=wanted.title,
        text=wanted.text,
        created_at=now(),
    )
    database.add(review)
    return await record_change(database, review, "added", wanted.photos)


async def change(database: AsyncSession, review_id: int, wanted: ReviewEditIn, customer_id: int) -> Review:
    """Change a customer's own review. The caller commits.

    :raises NotFound: if there is none, or it is someone else's.
    """
    review = await locked_review(database, review_id)
    if review.customer_id != customer_id:
        raise NotFound(MISSING)
    review.rating, review.title, review.text = wanted.rating, wanted.title, wanted.text
    review.edited_at = now()
    review.version += 1
    return await record_change(database, review, "changed", wanted.photos)


async def delete(database: AsyncSession, review_id: int, grant: Grant) -> None:
    """Delete a review: the customer's own unless it is hidden, or any for an admin. The caller commits.

    :raises NotFound: if there is none, or it is someone else's.
    :raises shop.reviews.rules.HiddenReview: if its customer deletes it while it is hidden.
    """
    review = await locked_review(database, review_id)
    grant.check_owner(review.customer_id, MISSING)
    if grant.is_by_customer(review.customer_id):
        rules.check_may_delete(review)
    await grant.set_actor_for(database, review.customer_id)
    await database.delete(review)
    await _update_rating(database, review.product_id)
    await outbox.record(database, review.change_event("deleted"), at=now())


async def _lock_product(database: AsyncSession, product_id: int) -> None:
    """Lock the product, so that its rating counts every earlier review. Waits for a running repricing first.

    :raises NotFound: if there is no such product.
    """
    await database.execute(lock_prices_shared())
    locked = select(Product.id).where(Product.id == product_id).with_for_update(key_share=True)
    if await database.scalar(locked) is None:
        raise NotFound("Invalid product")


async def locked_review(database: AsyncSession, review_id: int) -> Review:
    """Lock a review's product, and return the review as read under that lock.

    :raises NotFound: if there is no such review.
    """
    product_id = await database.scalar(select(Review.product_id).where(Review.id == review_id))
    if product_id is None:
        raise NotFound(MISSING)
    await _lock_product(database, product_id)
    review: Review | None = await database.scalar(queries.by_id(review_id).execution_options(populate_existing=True))
    if review is None:
        raise NotFound(MISSING)
    return review


async def record_change(
    database: AsyncSession, review: Review, action: str, wanted: list[ReviewPhotoIn] | None = None
) -> Review:
    """Write a changed review with its photos, update the product's rating, and record both changes.

    :param wanted: the photos that it has afterwards; None leaves them unchanged.
    :raises Invalid: if one of them does not belong to the review.
    """
    await database.flush()
    await database.refresh(review, ["photos", "customer"])
    if wanted is not None:
        await photos.replace(database, review, wanted)
    await _update_rating(database, review.product_id)
    await outbox.record(database, review.change_event(action), at=now())
    return review


async def _update_rating(database: AsyncSession, product_id: int) -> None:
    """Set the product's rating from its reviews and record the change for open pages."""
    await database.flush()
    rating, count = (await database.execute(queries.update_rating(product_id))).one()
    event = CatalogueChanged(
        entity="product",
        id=product_id,
        action="updated",
        details={"rating": float(rating), "reviewCount": count},
    )
    await outbox.record(database, event, at=now())
