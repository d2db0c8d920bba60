"""Notes of staff about an order, and the member of staff to whom it is assigned."""

import datetime as dt

from sqlalchemy import ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class OrderNote(Base):
    """A note of staff about an order. It cannot be changed.

    ``written_by`` is a name, which stays when the admin is deleted.
    """

    __tablename__ = "order_note"
    __table_args__ = (Index(None, "order_id", "id"),)

    id: Mapped[Key]
    order_id: Mapped[int] = mapped_column(ForeignKey("shop_order.id", ondelete="CASCADE"))
    text: Mapped[str]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"))
    written_by: Mapped[str]
    at: Mapped[dt.datetime]


class OrderAssignment(Base):
    """The member of staff to whom an order is assigned; None if it is assigned to nobody.

    An order without a row was never assigned: its version is 0.

    An assignment to a disabled member of staff counts as none.
    """

    __tablename__ = "order_assignment"

    order_id: Mapped[int] = mapped_column(
        ForeignKey("shop_order.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"), index=True)
    version: Mapped[int]
    changed_by: Mapped[str]
    at: Mapped[dt.datetime]
