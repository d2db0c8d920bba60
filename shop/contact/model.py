"""Messages of the contact form."""

from datetime import datetime

from sqlalchemy.orm import Mapped

from shop.db.base import Base, Key


class ContactMessage(Base):
    """One message. Name and addresses are unverified, as the sender typed them."""

    __tablename__ = "contact_message"

    id: Mapped[Key]
    name: Mapped[str]
    email: Mapped[str]
    phone: Mapped[str]
    company: Mapped[str]
    message: Mapped[str]
    received_at: Mapped[datetime]
