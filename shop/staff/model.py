"""Admins and their preferences."""

from datetime import datetime
from typing import Any

from sqlalchemy import CheckConstraint, ForeignKey, Index, String, text
from sqlalchemy.dialects.postgresql import ARRAY, JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class Admin(Base):
    """Someone who may use the admin portal. ``shop admin create`` adds owners, owners invite the others.

    ``roles`` are names of :class:`shop.staff.roles.StaffRole`, at least one.
    """

    __tablename__ = "admin"
    __table_args__ = (
        Index("admin_email_key", text("lower(email)"), unique=True),
        CheckConstraint("cardinality(roles) > 0", name="has_a_role"),
    )

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
    roles: Mapped[list[str]] = mapped_column(ARRAY(String), server_default=text("'{owner}'"))


class AdminPreferences(Base):
    """How an admin has arranged the portal: for each page, which cards are minimised or removed."""

    __tablename__ = "admin_preferences"

    admin_id: Mapped[int] = mapped_column(
        ForeignKey("admin.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    cards: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
