"""Wishlists."""

from datetime import datetime
from decimal import Decimal

from sqlalchemy import ForeignKey, Numeric, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.model import Product
from shop.db.base import Base, Key

MAX_ENTRIES = 200
"""The maximum number of entries of a wishlist."""


class WishlistEntry(Base):
    """One product on a customer's wishlist, with the size that they chose, if any.

    ``told_price`` is the price that the customer knows: the price when they added the product or set the size, or the
    one in the last notification, which was sent at ``told_at``. It is the price of the size ``told_size``. If that is
    not the entry's size, the price is not used.
    """

    __tablename__ = "wishlist_entry"
    __table_args__ = (UniqueConstraint("customer_id", "product_id"),)

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    size: Mapped[str | None]
    added_at: Mapped[datetime] = mapped_column(server_default=func.now())
    told_price: Mapped[Decimal | None] = mapped_column(Numeric(20, 2))
    told_size: Mapped[str | None]
    told_at: Mapped[datetime | None]

    product: Mapped[Product] = relationship(lazy="raise")
