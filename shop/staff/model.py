"""The people who keep the shop."""

from datetime import datetime

from sqlalchemy import Index, text
from sqlalchemy.orm import Mapped

from shop.database import Base, Key


class Admin(Base):
    """Someone who may use the admin portal; made by ``shop admin create`` only."""

    __tablename__ = "admin"
    __table_args__ = (Index("admin_email_key", text("lower(email)"), unique=True),)

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    password_hash: Mapped[str]
    created_at: Mapped[datetime]
    disabled_at: Mapped[datetime | None]
