"""Queries of reviews."""

from collections.abc import Sequence
from decimal import Decimal

from sqlalchemy import Exists, Numeric, Select, cast, exists, func, or_, select, update
from sqlalchemy.orm import joinedload, selectinload
from sqlalchemy.sql.dml import ReturningUpdate

from shop.catalogue.model import Product
from shop.customers.model import Customer
from shop.orders.model import Order, OrderItem, Status
from shop.reviews.model import HelpfulMark, Review, ReviewPhoto, ReviewStatus

RATING_WITHOUT_REVIEWS = Decimal(4)
"""The rating of a product without reviews."""
IS_SHOWN = Review.status == ReviewStatus.SHOWN.value
HAS_PHOTOS = exists().where(ReviewPhoto.review_id == Review.id)
WITH_PARTS = (joinedload(Review.customer), selectinload(Review.photos))
"""Options that load the customer and the photos of a review, which responses need."""


def of_product(product_id: int, *, before: int | None, limit: int) -> Select[Review]:
    """Select a product's shown reviews with their customers and photos, the newest first.

    :param before: the id of the last review that the caller has.
    """
    query = select(Review).where(Review.product_id == product_id, IS_SHOWN)
    if before is not None:
        query = query.where(Review.id < before)
    return query.options(*WITH_PARTS).order_by(Review.id.desc()).limit(limit)


def by_customer(product_id: int, customer_id: int) -> Select[Review]:
    """Select a customer's review of a product."""
    return select(Review).where(Review.product_id == product_id, Review.customer_id == customer_id).options(*WITH_PARTS)


def by_id(review_id: int) -> Select[Review]:
    """Select one review with its customer and photos."""
    return select(Review).where(Review.id == review_id).options(*WITH_PARTS)


def marked_by(customer_id: int, review_ids: Sequence[int]) -> Select[int]:
    """Select which of these reviews a customer marked as helpful."""
    return select(HelpfulMark.review_id).where(
        HelpfulMark.customer_id == customer_id, HelpfulMark.review_id.in_(review_ids)
    )


def for_moderation(*, status: ReviewStatus | None, with_photos: bool, search: str | None) -> Select[Review, str]:
    """Select reviews for staff with the product's name, the newest first.

    :param search: a part of the customer's or the product's name, or of the review.
    """
    query = select(Review, Product.name).join(Product).join(Customer).options(*WITH_PARTS)
    if status is not None:
        query = query.where(Review.status == status.value)
    if with_photos:
        query = query.where(HAS_PHOTOS)
    if search:
        texts = (Customer.name, Product.name, Review.title, Review.text)
        query = query.where(or_(*(each.icontains(search, autoescape=True) for each in texts)))
    return query.order_by(Review.id.desc())


def counts_for_moderation() -> Select[int, int, int]:
    """Select the numbers of all reviews, of those with photos and of those that are hidden."""
    hidden = Review.status == ReviewStatus.HIDDEN.value
    return select(func.count(), func.count().filter(HAS_PHOTOS), func.count().filter(hidden)).select_from(Review)


def distribution(product_id: int) -> Select[int, int]:
    """Select how many shown reviews gave each number of stars."""
    return select(Review.rating, func.count()).where(Review.product_id == product_id, IS_SHOWN).group_by(Review.rating)


def was_delivered(product_id: int, customer_id: int) -> Select[bool]:
    """Select whether the product was delivered to the customer."""
    return select(_delivered_to(customer_id).where(OrderItem.product_id == product_id))


def is_reviewer(customer_id: int) -> Select[bool]:
    """Select whether any product was delivered to the customer, or they have written a review."""
    return select(or_(_delivered_to(customer_id), exists().where(Review.customer_id == customer_id)))


def _delivered_to(customer_id: int) -> Exists:
    is_own = Order.id == OrderItem.order_id, Order.customer_id == customer_id
    return exists().where(OrderItem.status == Status.DELIVERED.value, *is_own)


def update_rating(product_id: int) -> ReturningUpdate[Decimal, int]:
    """Set a product's rating to the mean of its shown reviews. Returns the rating and the number of reviews.

    The caller has locked the product before it changed a review.
    """
    of_this = (Review.product_id == product_id) & IS_SHOWN
    mean = select(func.coalesce(func.round(func.avg(cast(Review.rating, Numeric)), 2), RATING_WITHOUT_REVIEWS)).where(
        of_this
    )
    count = select(func.count()).select_from(Review).where(of_this)
    return (
        update(Product)
        .where(Product.id == product_id)
        .values(rating=mean.scalar_subquery(), review_count=count.scalar_subquery())
        .returning(Product.rating, Product.review_count)
        .execution_options(synchronize_session=False)
    )
