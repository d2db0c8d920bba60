"""The history of an order line's courier and tracking number."""

import datetime as dt

from sqlalchemy import ForeignKey, UniqueConstraint
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class ShipmentChange(Base):
    """A courier and a tracking number of a line; both are None if they were removed.

    The order line has the current ones.

    ``changed_by`` is a name, which stays when the admin is deleted.
    """

    __tablename__ = "shipment_change"
    __table_args__ = (UniqueConstraint("order_item_id", "version"),)

    id: Mapped[Key]
    order_item_id: Mapped[int] = mapped_column(ForeignKey("order_item.id"))
    version: Mapped[int]
    courier: Mapped[str | None]
    tracking_number: Mapped[str | None]
    at: Mapped[dt.datetime]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"))
    changed_by: Mapped[str]
