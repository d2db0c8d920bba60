"""Held prices: the gold rate at which a shopper may order some items for a while."""

import datetime as dt

from sqlalchemy import ForeignKey, Index
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key, Rupees


class PriceHold(Base):
    """A hold. It is open until ``expires_at``, unless an order has used it; ``items`` map product ids to quantities.

    Only the rate is held. Pieces are not reserved, and a product's weight and charges may change.
    """

    __tablename__ = "price_hold"
    __table_args__ = (
        Index(None, "customer_id", "id"),
        Index("price_hold_order_id_idx", "order_id", unique=True),
    )

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    gold_rate: Mapped[Rupees]
    items: Mapped[dict[str, int]] = mapped_column(JSONB)
    held_at: Mapped[dt.datetime]
    expires_at: Mapped[dt.datetime]
    order_id: Mapped[int | None] = mapped_column(ForeignKey("shop_order.id"))
