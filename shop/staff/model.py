"""Admins and their preferences."""

from datetime import datetime
from typing import Any

from sqlalchemy import ForeignKey, Index, text
from sqlalchemy.dialects.postgresql import JSONB
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class Admin(Base):
    """Someone who may use the admin portal. Only ``shop admin create`` adds one."""

    __tablename__ = "admin"
    __table_args__ = (Index("admin_email_key", text("lower(email)"), unique=True),)

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]


class AdminPreferences(Base):
    """How an admin has arranged the portal: for each page, which cards are minimised or removed."""

    __tablename__ = "admin_preferences"

    admin_id: Mapped[int] = mapped_column(
        ForeignKey("admin.id", ondelete="CASCADE"), primary_key=True, autoincrement=False
    )
    cards: Mapped[dict[str, Any]] = mapped_column(JSONB, server_default=text("'{}'"))
