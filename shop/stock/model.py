"""The stock ledger, and the shoppers who wait for a product to be back in stock."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class MovementReason(StrEnum):
    """The reason of a stock movement."""

    ORDER = "order"
    PRODUCT_FORM = "product_form"
    BULK_EDIT = "bulk_edit"
    IMPORT = "import"
    CORRECTION = "correction"
    CANCELLATION = "cancellation"
    UNDO = "undo"
    RETURN = "return"


class StockMovement(Base):
    """Pieces added (``quantity`` above 0) or removed. A product's count is the sum of its movements.

    Rows are only added. ``note`` is what an admin wrote with a correction. ``changed_by`` is the person who moved them;
    it is None for the order of a shopper and for automatic movements. Movements of an order have its line. ``size`` is
    None for a product without sizes; the count of a size is the sum of its movements.
    """

    __tablename__ = "stock_movement"
    __table_args__ = (
        CheckConstraint("quantity <> 0", name="quantity"),
        Index(None, "product_id", "id"),
        Index("stock_movement_of_item_idx", "order_item_id", postgresql_where=text("order_item_id IS NOT NULL")),
    )

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"))
    size: Mapped[str | None]
    quantity: Mapped[int]
    reason: Mapped[str]
    note: Mapped[str] = mapped_column(server_default="")
    order_item_id: Mapped[int | None] = mapped_column(ForeignKey("order_item.id"))
    admin_id: Mapped[int | None] = mapped_column(BigInteger)
    changed_by: Mapped[str | None]
    at: Mapped[datetime]


class BackInStockRequest(Base):
    """A shopper's request for one mail when a product, or one size of it, is back in stock.

    ``size`` is None if any size of the product will do. ``due_at`` is when the mail was queued, and ``mailed_at`` when
    the mail server accepted it. For a shopper who wants no mails, ``mailed_at`` is when a push service accepted the
    notification. A shopper has at most one open request for a size of a product.
    """

    __tablename__ = "back_in_stock_request"
    __table_args__ = (
        Index(
            "back_in_stock_request_open_size_idx",
            "product_id",
            "customer_id",
            "size",
            unique=True,
            postgresql_nulls_not_distinct=True,
            postgresql_where=text("mailed_at IS NULL"),
        ),
    )

    id: Mapped[Key]
    product_id: Mapped[int] = mapped_column(ForeignKey("product.id", ondelete="CASCADE"), index=True)
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    size: Mapped[str | None]
    asked_at: Mapped[datetime]
    due_at: Mapped[datetime | None]
    mailed_at: Mapped[datetime | None]
