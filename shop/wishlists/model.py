"""Wishlists."""

from datetime import datetime

from sqlalchemy import ForeignKey, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.model import Product
from shop.db.base import Base, Key


class WishlistEntry(Base):
    """One product on a customer's wishlist, with the size that they chose, if any."""

    __tablename__ = "wishlist_entry"
    __table_args__ = (UniqueConstraint("customer_id", "product_id"),)

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    size: Mapped[str | None]
    added_at: Mapped[datetime] = mapped_column(server_default=func.now())

    product: Mapped[Product] = relationship(lazy="raise")
