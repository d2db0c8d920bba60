"""The items of shoppers' carts."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, UniqueConstraint, func
from sqlalchemy.ext.hybrid import hybrid_property
from sqlalchemy.orm import Mapped, foreign, mapped_column, relationship

from shop.carts.limits import MAX_QUANTITY
from shop.catalogue.model import Product
from shop.db.base import Base, Key


class CartItem(Base):
    """One product in a shopper's cart, in one size if the product has sizes.

    An item with a ``size`` stores its product in ``sized_product_id``; an item without one stores it in the column
    ``product_id``. Each column has its own unique key. The previous version inserts with the key on ``product_id``.
    """

    __tablename__ = "cart_item"
    __table_args__ = (
        UniqueConstraint("customer_id", "product_id"),
        Index(None, "customer_id", "added_at"),
        Index("cart_item_sized_key", "sized_product_id", "customer_id", "size", unique=True),
        CheckConstraint(f"quantity BETWEEN 1 AND {MAX_QUANTITY}", name="quantity"),
        CheckConstraint(
            "num_nonnulls(product_id, sized_product_id) = 1 AND (sized_product_id IS NULL) = (size IS NULL)",
            name="product",
        ),
    )

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    unsized_product_id: Mapped[int | None] = mapped_column(
        "product_id", ForeignKey("product.id", ondelete="CASCADE"), index=True
    )
    sized_product_id: Mapped[int | None] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    size: Mapped[str | None]
    quantity: Mapped[int]
    added_at: Mapped[datetime] = mapped_column(server_default=func.now())

    product: Mapped[Product] = relationship(
        lazy="raise",
        viewonly=True,
        primaryjoin=lambda: (
            foreign(func.coalesce(CartItem.unsized_product_id, CartItem.sized_product_id)) == Product.id
        ),
    )

    @hybrid_property
    def product_id(self) -> Any:
        """The product. Set it for an item without a size, and set ``sized_product_id`` for an item with a size."""
        return self.unsized_product_id or self.sized_product_id

    @product_id.inplace.setter
    def _set_product_id(self, product_id: int) -> None:
        self.unsized_product_id = product_id

    @product_id.inplace.expression
    @classmethod
    def _product_id(cls) -> Any:
        return func.coalesce(cls.unsized_product_id, cls.sized_product_id)
