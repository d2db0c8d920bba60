"""What staff keep about an order for each other: notes, and who takes care of it."""

import datetime as dt

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class OrderNote(Base):
    """A note of staff about an order. It cannot be changed. ``written_by`` is a name, which stays without the admin."""

    __tablename__ = "order_note"
    __table_args__ = (Index(None, "order_id", "id"),)

    id: Mapped[Key]
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id", ondelete="CASCADE"))
    text: Mapped[str]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"))
    written_by: Mapped[str]
    at: Mapped[dt.datetime]


class OrderAssignment(Base):
    """Who takes care of an order; None: nobody. An order without a row was never assigned: its version is 0.

    A disabled member of staff counts as nobody.
    """

    __tablename__ = "order_assignment"

    order_id: Mapped[int] = mapped_column(
        ForeignKey("shop_order.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"), index=True)
    version: Mapped[int]
    changed_by: Mapped[str]
    at: Mapped[dt.datetime]
