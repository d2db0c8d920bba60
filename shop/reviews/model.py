"""Reviews: what customers write about products that were delivered to them, with photos and marks as helpful."""

import datetime as dt
from enum import StrEnum
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, UniqueConstraint, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.customers.model import Customer
from shop.db.base import Base, Key
from shop.media.image_status import ImageStatus
from shop.reviews.events import ReviewChanged

FORMER_CUSTOMER = "A customer"
"""The name of a reviewer who has deleted their account."""


class ReviewStatus(StrEnum):
    """Whether a review is shown. A hidden one is seen by its customer and by staff, and counts in no rating."""

    SHOWN = "shown"
    HIDDEN = "hidden"


class Review(Base):
    """One customer's review of one product. ``rating`` is 1 to 5 whole stars.

    ``hidden_reason`` is the text that staff wrote for the customer when they hid it. ``helpful`` counts the marks of
    :class:`HelpfulMark`. ``version`` grows with each change of text, photos or status.
    """

    __tablename__ = "review"
    __table_args__ = (
        UniqueConstraint("product_id", "customer_id"),
        Index(None, "product_id", "id"),
        CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
        CheckConstraint("status IN ('shown', 'hidden')", name="status"),
    )

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    rating: Mapped[int] = mapped_column(SmallInteger)
    title: Mapped[str] = mapped_column(server_default="")
    text: Mapped[str]
    created_at: Mapped[dt.datetime]
    edited_at: Mapped[dt.datetime | None]
    status: Mapped[str] = mapped_column(server_default=ReviewStatus.SHOWN.value)
    hidden_reason: Mapped[str] = mapped_column(server_default="")
    helpful: Mapped[int] = mapped_column(server_default="0")
    version: Mapped[int] = mapped_column(server_default="1")

    customer: Mapped[Customer] = relationship(lazy="raise")
    photos: Mapped[list["ReviewPhoto"]] = relationship(
        lazy="raise", order_by="(ReviewPhoto.position, ReviewPhoto.id)", cascade="all, delete-orphan"
    )

    @property
    def reviewer(self) -> str:
        """The reviewer's first name, or "A customer" if the account is deleted.

        Other people see no other data of the reviewer.
        """
        if self.customer.is_deleted:
            return FORMER_CUSTOMER
        return next(iter(self.customer.name.split()), "Unknown")

    @property
    def ready_photos(self) -> list["ReviewPhoto"]:
        """The photos with renditions, which other people may see."""
        return [photo for photo in self.photos if photo.status == ImageStatus.READY]

    def change_event(self, action: str) -> ReviewChanged:
        """Return the event of a change, which is recorded in the same transaction."""
        return ReviewChanged(review_id=self.id, product_id=self.product_id, action=action, helpful=self.helpful)


class ReviewPhoto(Base):
    """A photo of a review. ``original`` is the key of the upload, which is never served.

    ``renditions`` have the form of :class:`shop.product_images.model.ProductImage`.
    """

    __tablename__ = "review_photo"

    id: Mapped[Key]
    review_id: Mapped[int] = mapped_column(ForeignKey("review.id", ondelete="CASCADE"), index=True)
    position: Mapped[int]
    original: Mapped[str]
    status: Mapped[str] = mapped_column(server_default=ImageStatus.PROCESSING.value)
    width: Mapped[int | None]
    height: Mapped[int | None]
    placeholder: Mapped[str | None]
    renditions: Mapped[list[dict[str, Any]]] = mapped_column(JSONB, server_default=text("'[]'"))
    failure: Mapped[str | None]

    def mark_ready(self, *, width: int, height: int, placeholder: str, renditions: list[dict[str, Any]]) -> None:
        """Set the renditions. ``width`` and ``height`` are pixels of the upright photo."""
        self.status = ImageStatus.READY.value
        self.width, self.height, self.placeholder, self.renditions = width, height, placeholder, renditions
        self.failure = None

    def mark_failed(self, reason: str) -> None:
        """Set the reason why there are no renditions; the customer reads it."""
        self.status = ImageStatus.FAILED.value
        self.failure = reason


class HelpfulMark(Base):
    """A customer found a review helpful."""

    __tablename__ = "review_helpful_mark"

    review_id: Mapped[int] = mapped_column(ForeignKey("review.id", ondelete="CASCADE"), primary_key=True)
    customer_id: Mapped[int] = mapped_column(
        ForeignKey("customer.id", ondelete="CASCADE"), primary_key=True, index=True
    )
