"""The items of shoppers' carts."""

from datetime import datetime

from sqlalchemy import CheckConstraint, ForeignKey, UniqueConstraint, func
from sqlalchemy.orm import Mapped, mapped_column, relationship

from shop.catalogue.model import Product
from shop.db.base import Base, Key

MAX_QUANTITY = 10
"""The most pieces of one product in a cart."""


class CartItem(Base):
    """One product in a shopper's cart."""

    __tablename__ = "cart_item"
    __table_args__ = (
        UniqueConstraint("customer_id", "product_id"),
        CheckConstraint(f"quantity BETWEEN 1 AND {MAX_QUANTITY}", name="quantity"),
    )

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    quantity: Mapped[int]
    added_at: Mapped[datetime] = mapped_column(server_default=func.now())

    product: Mapped[Product] = relationship(lazy="raise")
