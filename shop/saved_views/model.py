"""Saved views: the filters of a list of the portal under a name.

A view is for its owner, or for all staff who may see the list.
"""

import datetime as dt
from enum import StrEnum

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class ListPage(StrEnum):
    """The pages of the portal whose filters are in their address, by their path below ``/admin/``."""

    BOARD = "order-management"
    ORDERS = "order"
    RETURNS = "returns"
    CUSTOMERS = "customer"
    CARTS = "cart"
    PRODUCTS = "product"
    CATEGORIES = "category"
    VENDORS = "vendor"
    GOLD_RATES = "gold-rate"
    REVIEWS = "reviews"
    AUDIT = "audit"


class SavedView(Base):
    """A view of a list. ``filters`` has the parameters of the list's address: ``assigned=me&status=ordered``.

    A shared view is kept while its owner is disabled.
    """

    __tablename__ = "saved_view"
    __table_args__ = (
        Index("saved_view_name_key", "admin_id", "page", text("lower(name)"), unique=True),
        Index("saved_view_shared_idx", "page", postgresql_where=text("is_shared")),
    )

    id: Mapped[Key]
    page: Mapped[str]
    name: Mapped[str]
    filters: Mapped[str]
    admin_id: Mapped[int] = mapped_column(ForeignKey("admin.id", ondelete="CASCADE"))
    is_shared: Mapped[bool]
    version: Mapped[int]
    changed_at: Mapped[dt.datetime]


class DefaultView(Base):
    """The view with which a list opens for a member of staff."""

    __tablename__ = "default_view"

    admin_id: Mapped[int] = mapped_column(
        ForeignKey("admin.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    page: Mapped[str] = mapped_column(primary_key=True)
    view_id: Mapped[int] = mapped_column(ForeignKey("saved_view.id", ondelete="CASCADE"), index=True)
