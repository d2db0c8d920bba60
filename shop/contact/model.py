"""What people write to the shop."""

from datetime import datetime

from sqlalchemy.orm import Mapped

from shop.db.base import Base, Key


class ContactMessage(Base):
    """One message of the contact form. Who wrote it is what they typed, proved by nothing."""

    __tablename__ = "contact_message"

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str]
    company: Mapped[str]
    message: Mapped[str]
    received_at: Mapped[datetime]
