"""The notification choices of shoppers, and their devices that show notifications."""

from datetime import datetime
from enum import StrEnum

from sqlalchemy import BigInteger, CheckConstraint, ForeignKey
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key
from shop.security import signed_links


class Subject(StrEnum):
    """The subject of a notification. Each can be switched off. Codes, invoices and refunds belong to none of them."""

    ORDERS = "orders"
    PAYMENTS = "payments"
    WISHLIST = "wishlist"


MAX_DEVICES = 20
"""The maximum number of devices of a shopper. A new device replaces the least recently used one."""


class MailChoice(Base):
    """Whether a shopper wants mails about a subject. Without a row they are sent."""

    __tablename__ = "mail_choice"
    __table_args__ = (CheckConstraint("subject IN ('orders', 'payments', 'wishlist')", name="subject"),)

    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), primary_key=True)
    subject: Mapped[str] = mapped_column(primary_key=True)
    is_wanted: Mapped[bool]


class PushDevice(Base):
    """A browser that shows notifications (RFC 8030). A row has the address of its push service and the encryption keys.

    ``orders``, ``payments`` and ``wishlist`` are the subjects that it shows. It is removed when the
    sign-in of the browser is ended. ``session_id`` is None after the sign-in has lapsed. ``push_key`` is the shop's
    public key with which it subscribed, None while that is unknown. Push services accept only notifications that are
    signed with it.
    """

    __tablename__ = "push_device"

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"), index=True)
    session_id: Mapped[int | None] = mapped_column(ForeignKey("session.id", ondelete="SET NULL"), index=True)
    endpoint: Mapped[str] = mapped_column(unique=True)
    p256dh: Mapped[str]
    auth: Mapped[str]
    push_key: Mapped[str | None]
    orders: Mapped[bool]
    payments: Mapped[bool]
    wishlist: Mapped[bool]
    used_at: Mapped[datetime]


class PushSent(Base):
    """The newest version of an order line that a device was notified of. Older versions are not sent to it."""

    __tablename__ = "push_sent"

    device_id: Mapped[int] = mapped_column(ForeignKey("push_device.id", ondelete="CASCADE"), primary_key=True)
    order_item_id: Mapped[int] = mapped_column(BigInteger, primary_key=True)
    version: Mapped[int]


def unsubscribe_purpose(subject: Subject) -> str:
    """Return the purpose that a link to switch mails off is signed for."""
    return f"no mails about {subject.value}"


def unsubscribe_token(customer_id: int, subject: Subject) -> str:
    """Return the token of a link that switches mails off. It works even in the oldest mail."""
    return signed_links.sign(unsubscribe_purpose(subject), customer_id, expires_at=None)
