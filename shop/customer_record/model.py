"""Tables about a customer besides the account: notes of staff, and the mails that were sent."""

import datetime as dt
from enum import StrEnum

from sqlalchemy import BigInteger, ForeignKey, Index
from sqlalchemy.orm import Mapped, mapped_column

from shop.db.base import Base, Key


class CustomerNote(Base):
    """A note of staff about a customer. It cannot be changed.

    ``written_by`` is a name, which stays when the admin is deleted.
    """

    __tablename__ = "customer_note"
    __table_args__ = (Index(None, "customer_id", "id"),)

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    text: Mapped[str]
    admin_id: Mapped[int | None] = mapped_column(ForeignKey("admin.id", ondelete="SET NULL"))
    written_by: Mapped[str]
    at: Mapped[dt.datetime]


class MailOutcome(StrEnum):
    """The final result of a mail.

    A mail without one is pending or has failed; the state of its delivery shows which.
    """

    SENT = "sent"
    UNWANTED = "unwanted"


class SentMail(Base):
    """A mail to a customer that the mail server accepted, or that was not sent because the customer does not want it.

    ``kind`` is the consumer of its delivery. ``about`` is its subject, such as ``order 12``. ``tries`` is the number of
    attempts, and ``seconds`` the time between its event and the sending.
    """

    __tablename__ = "sent_mail"
    __table_args__ = (Index(None, "customer_id", "id"), Index("sent_mail_at_idx", "at"))

    id: Mapped[Key]
    customer_id: Mapped[int] = mapped_column(ForeignKey("customer.id", ondelete="CASCADE"))
    delivery_id: Mapped[int] = mapped_column(BigInteger, unique=True)
    kind: Mapped[str]
    subject: Mapped[str]
    about: Mapped[str]
    outcome: Mapped[str]
    tries: Mapped[int]
    seconds: Mapped[float]
    at: Mapped[dt.datetime]
