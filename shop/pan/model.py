"""The encrypted PAN of an order. No other table stores it."""

import datetime as dt

from sqlalchemy import ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base


class OrderPan(Base):
    """The buyer's PAN for one order: see :mod:`shop.pan.encryption`. An order without a row has none."""

    __tablename__ = "order_pan"

    order_id: Mapped[int] = mapped_column(
        ForeignKey("shop_order.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    encrypted: Mapped[bytes]
    given_at: Mapped[dt.datetime]
