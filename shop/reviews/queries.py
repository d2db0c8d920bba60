"""Queries of reviews."""

from decimal import Decimal

from sqlalchemy import Numeric, Select, cast, exists, func, select, update
from sqlalchemy.orm import joinedload
from sqlalchemy.sql.dml import ReturningUpdate

from shop.catalogue.model import Product
from shop.orders.model import Order, OrderItem, Status
from shop.reviews.model import Review

RATING_WITHOUT_REVIEWS = Decimal(4)
"""The rating of a product without reviews (product rules, 3)."""


def of_product(product_id: int, *, before: int | None, limit: int) -> Select[Review]:
    """Select a product's reviews with their customers, the newest first.

    :param before: the id of the last review that the caller has.
    """
    query = select(Review).where(Review.product_id == product_id)
    if before is not None:
        query = query.where(Review.id < before)
    return query.options(joinedload(Review.customer)).order_by(Review.id.desc()).limit(limit)


def by_customer(product_id: int, customer_id: int) -> Select[Review]:
    """Select a customer's review of a product."""
    return (
        select(Review)
        .where(Review.product_id == product_id, Review.customer_id == customer_id)
        .options(joinedload(Review.customer))
    )


def by_id(review_id: int) -> Select[Review]:
    """Select one review with its customer."""
    return select(Review).where(Review.id == review_id).options(joinedload(Review.customer))


def distribution(product_id: int) -> Select[int, int]:
    """Select how many reviews gave each number of stars."""
    return select(Review.rating, func.count()).where(Review.product_id == product_id).group_by(Review.rating)


def was_delivered(product_id: int, customer_id: int) -> Select[bool]:
    """Select whether the product was delivered to the customer."""
    delivered = (
        exists()
        .where(OrderItem.product_id == product_id, OrderItem.status == Status.DELIVERED.value)
        .where(Order.id == OrderItem.order_id, Order.customer_id == customer_id)
    )
    return select(delivered)


def update_rating(product_id: int) -> ReturningUpdate[Decimal, int]:
    """Set a product's rating to the mean of its reviews. Returns the rating and the number of reviews.

    The caller has locked the product before it changed a review.
    """
    of_this = Review.product_id == product_id
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
