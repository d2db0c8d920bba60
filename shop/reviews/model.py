"""Reviews: what customers write about products that were delivered to them."""

import datetime as dt

from sqlalchemy import CheckConstraint, ForeignKey, Index, SmallInteger, UniqueConstraint, text
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.customers.model import Customer
from shop.db.base import Base, Key

FORMER_CUSTOMER = "A customer"
"""The name of a reviewer who has deleted their account."""


class Review(Base):
    """One customer's review of one product. ``rating`` is 1 to 5 whole stars."""

    __tablename__ = "review"
    __table_args__ = (
        UniqueConstraint("product_id", "customer_id"),
        Index(None, "product_id", "id"),
        CheckConstraint("rating BETWEEN 1 AND 5", name="rating"),
    )

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    rating: Mapped[int] = mapped_column(SmallInteger)
    title: Mapped[str] = mapped_column(server_default=text("''"))
    text: Mapped[str]
    created_at: Mapped[dt.datetime]
    edited_at: Mapped[dt.datetime | None]

    customer: Mapped[Customer] = relationship(lazy="raise")

    @property
    def reviewer(self) -> str:
        """The reviewer's first name, none of a deleted account. Others see nothing else of the reviewer."""
        if self.customer.is_deleted:
            return FORMER_CUSTOMER
        return next(iter(self.customer.name.split()), "Unknown")
